import { setTimeout } from 'node:timers/promises';
import type { ApiClientOptions } from 'grammy';
import { Agent, type Dispatcher, request } from 'undici';
import type { Log } from '../log.ts';

/** Telegram asks for a pause now and then; short ones are kept here, long ones are the caller's business. */
const longestPauseSeconds = 3;
const pauses = 2;
/** A connection that broke, or a server that stumbled, is asked once more after this. */
const stumbleMs = 100;
const callMs = 15_000;
/** A file takes as long as the line does: 45 MB over a slow one. */
const uploadMs = 480_000;
/** Telegram holds a call for updates open for as long as it was asked to. */
const pollMs = 60_000;
/** Whoever matters was waited for before; a last word that is on its way gets this long. */
const closeMs = 300;

type Fetch = NonNullable<ApiClientOptions['fetch']>;
type Init = Parameters<Fetch>[1];

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

export interface Transport {
  readonly fetch: Fetch;
  close(): Promise<void>;
}

/**
 * How API calls travel. It sits in `client.fetch` because that is the one place which contexts inside conversations
 * share with everyone else; a transformer would not reach them.
 */
export function createTransport(log: Log): Transport {
  const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 });
  const underWay = new Set<AbortController>();

  async function call(url: string, init: Init, signal: AbortSignal): Promise<Answer> {
    const answer = await request(url, {
      dispatcher: agent,
      method: (init?.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: init?.headers as Record<string, string>,
      body: (init?.body ?? null) as Dispatcher.DispatchOptions['body'],
      signal,
    } as Parameters<typeof request>[1]);
    return { status: answer.statusCode, json: readJson(answer.statusCode, await answer.body.text()) };
  }

  /** Null: it broke in a way that may pass. Anything but a body of text is used up by the first try. */
  async function attempt(url: string, init: Init, signal: AbortSignal, last: boolean): Promise<Answer | null> {
    try {
      const answer = await call(url, init, signal);
      return answer.status >= 500 && !last ? null : answer;
    } catch (error) {
      if (last || signal.aborted) throw error;
      return null;
    }
  }

  async function patient(url: string, init: Init, signal: AbortSignal): Promise<unknown> {
    const method = url.slice(url.lastIndexOf('/') + 1);
    // An announcement keeps its own pauses, for everyone at once, and must not reach anybody twice.
    const repeatable = typeof init?.body === 'string' && method !== 'copyMessage';
    let stumbles = repeatable && method !== 'getUpdates' ? 1 : 0;
    let left = repeatable ? pauses : 0;
    for (;;) {
      const answer = await attempt(url, init, signal, stumbles === 0);
      if (!answer) {
        stumbles -= 1;
        log.warn({ method }, 'Telegram stumbled; asking once more');
        await setTimeout(stumbleMs, undefined, { signal });
        continue;
      }
      const seconds = answer.status === 429 ? retryAfter(answer.json) : null;
      if (seconds === null || seconds > longestPauseSeconds || left === 0) return answer.json;
      left -= 1;
      log.warn({ seconds, method }, 'Telegram asked for a pause');
      await setTimeout(seconds * 1_000, undefined, { signal });
    }
  }

  /** One limit for the whole of it, pauses included; its timer and listeners end with the call. */
  async function limited(url: string, init: Init): Promise<unknown> {
    const ending = new AbortController();
    underWay.add(ending);
    const end = () => ending.abort();
    // grammY brings a signal of its own make, which `AbortSignal.any` does not take.
    const asked = init?.signal as AbortSignal | undefined;
    const timer = globalThis.setTimeout(end, limitOf(url, init));
    asked?.addEventListener('abort', end, { once: true });
    if (asked?.aborted) end();
    // A request that waits for a connection does not hear its signal, so the limit is held here as well.
    const ended = Promise.withResolvers<never>();
    ending.signal.addEventListener('abort', () => ended.reject(ending.signal.reason), { once: true });
    const answered = patient(url, init, ending.signal);
    answered.catch(() => undefined);
    try {
      return await Promise.race([answered, ended.promise]);
    } finally {
      underWay.delete(ending);
      clearTimeout(timer);
      asked?.removeEventListener('abort', end);
    }
  }

  const fetch = async (url: string | URL, init?: Init) => {
    const json = await limited(String(url), init);
    return { json: async () => json };
  };

  async function end(): Promise<void> {
    const endAll = () => {
      for (const call of underWay) call.abort();
    };
    const late = globalThis.setTimeout(endAll, closeMs);
    await agent.close();
    clearTimeout(late);
  }

  let ended: Promise<void> | undefined;
  function close(): Promise<void> {
    ended ??= end();
    return ended;
  }

  return { fetch: fetch as unknown as Fetch, close };
}

function limitOf(url: string, init: Init): number {
  if (url.endsWith('/getUpdates')) return pollMs;
  return typeof init?.body === 'string' || !init?.body ? callMs : uploadMs;
}

/** Something between us and Telegram may answer with a page: then its status is all there is to say. */
function readJson(status: number, body: string): unknown {
  try {
    const json: unknown = JSON.parse(body);
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
