import { z } from 'zod';

export type Database =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly isPooled?: boolean };

const database = z.string().transform((value, context): Database => {
  if (/^postgres(ql)?:\/\//.test(value) && URL.canParse(value)) return { kind: 'postgres', url: value };
  const file = /^sqlite:(?:\/\/)?(.*[^/])$/.exec(value)?.[1];
  if (file) return { kind: 'sqlite', file };
  context.addIssue({ code: 'custom', message: 'sqlite:FILE or postgres://…' });
  return z.NEVER;
});

export const databaseShape = {
  DATABASE_URL: database.default({ kind: 'sqlite', file: 'data/sharj.db' }),
  DATABASE_POOLER: z.enum(['transaction', 'off'], 'transaction or off').default('off'),
};

export const expectedPoolable = 'postgres://… without options=, because DATABASE_POOLER is set';
/** A pooler refuses `options` or silently drops them. */
export const isPoolable = (url = ''): boolean =>
  url.startsWith('postgres') && URL.parse(url)?.searchParams.has('options') === false;

export const databaseOf = (it: { readonly DATABASE_URL: Database; readonly DATABASE_POOLER: string }): Database =>
  it.DATABASE_URL.kind === 'postgres' && it.DATABASE_POOLER === 'transaction'
    ? { ...it.DATABASE_URL, isPooled: true }
    : it.DATABASE_URL;

/** The database of a sandbox, which is always SQLite. */
export const sandboxDatabase = (what: string, file: string) =>
  database
    .refine((value) => value.kind === 'sqlite', `sqlite:FILE (${what} in SQLite)`)
    .transform((value) => (value.kind === 'sqlite' ? value.file : ':memory:'))
    .default(file);
