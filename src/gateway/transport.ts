import { type Dispatcher, errors, Pool } from 'undici';
import { err, ok, type Result } from '#domain/result.ts';

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Path relative to the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Why a body cannot be used. */
export type BodyEnd = 'cut' | 'late' | 'too large' | 'not JSON';

export interface Answer {
  readonly status: number;
  readonly retryAfterMs: number | null;
  read(maxBytes: number): Promise<Result<Buffer, BodyEnd>>;
  /** Skips the body but keeps the connection. */
  discard(): void;
}

interface Transport {
  /** Never throws. */
  send(call: Call, signal: AbortSignal): Promise<Result<Answer, 'late' | 'no connection' | 'connection cut'>>;
  close(): Promise<void>;
}

interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly now: () => number;
  readonly onDate?: (date: string) => void;
}

export function createGatewayTransport({ baseUrl, token, now, onDate }: TransportOptions): Transport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  // A pool has one origin, so the token cannot follow a redirect to another host.
  const open = () =>
    new Pool(base.origin, {
      connections: 32,
      connect: { timeout: 10_000 },
      // The deadline covers the whole call, and undici's own timers are coarse.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  // Purchases have their own pool, so that slow answers about offers do not delay them.
  const [reads, purchases] = [open(), open()];

  return {
    async send({ method, path, headers: given, body }, signal) {
      if (signal.aborted) return err('late');
      const headers = { accept: 'application/json', ...given, authorization: `Bearer ${token}` };
      try {
        const pool = 'idempotency-key' in given ? purchases : reads;
        const exchange = pool.request({ method, path: prefix + path, headers, body, signal });
        // undici ignores the signal while a request waits for a connection.
        const response = await Promise.race([exchange, aborted(signal)]);
        const { date } = response.headers;
        if (typeof date === 'string') onDate?.(date);
        return ok(answerOf(response, signal, now()));
      } catch (error) {
        if (signal.aborted) return err('late');
        return err(neverConnected(error) ? 'no connection' : 'connection cut');
      }
    },
    close: async () => void (await Promise.all([reads.destroy(), purchases.destroy()])),
  };
}

/** Reading a larger body costs more than a new connection. */
const discardedBytes = 16 * 1024;

function answerOf({ statusCode, headers, body }: Dispatcher.ResponseData, signal: AbortSignal, now: number): Answer {
  return {
    status: statusCode,
    retryAfterMs: retryAfterMs(headers['retry-after'], now),
    async read(maxBytes) {
      const chunks: Buffer[] = [];
      let size = 0;
      try {
        for await (const chunk of body as AsyncIterable<Buffer>) {
          size += chunk.length;
          if (size > maxBytes) return err('too large');
          chunks.push(chunk);
        }
        return ok(Buffer.concat(chunks, size));
      } catch {
        return err(signal.aborted ? 'late' : 'cut');
      }
    },
    discard: () => void body.dump({ limit: discardedBytes }).catch(() => undefined),
  };
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

function neverConnected(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_|SELF_)/.test(
    code,
  );
}

const longestRetryAfterMs = 24 * 60 * 60 * 1000;

/** Reads seconds or an HTTP date. Null if absent or unreadable. */
function retryAfterMs(header: string | string[] | undefined, now: number): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!value) return null;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : httpDate(value) - now;
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), longestRetryAfterMs);
}

// Date.parse would read "7" or "-3" as a year.
function httpDate(value: string): number {
  return /^[A-Za-z]{3,9},? /.test(value) ? Date.parse(value) : Number.NaN;
}
