import { inject } from 'vitest';
import { languages } from './story.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly long: boolean;
  }
}

/** True in `npm run test:long`, which runs the test files that import this one at full length. */
export const long: boolean = inject('long');

/** All in a long run; else every `step`th, beginning with one that the seed chooses. */
export const sampled = <T>(all: readonly T[], step: number): readonly T[] =>
  long ? all : all.filter((_, at) => at % step === inject('seed') % Math.min(step, all.length));

/** How many random stories a test tells: a few, more in a long run, or as many as `TEST_STORIES` says. */
export const storiesToTell = (short: number, inLong: number): number =>
  Number(process.env.TEST_STORIES ?? (long ? inLong : short));

/** The languages of a journey. Arabic has a journey of its own. */
export const journeyLanguages: readonly (typeof languages)[number][] = long ? languages : languages.slice(0, 1);
