import { AsyncLocalStorage } from 'node:async_hooks';
import { type Life, lives } from './life.ts';
import { random } from './random.ts';
import { time } from './time.ts';

export interface Timer {
  readonly run: () => void;
  readonly life: Life | undefined;
  /** Between two runs of an interval; null: it runs once. */
  readonly everyMs: number | null;
  readonly ms: number;
  at: number;
  /** Timers of different lengths that are due together run in an order of the seed. */
  readonly tie: number;
  readonly place: number;
  isCancelled: boolean;
}

const longestMs = 2 ** 31 - 1;
/** A loop that never waits would keep virtual time from passing. */
const mostAtOnce = 50_000;
const realImmediate = globalThis.setImmediate;

let heap: Timer[] = [];
let immediates: Timer[] = [];
let places = 0;
let salt = 0;

function timer(ms: number, run: () => void, everyMs: number | null): Timer {
  const inContext = AsyncLocalStorage.snapshot();
  places += 1;
  return {
    run: () => inContext(run),
    life: lives.getStore(),
    everyMs,
    ms,
    at: time.at + Math.max(1, Math.min(ms || 1, longestMs)),
    tie: (Math.imul(Math.round(ms), 0x9e3779b1) ^ salt) >>> 0,
    place: places,
    isCancelled: false,
  };
}

/** Runs in the caller's context, unless the life that asked is dead by then. */
export function schedule(ms: number, run: () => void, everyMs: number | null = null): Timer {
  const one = timer(ms, run, everyMs);
  push(one);
  return one;
}

export function scheduleImmediate(run: () => void): Timer {
  const one = timer(0, run, null);
  immediates.push(one);
  return one;
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    schedule(ms, resolve);
  });

export function resetClock(): void {
  time.reset();
  heap = [];
  immediates = [];
  places = 0;
  salt = random.plan.whole(2 ** 32);
}

/** Runs the world until `isDone`. Rejects if nothing is left to do. */
export function runUntil(isDone: () => boolean): Promise<void> {
  let at = time.at;
  let count = 0;
  return new Promise((resolve, reject) => {
    function step(): void {
      try {
        if (isDone()) resolve();
        else {
          advance();
          // The real loop turns once, so that promises and ticks have run before the next timer.
          realImmediate(step);
        }
      } catch (error) {
        reject(error);
      }
    }
    function advance(): void {
      const next = takeNext();
      if (!next) throw new Error('nothing is left to do, and the run has not ended');
      count = time.at === at ? count + 1 : 0;
      at = time.at;
      if (count > mostAtOnce) throw new Error(`time stands still: life ${next.life?.id ?? '-'} loops`);
      next.run();
    }
    realImmediate(step);
  });
}

/** Runs the world until this has ended. */
export async function complete<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  await runUntil(() => isDone);
  return work;
}

/** The next timer of the living; moves the time to it. Those of a frozen process wait until it wakes. */
function takeNext(): Timer | undefined {
  for (;;) {
    const immediate = immediates.shift();
    const next = immediate ?? pop();
    if (!next) return undefined;
    if (next.isCancelled || next.life?.isDead) continue;
    if (next.life && next.life.frozenUntil > Math.max(time.at, next.at)) {
      push(Object.assign(next, { at: next.life.frozenUntil }));
      continue;
    }
    if (!immediate) time.at = Math.max(time.at, next.at);
    if (next.everyMs !== null) {
      places += 1;
      next.at = time.at + next.everyMs;
      push(Object.assign(next, { place: places }));
    }
    return next;
  }
}

const isBefore = (one: Timer, other: Timer): boolean => {
  if (one.at !== other.at) return one.at < other.at;
  return one.tie === other.tie ? one.place < other.place : one.tie < other.tie;
};

const at = (index: number): Timer => heap[index] as Timer;

function swap(one: number, other: number): void {
  const kept = at(one);
  heap[one] = at(other);
  heap[other] = kept;
}

function push(one: Timer): void {
  let index = heap.push(one) - 1;
  while (index > 0) {
    const parent = (index - 1) >> 1;
    if (!isBefore(at(index), at(parent))) return;
    swap(index, parent);
    index = parent;
  }
}

function pop(): Timer | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (heap.length === 0 || !last) return top;
  heap[0] = last;
  for (let index = 0; ; ) {
    const [left, right] = [2 * index + 1, 2 * index + 2];
    let least = index;
    if (left < heap.length && isBefore(at(left), at(least))) least = left;
    if (right < heap.length && isBefore(at(right), at(least))) least = right;
    if (least === index) return top;
    swap(index, least);
    index = least;
  }
}
