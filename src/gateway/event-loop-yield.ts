import { setImmediate } from 'node:timers/promises';

/** Splits long work into slices, so that the event loop stays responsive. */
export interface EventLoopYield {
  /** True once this slice has taken long enough. */
  due(): boolean;
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
