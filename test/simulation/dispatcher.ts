import { createRequire } from 'node:module';
import type { Dispatcher } from 'undici';
import { schedule } from './kernel/clock.ts';
import { inTheWorld } from './kernel/life.ts';
import { type Call, send } from './net.ts';

const require = createRequire(import.meta.url);
/** Not imported: an import would keep the real classes for everyone. */
const undici = require('undici') as typeof import('undici');

type Headers = Dispatcher.DispatchOptions['headers'];

function pairsOf(headers: Headers): [string, string][] {
  if (headers == null) return [];
  const pairs = Symbol.iterator in headers ? [...(headers as Iterable<[string, string]>)] : Object.entries(headers);
  return pairs.map(([name, value]) => [name, String(value)]);
}

/** undici's connections, without sockets. */
class SimulatedDispatcher extends undici.Dispatcher {
  readonly #origin: string | null;

  constructor(origin?: unknown) {
    super();
    this.#origin = typeof origin === 'string' ? origin : null;
  }

  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    const gone = new AbortController();
    let isOver = false;
    const end = (): boolean => {
      const wasOver = isOver;
      isOver = true;
      return !wasOver;
    };
    const controller = {
      aborted: false,
      paused: false,
      reason: null as Error | null,
      rawHeaders: null,
      rawTrailers: null,
      pause: () => undefined,
      resume: () => undefined,
      abort(reason: Error): void {
        if (!end()) return;
        Object.assign(controller, { aborted: true, reason });
        // The other side notices later.
        inTheWorld(() => schedule(1, () => gone.abort(reason)));
        handler.onResponseError?.(controller, reason);
      },
    };
    handler.onRequestStart?.(controller, {});
    if (isOver) return true;
    const call: Call = {
      method: options.method,
      url: `${String(options.origin ?? this.#origin)}${options.path}`,
      headers: pairsOf(options.headers),
      body: options.body,
    };
    send(call, gone, {
      onStart: (status, headers) => {
        if (!isOver) handler.onResponseStart?.(controller, status, Object.fromEntries(headers), '');
      },
      onData: (part) => {
        if (!isOver) handler.onResponseData?.(controller, part);
      },
      onEnd: () => {
        if (end()) handler.onResponseEnd?.(controller, {});
      },
      onError: (error) => {
        if (end()) handler.onResponseError?.(controller, error);
      },
    });
    return true;
  }

  override async close(): Promise<void> {}
  override async destroy(): Promise<void> {}
}

/** For the local Telegram, which calls webhooks. */
function simulatedFetch(url: string | URL, init: RequestInit = {}): Promise<Response> {
  const { method = 'GET', headers = {}, body = null, signal } = init;
  const gone = new AbortController();
  return new Promise((resolve, reject) => {
    signal?.addEventListener('abort', () => {
      gone.abort(signal.reason);
      reject(signal.reason as Error);
    });
    const parts: Buffer[] = [];
    let answer: ResponseInit = {};
    const call = { method, url: String(url), headers: Object.entries(headers as Record<string, string>), body };
    send(call, gone, {
      onStart: (status, given) => {
        answer = { status, headers: given };
      },
      onData: (part) => void parts.push(part),
      onEnd: () => resolve(new Response(parts.length === 0 ? null : Buffer.concat(parts), answer)),
      onError: (error) => reject(Object.assign(new TypeError('fetch failed'), { cause: error })),
    });
  });
}

export function replaceNetwork(): void {
  const classes = ['Pool', 'Agent', 'Client', 'ProxyAgent'].map((name) => [name, SimulatedDispatcher]);
  Object.assign(undici, Object.fromEntries(classes));
  Object.assign(globalThis, { fetch: simulatedFetch });
}
