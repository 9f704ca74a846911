import { type ApiClientOptions, HttpError, type Transformer } from 'grammy';
import { Agent, type Dispatcher } from 'undici';
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

/** One call of a method. Anything but a body of text is used up by the first try. */
interface Asked {
  readonly name: string;
  readonly url: string;
  readonly verb: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly signal: AbortSignal | undefined;
}

/** Most calls are one of these, and plain data. */
const everyday: ReadonlySet<string> = new Set(['getUpdates', 'sendMessage', 'editMessageText', 'answerCallbackQuery']);
/** Of these nobody reads more than whether they were done; the whole message that comes back is left alone. */
const deeds: ReadonlySet<string> = new Set(['editMessageText', 'answerCallbackQuery']);
const done = '{"ok":true';
const doneJson = { ok: true, result: true } as const;
const jsonHeaders = { 'content-type': 'application/json', connection: 'keep-alive' };

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** A call from its first try to its last. It does one thing at a time, which `stop` ends. */
interface Call {
  over: Error | null;
  stop: (why: Error) => void;
}

export interface Transport {
  readonly fetch: Fetch;
  /**
   * A short cut for everyday calls. The library's client prepares each call for files and for answers by webhook, which
   * costs about as much as the call. Whatever the short cut does not reach goes through `fetch` as it did.
   */
  readonly shortCut: (root: string) => Transformer;
  close(): Promise<void>;
}

/**
 * How API calls travel. It sits in `client.fetch` because that is the one place which contexts inside conversations
 * share with everyone else; a transformer would not reach them.
 */
export function createTransport(log: Log): Transport {
  const agent = new Agent({ connections: 64, keepAliveTimeout: 30_000, headersTimeout: 0, bodyTimeout: 0 });
  const underWay = new Set<() => void>();

  /** By undici's own events: an answer of a few hundred bytes is not worth a stream. */
  function ask({ name, url, verb, headers, body }: Asked, call: Call): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const host = url.indexOf('/', url.indexOf('//') + 2);
    const parts: Buffer[] = [];
    let status = 0;
    agent.dispatch(
      {
        origin: url.slice(0, host),
        path: url.slice(host),
        method: verb as Dispatcher.HttpMethod,
        headers,
        body: body as Dispatcher.DispatchOptions['body'],
      } as Dispatcher.DispatchOptions,
      {
        onRequestStart: (controller) => {
          // Given up while it waited for a connection.
          if (call.over) controller.abort(call.over);
          else call.stop = (why) => controller.abort(why);
        },
        onResponseStart: (_, code) => {
          status = code;
        },
        onResponseData: (_, part) => void parts.push(part),
        onResponseEnd: () =>
          resolve({ status, json: isDone(name, status, parts) ? doneJson : readJson(status, parts) }),
        onResponseError: (_, error) => reject(error),
      },
    );
    return promise;
  }

  async function pause(ms: number, call: Call): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, ms);
    call.stop = () => {
      clearTimeout(timer);
      resolve();
    };
    await promise;
    if (call.over) throw call.over;
  }

  /** Null: it broke in a way that may pass. */
  async function attempt(asked: Asked, call: Call, last: boolean): Promise<Answer | null> {
    try {
      const answer = await ask(asked, call);
      return answer.status >= 500 && !last ? null : answer;
    } catch (error) {
      if (last || call.over) throw error;
      return null;
    }
  }

  async function patient(asked: Asked, call: Call): Promise<unknown> {
    const { name: method, body } = asked;
    // An announcement keeps its own pauses, for everyone at once, and must not reach anybody twice.
    const repeatable = typeof body === 'string' && method !== 'copyMessage';
    let stumbles = repeatable && method !== 'getUpdates' ? 1 : 0;
    let left = repeatable ? pauses : 0;
    for (;;) {
      const answer = await attempt(asked, call, stumbles === 0);
      if (!answer) {
        stumbles -= 1;
        log.warn({ method }, 'Telegram stumbled; asking once more');
        await pause(stumbleMs, call);
        continue;
      }
      const seconds = answer.status === 429 ? retryAfter(answer.json) : null;
      if (seconds === null || seconds > longestPauseSeconds || left === 0) return answer.json;
      left -= 1;
      log.warn({ seconds, method }, 'Telegram asked for a pause');
      await pause(seconds * 1_000, call);
    }
  }

  /** One limit for the whole of it, pauses included; its timer and listeners end with the call. */
  function limited(asked: Asked): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const call: Call = { over: null, stop: () => undefined };
    const { signal } = asked;
    const settle = () => {
      underWay.delete(end);
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
    };
    // A request that waits for a connection cannot be stopped yet, but nobody need wait for it.
    const end = () => {
      call.over ??= new Error('The call was given up.');
      call.stop(call.over);
      settle();
      reject(call.over);
    };
    const timer = setTimeout(end, limitOf(asked));
    underWay.add(end);
    signal?.addEventListener('abort', end, { once: true });
    patient(asked, call).then(
      (json) => {
        settle();
        resolve(json);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
    if (signal?.aborted) end();
    return promise;
  }

  const fetch = async (to: string | URL, init?: Parameters<Fetch>[1]) => {
    const url = String(to);
    const json = await limited({
      name: url.slice(url.lastIndexOf('/') + 1),
      url,
      verb: init?.method ?? 'GET',
      headers: init?.headers as Record<string, string>,
      body: init?.body ?? null,
      signal: init?.signal as AbortSignal | undefined,
    });
    return { json: async () => json };
  };

  const shortCut =
    (root: string): Transformer =>
    async (prev, name, payload, signal) => {
      if (!everyday.has(name)) return prev(name, payload, signal);
      const asked = { name, url: `${root}/${name}`, verb: 'POST', headers: jsonHeaders, body: JSON.stringify(payload) };
      try {
        return (await limited({ ...asked, signal: signal as AbortSignal | undefined })) as never;
      } catch (error) {
        // As the library says it; not more, because the address holds the token.
        throw new HttpError(`Network request for '${name}' failed!`, error);
      }
    };

  async function end(): Promise<void> {
    const endAll = () => {
      for (const giveUp of underWay) giveUp();
    };
    const late = setTimeout(endAll, closeMs);
    await agent.close();
    clearTimeout(late);
  }

  let ended: Promise<void> | undefined;
  function close(): Promise<void> {
    ended ??= end();
    return ended;
  }

  return { fetch: fetch as unknown as Fetch, shortCut, close };
}

function limitOf({ name, body }: Asked): number {
  if (name === 'getUpdates') return pollMs;
  return typeof body === 'string' || !body ? callMs : uploadMs;
}

const isDone = (name: string, status: number, [first]: readonly Buffer[]): boolean =>
  status === 200 && deeds.has(name) && first?.toString('latin1', 0, done.length) === done;

/** Most answers come in one piece. */
const textOf = ([first, ...others]: readonly Buffer[]): string =>
  others.length === 0 ? (first?.toString('utf8') ?? '') : Buffer.concat([first as Buffer, ...others]).toString('utf8');

/** Something between us and Telegram may answer with a page: then its status is all there is to say. */
function readJson(status: number, body: readonly Buffer[]): unknown {
  try {
    const json: unknown = JSON.parse(textOf(body));
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
