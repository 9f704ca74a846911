import { setImmediate } from 'node:timers/promises';

/** Lets other work in between the pieces of a long one. */
export interface EventLoopYield {
  /** True when this turn of the event loop has been held for long enough. */
  due(): boolean;
  /** Ends the turn; what follows runs in a later one. */
  yield(): Promise<void>;
}

export function createEventLoopYield(sliceMs = 8): EventLoopYield {
  let started = performance.now();
  return {
    due: () => performance.now() - started >= sliceMs,
    async yield() {
      await setImmediate();
      started = performance.now();
    },
  };
}
