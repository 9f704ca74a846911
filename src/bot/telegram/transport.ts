import type { ApiClientOptions } from 'grammy';
import { type Dispatcher, request } from 'undici';
import type { Log } from '#log.ts';
import type { Dialect } from './dialect.ts';
import { createAgent } from './proxy-agent.ts';

/** Longer pauses are left to the caller. */
const longestPauseSeconds = 3;
const mostPauses = 2;
/** Broken connections and server errors are retried once after this. */
const retryMs = 100;
const callMs = 15_000;
/** A file of 45 MB over a slow connection. */
const uploadMs = 480_000;
/** Longer than the long poll itself. */
const pollMs = 60_000;
/** How long closing waits for calls in flight. */
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
  /** The content of a file. Rejects when it is longer than this many bytes. */
  download(url: string, most: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** grammY's `client.fetch`, because contexts inside conversations share it, unlike an API transformer such as auto-retry. */
export function createTransport(
  log: Log,
  proxy: string | null,
  dialect: Dialect | null = null,
  /** Called with the `Date` header of every answer that has one. */
  onDate: (date: string) => void = () => undefined,
): Transport {
  const agent = createAgent(proxy);
  const inFlight = new Set<AbortController>();

  /** undici's `request` makes a stream and signals for each call, which cost half as much again as the call. */
  const ask = ({ url, options, signal }: Call): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(url);
      const parts: Uint8Array[] = [];
      let status = 0;
      let running: Dispatcher.DispatchController | null = null;
      const stop = () => {
        running?.abort(signal.reason as Error);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return stop();
      // Before it begins, too: it may wait for a connection.
      signal.addEventListener('abort', stop, { once: true });
      agent.dispatch(
        { ...options, origin, path: `${pathname}${search}` },
        {
          onRequestStart(controller) {
            running = controller;
            if (signal.aborted) stop();
          },
          onResponseStart(_, statusCode, { date }) {
            status = statusCode;
            if (typeof date === 'string') onDate(date);
          },
          onResponseData(_, part) {
            parts.push(part);
          },
          onResponseEnd: () => resolve({ status, json: readJson(status, Buffer.concat(parts).toString()) }),
          onResponseError: (_, error) => reject(error),
        },
      );
    });

  /** Null: worth a retry. */
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
    // A stream can be sent only once, and a broadcast must not be delivered twice.
    const repeatable = typeof options.body === 'string' && method !== 'copyMessage';
    let retries = repeatable && method !== 'getUpdates' ? 1 : 0;
    let pauses = repeatable ? mostPauses : 0;
    for (;;) {
      const answer = await attempt(call, retries === 0);
      if (!answer) {
        retries -= 1;
        log.warn({ method }, 'Telegram call failed; retrying');
        await pause(retryMs, call.signal);
        continue;
      }
      const seconds = answer.status === 429 ? retryAfter(answer.json) : null;
      if (seconds === null || seconds > longestPauseSeconds || pauses === 0) return answer.json;
      pauses -= 1;
      log.warn({ seconds, method }, 'Telegram call limited; waiting');
      await pause(seconds * 1_000, call.signal);
    }
  }

  /** The time limit includes pauses. */
  const fetch = async (to: string | URL, init?: Parameters<Fetch>[1]) => {
    const url = String(to);
    const method = url.slice(url.lastIndexOf('/') + 1);
    const { body = null, headers, signal: caller } = init ?? {};
    const abort = new AbortController();
    const end = () => abort.abort(new Error('The call was aborted.'));
    const timer = setTimeout(end, limitOf(method, body));
    // grammY's AbortSignal is another class.
    caller?.addEventListener('abort', end);
    if (caller?.aborted) end();
    inFlight.add(abort);
    try {
      const payload = dialect && typeof body === 'string' ? JSON.stringify(dialect.payload(JSON.parse(body))) : body;
      const options = { method: init?.method ?? 'GET', headers, body: payload } as Call['options'];
      const json = await send({ method, url, options, signal: abort.signal });
      return { json: async () => dialect?.answer(method, json) ?? json };
    } finally {
      clearTimeout(timer);
      caller?.removeEventListener('abort', end);
      inFlight.delete(abort);
    }
  };

  async function download(url: string, most: number): Promise<Uint8Array> {
    const abort = new AbortController();
    inFlight.add(abort);
    try {
      const signal = AbortSignal.any([abort.signal, AbortSignal.timeout(callMs)]);
      const { statusCode, body } = await request(url, { dispatcher: agent, signal });
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of body as AsyncIterable<Uint8Array>) {
        size += part.length;
        // Leaving the loop ends the connection.
        if (statusCode !== 200 || size > most) break;
        parts.push(part);
      }
      // Without the address, which has the token in it.
      if (statusCode !== 200 || size > most) throw new Error(`File not downloaded: ${statusCode}, ${size} bytes.`);
      return Buffer.concat(parts);
    } finally {
      inFlight.delete(abort);
    }
  }

  async function closeAll(): Promise<void> {
    const late = setTimeout(() => {
      for (const call of inFlight) call.abort(new Error('The bot stops.'));
    }, closeMs);
    await agent.close();
    clearTimeout(late);
  }
  let closed: Promise<void> | undefined;

  return {
    // grammY reads nothing of a response but its JSON.
    fetch: fetch as unknown as Fetch,
    download,
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

/** The description of an answer that someone else gave: a proxy, a filter. */
export const notBotApi = 'not an answer of the Bot API';

/** A proxy may answer with an HTML page. */
function readJson(status: number, text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json === 'object' && json !== null && 'ok' in json) return json;
  } catch {
    // Not JSON.
  }
  return { ok: false, error_code: status, description: notBotApi };
}

function retryAfter(json: unknown): number | null {
  const seconds = (json as { parameters?: { retry_after?: unknown } } | null)?.parameters?.retry_after;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}
