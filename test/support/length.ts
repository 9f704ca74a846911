import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { expect, inject } from 'vitest';
import { type DatabaseKind, databaseKinds } from './databases.ts';
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

/** Both in a long run; else one, which the seed and the test file choose, so that a run has both. */
export function sampledDatabases(): readonly DatabaseKind[] {
  const file = relative(process.cwd(), expect.getState().testPath ?? '');
  const offset = inject('seed') + (createHash('sha256').update(file).digest()[0] ?? 0);
  return long ? databaseKinds : databaseKinds.filter((_, at) => at === offset % databaseKinds.length);
}

/** Both in a long run, else SQLite: for tests that make a schema each, which takes PostgreSQL a second. */
export const schemaKinds: readonly DatabaseKind[] = long ? databaseKinds : databaseKinds.slice(0, 1);

/** How many random stories a test tells: a few, more in a long run, or as many as `TEST_STORIES` says. */
export const storiesToTell = (short: number, inLong: number): number =>
  Number(process.env.TEST_STORIES ?? (long ? inLong : short));

/** The languages of a journey. Arabic has a journey of its own. */
export const journeyLanguages: readonly (typeof languages)[number][] = long ? languages : languages.slice(0, 1);
