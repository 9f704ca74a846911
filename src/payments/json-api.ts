import { Pool } from 'undici';
import { err, ok, type Result } from '#domain/result.ts';

export interface JsonAnswer {
  readonly status: number;
  readonly body: unknown;
}

interface JsonApi {
  /** Never throws. An error says in our own words why there is no answer. */
  post(path: string, body: object): Promise<Result<JsonAnswer, string>>;
  close(): Promise<void>;
}

interface JsonApiOptions {
  readonly url: string;
  /** Covers the whole call: connecting, waiting and reading. */
  readonly deadlineMs: number;
}

export const defaultDeadlineMs = 15_000;

/** A list of the latest hundred payments is smaller. */
const largestAnswer = 256 * 1024;

/** Posts JSON to one provider. Does not follow redirects, so the merchant's id reaches no other host. */
export function createJsonApi({ url, deadlineMs }: JsonApiOptions): JsonApi {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/+$/, '');
  const pool = new Pool(base.origin, {
    connections: 16,
    connect: { timeout: deadlineMs },
    // The deadline covers the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  async function exchange(path: string, body: object, signal: AbortSignal): Promise<Result<JsonAnswer, string>> {
    const response = await pool.request({
      method: 'POST',
      path: prefix + path,
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    });
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of response.body) {
      size += (chunk as Buffer).length;
      if (size > largestAnswer) return err('answer is too large');
      chunks.push(chunk as Buffer);
    }
    const read = parse(Buffer.concat(chunks).toString('utf8'));
    return read.ok ? ok({ status: response.statusCode, body: read.value }) : err(notJson(response.statusCode));
  }

  return {
    async post(path, body) {
      const signal = AbortSignal.timeout(deadlineMs);
      try {
        // A request that waits for a connection ignores its signal.
        return await Promise.race([exchange(path, body, signal), aborted(signal)]);
      } catch {
        return err(signal.aborted ? `no answer in ${deadlineMs / 1000} s` : 'connection failed');
      }
    },
    close: () => pool.destroy(),
  };
}

/** Whether an answer with this status is the provider's own. Any other may come from a proxy or a broken server. */
export const isDefinite = (status: number): boolean =>
  (status >= 200 && status < 300) || (status >= 400 && status < 500 && ![408, 425, 429].includes(status));

const notJson = (status: number): string => (status === 200 ? 'answer is not JSON' : `status ${status}`);

function parse(text: string): Result<unknown, null> {
  try {
    return ok(JSON.parse(text.replace(/^\uFEFF/, '')));
  } catch {
    return err(null);
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
