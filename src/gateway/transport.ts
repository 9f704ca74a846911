import { type Dispatcher, errors, Pool } from 'undici';
import { err, ok, type Result } from '../domain/result.ts';
import { retryAfterMs } from './retry-after.ts';

export interface Call {
  readonly method: 'GET' | 'POST';
  /** Relative to the base URL, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** How a body ended: `stopped` when the reader wanted no more of it. */
export type BodyEnd = 'complete' | 'cut' | 'late' | 'too-large' | 'stopped';

export interface Answer {
  readonly status: number;
  readonly retryAfterMs: number | null;
  /** Hands over the body piece by piece, never more than `maxBytes`; `take` says whether to go on. */
  read(maxBytes: number, take: (chunk: Buffer) => boolean | Promise<boolean>): Promise<BodyEnd>;
  /** The body is of no interest; the connection may be kept. */
  discard(): void;
}

export interface Transport {
  /** Never throws: an error says in our own words why no answer came. */
  send(call: Call, signal: AbortSignal): Promise<Result<Answer, 'late' | 'no connection' | 'connection cut'>>;
  close(): Promise<void>;
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly token: string;
  readonly now: () => number;
}

export function createTransport({ baseUrl, token, now }: TransportOptions): Transport {
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, '');
  // One origin for ever: the token cannot follow a link or a redirect to another host.
  const pool = new Pool(base.origin, {
    connections: 32,
    connect: { timeout: 10_000 },
    // Our deadline covers the whole call; undici's timers are coarse and would only blur it.
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  return {
    async send(call, signal) {
      if (signal.aborted) return err('late');
      try {
        return ok(await ask(pool, toRequest(call), signal, now));
      } catch (error) {
        if (signal.aborted) return err('late');
        return err(neverConnected(error) ? 'no connection' : 'connection cut');
      }
    },
    close: () => pool.destroy(),
  };

  function toRequest({ method, path, headers, body }: Call): Dispatcher.DispatchOptions {
    const sent = { accept: 'application/json', ...headers, authorization: `Bearer ${token}` };
    return { method, path: prefix + path, headers: sent, body };
  }
}

/** Held back beyond this, until the reader has caught up. */
const aheadBytes = 256 * 1024;
/** What nobody wants to read is let through up to this, so that the connection can be kept. */
const discardedBytes = 16 * 1024;

/** By undici's own events: most answers are a few hundred bytes, and not worth a stream. Resolves with the headers. */
function ask(pool: Pool, request: Dispatcher.DispatchOptions, signal: AbortSignal, now: () => number): Promise<Answer> {
  const head = Promise.withResolvers<Answer>();
  const chunks: Buffer[] = [];
  let ahead = 0;
  let end: 'complete' | 'cut' | null = null;
  let wake = ignore;
  let discarding = false;
  let line: Dispatcher.DispatchController | null = null;

  // A request that waits for a connection cannot be stopped yet, but nobody need wait for it.
  const onAbort = () => {
    line?.abort(signal.reason as Error);
    finish('cut', signal.reason);
  };
  signal.addEventListener('abort', onAbort, { once: true });

  function finish(how: 'complete' | 'cut', why?: unknown): void {
    end ??= how;
    signal.removeEventListener('abort', onAbort);
    head.reject(why);
    wake();
  }

  const answerOf = (status: number, retryAfter: string | string[] | undefined): Answer => ({
    status,
    retryAfterMs: retryAfterMs(retryAfter, now()),
    async read(maxBytes, take) {
      let size = 0;
      for (;;) {
        for (let chunk = chunks.shift(); chunk; chunk = chunks.shift()) {
          ahead -= chunk.length;
          size += chunk.length;
          const going = size <= maxBytes && take(chunk);
          if (!(typeof going === 'boolean' ? going : await going)) {
            line?.abort(new Error('The rest is not wanted.'));
            return size > maxBytes ? 'too-large' : 'stopped';
          }
        }
        if (signal.aborted && end !== 'complete') return 'late';
        if (end) return end;
        const more = Promise.withResolvers<void>();
        wake = more.resolve;
        if (line?.paused) line.resume();
        await more.promise;
      }
    },
    discard() {
      discarding = true;
      chunks.length = 0;
      if (line?.paused) line.resume();
    },
  });

  pool.dispatch(request, {
    onRequestStart: (controller) => {
      line = controller;
      if (signal.aborted) controller.abort(signal.reason as Error);
    },
    onResponseStart: (_, status, headers) => {
      // Below that something on the way only says that the answer is to come.
      if (status >= 200) head.resolve(answerOf(status, headers['retry-after']));
    },
    onResponseData: (controller, chunk) => {
      ahead += chunk.length;
      if (discarding && ahead > discardedBytes) return controller.abort(new Error('The rest is not wanted.'));
      if (discarding) return;
      chunks.push(chunk);
      if (ahead > aheadBytes) controller.pause();
      wake();
    },
    onResponseEnd: () => finish('complete'),
    onResponseError: (_, error) => finish('cut', error),
  });
  return head.promise;
}

function neverConnected(error: unknown): boolean {
  if (error instanceof errors.ConnectTimeoutError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_|SELF_)/.test(
    code,
  );
}

function ignore(): void {}
