import { inject } from 'vitest';
import type { Language } from '../../src/domain/money.ts';
import { languages } from './story.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly long: boolean;
  }
}

/**
 * True in `npm run test:long`, which runs the test files that import this one, at full length. In `npm test` they prove
 * the same with less.
 */
export const long: boolean = inject('long');

/** A journey is told in each of these. `buying` is told in every language always, as the proof that all are spoken. */
export const journeyLanguages: readonly Language[] = long ? languages : languages.slice(0, 1);
