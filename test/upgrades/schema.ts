import { readdirSync, readFileSync } from 'node:fs';
import { type CompiledQuery, type Kysely, sql } from 'kysely';
import { createLog } from '#log.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { listening } from '#test/support/listening.ts';

/** A database of a released version: its schema for each database, and its rows. */
export interface Released {
  readonly version: string;
  /** When it was stored: nothing has expired by then. */
  readonly at: number;
  readonly schema: Readonly<Record<DatabaseSettings['kind'], readonly string[]>>;
  readonly rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
}

const folder = new URL('./released/', import.meta.url);
const byVersion = new Intl.Collator('en', { numeric: true }).compare;

/** Paths of the files with this ending that were kept for the releases, oldest first. */
export const keptFiles = (ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .toSorted(byVersion)
    .map((name) => new URL(name, folder).pathname);

/** The kept databases, oldest first. The first one has the migration names from before 1.0. */
export const releases: readonly Released[] = keptFiles('.json').map(
  (path) => JSON.parse(readFileSync(path, 'utf8')) as Released,
);

/** How a release's archive is sealed. The cost is low because its passphrase is public. */
export const archiveOptions = { passphrase: 'correct horse battery', cost: 4 } as const;

/** The statements that create an empty database of this version. */
export async function schemaOf(settings: DatabaseSettings): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql: text }: CompiledQuery) => {
    if (/^\s*(create|alter|drop)\s/i.test(text)) statements.push(text);
  };
  const database = await openDatabase(settings, {
    log: createLog('silent'),
    wrap: (dialect) => listening(dialect, note),
  });
  await database.close();
  return statements;
}

// biome-ignore lint/suspicious/noExplicitAny: the compiler knows only the tables of this version.
type AnyTables = Kysely<any>;

export async function readRows(db: AnyTables): Promise<Released['rows']> {
  const rows: Record<string, Record<string, unknown>[]> = {};
  for (const { name } of await db.introspection.getTables({ withInternalKyselyTables: true })) {
    if (name === 'kysely_migration_lock') continue;
    rows[name] = await db.selectFrom(name).selectAll().execute();
  }
  return rows;
}

/** Restores a released database into an empty one. */
export async function restore(
  db: AnyTables,
  kind: DatabaseSettings['kind'],
  { schema, rows }: Released,
): Promise<void> {
  for (const statement of schema[kind]) await sql.raw(statement).execute(db);
  for (const [table, values] of Object.entries(rows)) {
    if (values.length === 0) continue;
    await db.insertInto(table).values(values).execute();
    const counted = kind === 'postgres' && values.every((row) => typeof row.id === 'number');
    const sequence = sql`pg_get_serial_sequence(${table}, 'id')`;
    if (counted) await sql`select setval(${sequence}, ${values.at(-1)?.id}) where ${sequence} is not null`.execute(db);
  }
}
