import { createRequire } from 'node:module';
import { schedule, scheduleImmediate, type Timer } from './clock.ts';
import { lives } from './life.ts';
import { time } from './time.ts';

const require = createRequire(import.meta.url);

/** What `setTimeout` and its like return. */
class SimulatedTimer {
  #timer: Timer;
  constructor(timer: Timer) {
    this.#timer = timer;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }
  hasRef(): boolean {
    return true;
  }
  refresh(): this {
    const { run, everyMs, ms } = this.#timer;
    this.close();
    this.#timer = schedule(ms, run, everyMs);
    return this;
  }
  close(): this {
    this.#timer.isCancelled = true;
    return this;
  }
  [Symbol.toPrimitive](): number {
    return this.#timer.place;
  }
  [Symbol.dispose](): void {
    this.close();
  }
}

type Callback = (...args: unknown[]) => void;

const callbacks = {
  setTimeout: (run: Callback, ms = 1, ...args: unknown[]) => new SimulatedTimer(schedule(ms, () => run(...args))),
  setInterval: (run: Callback, ms = 1, ...args: unknown[]) =>
    new SimulatedTimer(schedule(ms, () => run(...args), Math.max(1, ms))),
  setImmediate: (run: Callback, ...args: unknown[]) => new SimulatedTimer(scheduleImmediate(() => run(...args))),
  clearTimeout: clear,
  clearInterval: clear,
  clearImmediate: clear,
};

function clear(timer: unknown): void {
  if (timer instanceof SimulatedTimer) timer.close();
}

interface Waiting {
  readonly signal?: AbortSignal;
}

const abortError = (signal: AbortSignal): Error =>
  Object.assign(new Error('The operation was aborted', { cause: signal.reason }), {
    name: 'AbortError',
    code: 'ABORT_ERR',
  });

/** As those of `node:timers/promises`. */
function wait<T>(begin: (end: () => void) => Timer, value: T, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortError(signal));
    const stop = () => {
      timer.isCancelled = true;
      if (signal) reject(abortError(signal));
    };
    const timer = begin(() => {
      signal?.removeEventListener('abort', stop);
      resolve(value);
    });
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const promises = {
  setTimeout: <T>(ms: number, value: T, { signal }: Waiting = {}) => wait((end) => schedule(ms, end), value, signal),
  setImmediate: <T>(value: T, { signal }: Waiting = {}) => wait(scheduleImmediate, value, signal),
};

function timeoutSignal(ms: number): AbortSignal {
  const abort = new AbortController();
  schedule(ms, () => abort.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')));
  return abort.signal;
}

const RealDate = globalThis.Date;
/** The world's own clock is right. */
const wallClock = (): number => lives.getStore()?.clock.read() ?? Math.floor(time.at);

const SimulatedDate = new Proxy(RealDate, {
  construct: (target, args: unknown[], self) =>
    Reflect.construct(target, args.length === 0 ? [wallClock()] : args, self),
  get: (target, name) => (name === 'now' ? wallClock : Reflect.get(target, name)),
});

export function replaceTimers(): void {
  Object.assign(globalThis, callbacks, { Date: SimulatedDate });
  Object.assign(require('node:timers'), callbacks);
  Object.assign(require('node:timers/promises'), promises);
  Object.assign(AbortSignal, { timeout: timeoutSignal });
  Object.assign(performance, { now: () => lives.getStore()?.clock.monotonic() ?? time.elapsed() });
}
