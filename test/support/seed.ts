import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number;
  }
}

/** One seed for everything random in a run: printed, and set again by TEST_SEED. */
export default function setup(project: TestProject): void {
  const seed = Number(process.env.TEST_SEED ?? Date.now() % 2 ** 31);
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED must be a whole number: ${process.env.TEST_SEED}`);
  process.stdout.write(`random tests: TEST_SEED=${seed}\n`);
  project.provide('seed', seed);
}
