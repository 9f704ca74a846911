import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    readonly seed: number;
  }
}

/** Without `TEST_SEED`, `npm test` does the same each time, and a long run takes a new seed. */
const usualSeed = 20_261_119;

/** Provides one seed for everything random in a run, and prints it. */
export default function setup(project: TestProject): void {
  const seed = Number(process.env.TEST_SEED ?? (project.config.provide.long ? Date.now() % 2 ** 31 : usualSeed));
  if (!Number.isSafeInteger(seed)) throw new Error(`TEST_SEED must be a whole number: ${process.env.TEST_SEED}`);
  process.stdout.write(`random tests: TEST_SEED=${seed}\n`);
  project.provide('seed', seed);
}
