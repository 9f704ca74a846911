import { type ColumnDefinitionBuilder, type RawBuilder, sql } from 'kysely';

export type DatabaseKind = 'sqlite' | 'postgres';

type Column = ColumnDefinitionBuilder;

export const required = (column: Column): Column => column.notNull();
export const key = (column: Column): Column => column.notNull().primaryKey();
/** Requires that no two rows have the same value. */
export const once = (column: Column): Column => column.unique();
export const requiredOnce = (column: Column): Column => column.notNull().unique();
export const always =
  (value: number | string) =>
  (column: Column): Column =>
    column.notNull().defaultTo(value);
export const zero = always(0);

/** An id that the database numbers and never reuses. */
export const numbered = (kind: DatabaseKind) =>
  [
    'id',
    kind === 'sqlite' ? 'integer' : 'bigserial',
    (column: Column): Column => (kind === 'sqlite' ? column.primaryKey().autoIncrement() : column.primaryKey()),
  ] as const;

/** A text that is searched by prefix, so it sorts by bytes in every language of the server. */
export const sortedText = (kind: DatabaseKind): 'text' | RawBuilder<unknown> =>
  kind === 'sqlite' ? 'text' : sql`text collate "C"`;
