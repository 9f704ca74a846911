import { inject } from 'vitest';
import type { Language } from '../../src/domain/money.ts';
import { languages } from './story.ts';

declare module 'vitest' {
  interface ProvidedContext {
    readonly long: boolean;
  }
}

/** True in `npm run test:long`, which runs the test files that import this one at full length. */
export const long: boolean = inject('long');

/** The languages of a journey. `buying` always runs in every language. */
export const journeyLanguages: readonly Language[] = long ? languages : languages.slice(0, 1);
