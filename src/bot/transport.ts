import type { ApiClientOptions } from 'grammy';
import { Agent, type Dispatcher, request } from 'undici';
import type { Log } from '../log.ts';

/** Pauses that Telegram asks for are kept up to this long; longer ones are the caller's business. */
const longestPauseSeconds = 3;
const mostPauses = 2;
/** A connection that broke, or a server error, is tried once more after this. */
const retryMs = 100;
const callMs = 15_000;
/** A file of 45 MB over a slow connection. */
const uploadMs = 480_000;
/** Telegram holds getUpdates open for as long as it was asked to. */
const pollMs = 60_000;
/** Calls still in flight when it closes get this long. */
const closeMs = 300;

type Fetch = NonNullable<ApiClientOptions['fetch']>;

interface Call {
  readonly method: string;
  readonly url: string;
  readonly options: Pick<Dispatcher.RequestOptions, 'method' | 'headers' | 'body'>;
  readonly signal: AbortSignal;
}

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

export interface Transport {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/**
 * How calls of the Bot API travel. It is grammY's `client.fetch`, because contexts inside conversations share that; they
 * would not share an API transformer such as auto-retry.
 */
export function createTransport(log: Log): Transport {
  const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 });
  const inFlight = new Set<AbortController>();

  async function ask({ url, options, signal }: Call): Promise<Answer> {
    const { statusCode, body } = await request(url, { ...options, dispatcher: agent, signal });
    return { status: statusCode, json: readJson(statusCode, await body.text()) };
  }

  /** Null: it failed in a way that may pass. */
  async function attempt(call: Call, last: boolean): Promise<Answer | null> {
    try {
      const answer = await ask(call);
      return answer.status >= 500 && !last ? null : answer;
    } catch (error) {
      if (last || call.signal.aborted) throw error;
      return null;
    }
  }

  async function send(call: Call): Promise<unknown> {
    const { method, options } = call;
    // A stream is used up by the first try. Copies of a broadcast must not reach anyone twice.
    const repeatable = typeof options.body === 'string' && method !== 'copyMessage';
    let retries = repeatable && method !== 'getUpdates' ? 1 : 0;
    let pauses = repeatable ? mostPauses : 0;
    for (;;) {
      const answer = await attempt(call, retries === 0);
      if (!answer) {
        retries -= 1;
        log.warn({ method }, 'Telegram call failed; trying once more');
        await pause(retryMs, call.signal);
        continue;
      }
      const seconds = answer.status === 429 ? retryAfter(answer.json) : null;
      if (seconds === null || seconds > longestPauseSeconds || pauses === 0) return answer.json;
      pauses -= 1;
      log.warn({ seconds, method }, 'Telegram asked for a pause');
      await pause(seconds * 1_000, call.signal);
    }
  }

  /** One time limit for the whole call, pauses included. */
  const fetch = async (to: string | URL, init?: Parameters<Fetch>[1]) => {
    const url = String(to);
    const method = url.slice(url.lastIndexOf('/') + 1);
    const { body = null, headers, signal: given } = init ?? {};
    const abort = new AbortController();
    const end = () => abort.abort(new Error('The call was aborted.'));
    const timer = setTimeout(end, limitOf(method, body));
    // grammY's signal is of a class of its own.
    given?.addEventListener('abort', end);
    if (given?.aborted) end();
    inFlight.add(abort);
    try {
      const options = { method: init?.method ?? 'GET', headers, body } as Call['options'];
      // A request that still waits for a connection ignores its signal.
      const json = await Promise.race([send({ method, url, options, signal: abort.signal }), aborted(abort.signal)]);
      return { json: async () => json };
    } finally {
      clearTimeout(timer);
      given?.removeEventListener('abort', end);
      inFlight.delete(abort);
    }
  };

  async function closeAll(): Promise<void> {
    const late = setTimeout(() => {
      for (const call of inFlight) call.abort(new Error('The bot stops.'));
    }, closeMs);
    await agent.close();
    clearTimeout(late);
  }
  let closed: Promise<void> | undefined;

  return {
    fetch: fetch as unknown as Fetch,
    close: () => {
      closed ??= closeAll();
      return closed;
    },
  };
}

function limitOf(method: string, body: unknown): number {
  if (method === 'getUpdates') return pollMs;
  return typeof body === 'string' || !body ? callMs : uploadMs;
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  return Promise.race([promise, aborted(signal)]).finally(() => clearTimeout(timer));
}

/** A proxy on the way may answer with a page: then its status is the error. */
function readJson(status: number, text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && 'ok' in json) return json;
  } catch {
    // Not JSON.
  }
  return { ok: false, error_code: status, description: 'not an answer of the Bot API' };
}

function retryAfter(json: unknown): number | null {
  const seconds = (json as { parameters?: { retry_after?: unknown } } | null)?.parameters?.retry_after;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}
