import { setTimeout } from 'node:timers/promises';
import type { ApiClientOptions } from 'grammy';
import { Agent, type Dispatcher, request } from 'undici';
import type { Log } from '../log.ts';

/** Telegram asks for a pause now and then; short ones are kept here, long ones are the caller's business. */
const longestPauseSeconds = 3;
const pauses = 2;
const callMs = 15_000;
/** Telegram holds a call for updates open for as long as it was asked to. */
const pollMs = 60_000;

type Fetch = NonNullable<ApiClientOptions['fetch']>;

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

  async function call(url: string, init: Parameters<Fetch>[1]): Promise<{ status: number; json: unknown }> {
    const limit = AbortSignal.timeout(url.endsWith('/getUpdates') ? pollMs : callMs);
    const asked = init?.signal as AbortSignal | undefined;
    const answer = await request(url, {
      dispatcher: agent,
      method: (init?.method ?? 'GET') as Dispatcher.HttpMethod,
      headers: init?.headers as Record<string, string>,
      body: (init?.body ?? null) as Dispatcher.DispatchOptions['body'],
      signal: asked ? either(asked, limit) : limit,
    } as Parameters<typeof request>[1]);
    return { status: answer.statusCode, json: await answer.body.json() };
  }

  async function patient(url: string, init: Parameters<Fetch>[1]): Promise<unknown> {
    for (let left = pauses; ; left -= 1) {
      const { status, json } = await call(url, init);
      const seconds = status === 429 ? retryAfter(json) : null;
      // A body that was streamed is used up; anything longer than a short pause is for the caller to plan.
      const again = seconds !== null && seconds <= longestPauseSeconds && left > 0 && typeof init?.body === 'string';
      if (!again) return json;
      log.warn({ seconds, method: url.slice(url.lastIndexOf('/') + 1) }, 'Telegram asked for a pause');
      await setTimeout(seconds * 1_000);
    }
  }

  const fetch = async (url: string | URL, init?: Parameters<Fetch>[1]) => {
    const json = await patient(String(url), init);
    return { json: async () => json };
  };
  return { fetch: fetch as unknown as Fetch, close: () => agent.close() };
}

/** grammY brings a signal of its own make, which `AbortSignal.any` does not take. */
function either(asked: AbortSignal, limit: AbortSignal): AbortSignal {
  const ended = new AbortController();
  const end = () => ended.abort();
  if (asked.aborted) end();
  asked.addEventListener('abort', end, { once: true });
  limit.addEventListener('abort', end, { once: true });
  return ended.signal;
}

function retryAfter(json: unknown): number | null {
  const seconds = (json as { parameters?: { retry_after?: unknown } } | null)?.parameters?.retry_after;
  return typeof seconds === 'number' && seconds >= 0 ? seconds : null;
}
