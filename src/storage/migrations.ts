import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import type { DatabaseKind } from './migrations/001-schema/columns.ts';
import { schema } from './migrations/001-schema.ts';
import { unused } from './migrations/002-contract-unused.ts';
import type { Tables } from './tables/tables.ts';

/** The database of a shop, and on PostgreSQL the schema of its tables. */
export interface MigratedPlace {
  readonly kind: DatabaseKind;
  readonly schema?: string;
}

const first = '001-schema';

/** In order. A released migration never changes. */
const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  [first]: schema(kind),
  '002-contract-unused': unused,
});

/** The last migration before 1.0. All of them together make the schema of `001-schema`. */
const lastBefore = '027-retired-quotes';

/** Translates stored names into those of this release; null for a release before 1.0, which is not supported. */
function nowNamed(names: readonly string[]): readonly string[] | null {
  if (names.length === 0 || names.includes(first)) return names;
  return names.includes(lastBefore) ? [first, ...names.filter((name) => name > lastBefore)] : null;
}

/** Sets the schema of statements that do not name it, for the rest of the transaction. */
export async function useSchema(tx: Kysely<Tables>, { schema }: MigratedPlace): Promise<void> {
  if (schema !== undefined) await sql`set local search_path to ${sql.id(schema)}`.execute(tx);
}

/** Kysely's own lock, which earlier releases take too. */
const migrationLock = sql.lit('3853314791062309107');
const longestTurn = sql.lit('1h');

/**
 * Makes processes that start together migrate one after the other. Kysely's lock belongs to a session, which a pooler
 * shares; this one ends with the transaction. A migration over all orders may exceed the server's statement timeout, so
 * there is none. But other queries queue behind a migration that waits for a table lock, so it fails after the lock
 * timeout and runs at the next start.
 */
async function takeTurn(tx: Kysely<Tables>, place: MigratedPlace, lockTimeoutMs: number): Promise<void> {
  if (place.kind === 'sqlite') return;
  await useSchema(tx, place);
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local lock_timeout = ${longestTurn}`.execute(tx);
  await sql`select pg_advisory_xact_lock(${migrationLock}::bigint)`.execute(tx);
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(tx);
}

async function run(
  tx: Kysely<Tables>,
  place: MigratedPlace,
  lockTimeoutMs: number,
  wanted: Record<string, Migration>,
): Promise<number> {
  await takeTurn(tx, place, lockTimeoutMs);
  await rename(tx, place.kind);
  const { schema: migrationTableSchema } = place;
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => wanted },
    // Without the schema, Kysely would find the tables of another shop in the same database.
    ...(migrationTableSchema === undefined ? {} : { migrationTableSchema }),
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.length;
}

/** Renames the migrations of the last version before 1.0, whose schema equals that of the first one here. */
async function rename(tx: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const stored = await storedNames(tx, kind);
  const names = executedOf(stored);
  const old = stored.filter((name) => !names.includes(name));
  if (old.length === 0) return;
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  await sql`delete from ${table} where name in (${sql.join(old)})`.execute(tx);
  await sql`insert into ${table} (name, timestamp) values (${first}, ${new Date().toISOString()})`.execute(tx);
}

/** A migration named so drops what the previous release used; all others only add. */
const contracts = /-contract-/;

/**
 * Accepts a database that a later release has migrated: during a rolling update both run side by side. What it added
 * stays.
 */
export async function migrate(db: Kysely<Tables>, place: MigratedPlace, lockTimeoutMs: number): Promise<void> {
  const { kind } = place;
  const all = Object.entries(migrations(kind));
  const knownNames = new Set(all.map(([name]) => name));
  const stored = await storedNames(db, kind);
  const later = executedOf(stored).filter((name) => !knownNames.has(name));
  assertUsable(later);
  // Skips the migrator, which locks and inspects the whole schema.
  if (all.every(([name]) => stored.includes(name))) return;
  const done = later.map((name) => [name, { up: async () => undefined }] as const);
  const wanted = Object.fromEntries([...all, ...done]);
  const migrateIn = (tx: Kysely<Tables>) => run(tx, place, lockTimeoutMs, wanted);
  if (db.isTransaction) return void (await migrateIn(db));
  try {
    await db.transaction().execute(migrateIn);
  } catch (error) {
    // A newer process may have migrated at the same moment.
    const isLate = (await executedNames(db, kind)).some((name) => !knownNames.has(name) && !later.includes(name));
    if (!isLate) throw error;
    await migrate(db, place, lockTimeoutMs);
  }
}

function assertUsable(later: readonly string[]): void {
  const refused = later.find((name) => contracts.test(name));
  if (refused !== undefined)
    throw new Error(`A newer version has changed the database (${refused}). This version can no longer use it.`);
}

/** Rejects if this release cannot use the database. Changes nothing. */
export async function checkMigrations(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const ownMigrations = migrations(kind);
  assertUsable((await executedNames(db, kind)).filter((name) => !(name in ownMigrations)));
}

/** Whether starting this release drops what the previous release needs. */
export async function willContract(db: Kysely<Tables>, kind: DatabaseKind): Promise<boolean> {
  const executed = await executedNames(db, kind);
  return Object.keys(migrations(kind)).some((name) => contracts.test(name) && !executed.includes(name));
}

/**
 * Prepares an empty database for rows of another release. `earlier` is a release before 1.0, `later` one with unknown
 * migrations. `taken` means that a bot has just migrated this database.
 */
export async function migrateTo(
  tx: Kysely<Tables>,
  place: MigratedPlace,
  lockTimeoutMs: number,
  names: readonly string[],
): Promise<'migrated' | 'earlier' | 'later' | 'taken'> {
  const ownMigrations = migrations(place.kind);
  const known = nowNamed(names);
  if (known === null) return 'earlier';
  if (known.some((name) => !(name in ownMigrations))) return 'later';
  const wanted = Object.entries(ownMigrations).filter(([name]) => known.includes(name));
  const done = await run(tx, place, lockTimeoutMs, Object.fromEntries(wanted));
  return done === wanted.length ? 'migrated' : 'taken';
}

const executedNames = async (db: Kysely<Tables>, kind: DatabaseKind): Promise<readonly string[]> =>
  executedOf(await storedNames(db, kind));

function executedOf(stored: readonly string[]): readonly string[] {
  const names = nowNamed(stored);
  if (names === null)
    throw new Error('The database belongs to a release before 1.0. This version opens only databases of 1.0 or later.');
  return names;
}

async function storedNames(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
  if (!(await hasTable(db, kind, DEFAULT_MIGRATION_TABLE))) return [];
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  return (await sql<{ name: string }>`select name from ${table}`.execute(db)).rows.map(({ name }) => name);
}

export async function hasTable(db: Kysely<Tables>, kind: DatabaseKind, name: string): Promise<boolean> {
  const table =
    kind === 'sqlite'
      ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
      : sql`select 1 where to_regclass(${sql.table(name).compile(db).sql}) is not null`;
  return (await table.execute(db)).rows.length > 0;
}
