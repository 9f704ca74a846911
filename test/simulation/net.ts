import { AsyncLocalStorage } from 'node:async_hooks';
import { schedule } from './kernel/clock.ts';
import { gate } from './kernel/gates.ts';
import { note, shortHash } from './kernel/journal.ts';
import { inTheWorld, type Life, lives } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import { time } from './kernel/time.ts';

export type App = (request: Request, env: object) => Response | Promise<Response>;

/** What happens to one call on its way. */
export interface Fate {
  readonly toMs: number;
  readonly backMs: number;
  /** The connection breaks: before the request arrives, before the first byte of the answer, or in the middle of it. */
  readonly broken?: 'request' | 'answer' | 'body';
  /** The request arrives a second time, so much later. */
  readonly againMs?: number;
  /** Between the two halves of the answer. */
  readonly bodyMs?: number;
  /** Someone else answers: before the request arrives, or after it was carried out. */
  readonly instead?: { readonly when: 'before' | 'after'; readonly answer: () => Response };
}

export interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: unknown;
}

/** How the caller hears of its answer. */
export interface Listener {
  onStart(status: number, headers: Headers): void;
  onData(part: Buffer): void;
  onEnd(): void;
  onError(error: Error): void;
}

type FateOf = (call: { readonly host: string; readonly path: string; readonly method: string }) => Fate;

const smooth: FateOf = () => ({ toMs: random.net.between(1, 20), backMs: random.net.between(1, 20) });

let apps = new Map<string, App>();
/** Returns what is called when the caller has its answer, or is dead. */
type Watch = (call: Call, life: Life | undefined) => () => void;

let fateOf: FateOf = smooth;
let watch: Watch = () => () => undefined;
let calls = 0;

export const net = {
  reset(): void {
    apps = new Map();
    fateOf = smooth;
    calls = 0;
  },
  serve: (host: string, app: App): void => void apps.set(host, app),
  setFates(next: FateOf | null): void {
    fateOf = next ?? smooth;
  },
  setWatch(next: Watch): void {
    watch = next;
  },
};

const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code });
const reset = () => failure('read ECONNRESET', 'ECONNRESET');
const refused = () => failure('connect ECONNREFUSED', 'ECONNREFUSED');

/** Tokens are long and say nothing. */
const shortPath = (path: string): string => path.replace(/bot[^/]+/, 'bot');

/** Sends a call in the context of the caller. Aborting `gone` ends it for both sides. */
export function send(call: Call, gone: AbortController, listener: Listener): void {
  const { host, pathname } = new URL(call.url);
  const app = apps.get(host);
  const life = lives.getStore();
  const fate = fateOf({ host, path: pathname, method: call.method });
  calls += 1;
  const name = `${calls} ${host} ${shortPath(pathname)}`;
  const inCaller = AsyncLocalStorage.snapshot();
  const ended = watch(call, life);
  const abort = () => gone.abort(new Error('The process is gone.'));
  gone.signal.addEventListener('abort', ended, { once: true });
  life?.atDeath.add(abort);
  note(`> ${name} ${typeof call.body === 'string' ? shortHash(call.body) : ''} ${fate.broken ?? ''}`);

  /** At a gate of the caller, unless it has gone. */
  function tell(ms: number, run: () => void): void {
    inCaller(() =>
      schedule(ms, () => {
        if (gone.signal.aborted) return;
        void gate(`< ${name}`).then(() => {
          if (!gone.signal.aborted) run();
        });
      }),
    );
  }
  function over(run: () => void): void {
    life?.atDeath.delete(abort);
    ended();
    run();
  }
  function fail(ms: number, error: Error): void {
    tell(ms, () => over(() => listener.onError(error)));
  }

  async function carryOut(): Promise<void> {
    const before = fate.instead?.when === 'before' ? fate.instead.answer() : null;
    const given = before ?? (await handle());
    const response = given && fate.instead?.when === 'after' ? fate.instead.answer() : given;
    if (!response || fate.broken === 'answer') {
      fail(fate.backMs, reset());
      return;
    }
    const bytes = Buffer.from(await response.arrayBuffer());
    note(`= ${name} ${response.status} ${shortHash(bytes)}`);
    if (!response.headers.has('date')) response.headers.set('date', new Date().toUTCString());
    tell(fate.backMs, () => bring(response, bytes));
  }

  /** Null: the application cut the connection. */
  async function handle(): Promise<Response | null> {
    if (!app) return null;
    if (fate.againMs !== undefined) schedule(fate.againMs, () => void arrive(app, call, gone.signal));
    return arrive(app, call, gone.signal);
  }

  function bring({ status, headers }: Response, bytes: Buffer): void {
    const dated = new Headers(headers);
    dated.set('date', new Date(time.at).toUTCString());
    listener.onStart(status, dated);
    const half = fate.broken === 'body' || fate.bodyMs !== undefined ? bytes.length >> 1 : bytes.length;
    if (half > 0) listener.onData(bytes.subarray(0, half));
    if (fate.broken === 'body') {
      fail(1, reset());
      return;
    }
    const finish = () =>
      over(() => {
        if (half < bytes.length) listener.onData(bytes.subarray(half));
        listener.onEnd();
      });
    if (fate.bodyMs === undefined) finish();
    else tell(fate.bodyMs, finish);
  }

  if (!app) fail(fate.toMs, refused());
  else if (fate.broken === 'request') fail(fate.toMs + fate.backMs, reset());
  else void gate(`sent ${name}`).then(() => inTheWorld(() => schedule(fate.toMs, () => void carryOut())));
}

/** Null: it cut the connection. */
async function arrive(app: App, { method, url, headers, body }: Call, signal: AbortSignal): Promise<Response | null> {
  let isCut = false;
  const destroy = () => {
    isCut = true;
  };
  const env = { incoming: { socket: { destroy } }, outgoing: { destroy, writeHead: () => undefined } };
  const init = { method, headers: headers.map(([name, value]): [string, string] => [name, value]), signal };
  const request = new Request(
    url,
    body == null ? init : { ...init, body: body as NonNullable<RequestInit['body']>, duplex: 'half' },
  );
  const response = await (async () => app(request, env))().catch(() => null);
  return isCut ? null : response;
}
