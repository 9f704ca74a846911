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

/** The last of the migrations that made the schema of the first one before 1.0. */
const lastBefore = '027-retired-quotes';

/** The names by which this release knows these migrations; null: those of a release before 1.0, which it does not know. */
function nowNamed(names: readonly string[]): readonly string[] | null {
  if (names.length === 0 || names.includes(first)) return names;
  return names.includes(lastBefore) ? [first, ...names.filter((name) => name > lastBefore)] : null;
}

/** For the rest of the transaction, in statements that do not name it. */
export async function useSchema(tx: Kysely<Tables>, { schema }: MigratedPlace): Promise<void> {
  if (schema !== undefined) await sql`set local search_path to ${sql.id(schema)}`.execute(tx);
}

/** Kysely's own, which processes of earlier releases take. */
const migrationLock = sql.lit('3853314791062309107');
const longestTurn = sql.lit('1h');

/**
 * Processes that start together migrate one after the other. Kysely's lock belongs to a session, which a pooler gives to
 * others; this one ends with the transaction. A migration over all orders may exceed the server's statement timeout. But
 * while it waits for a table lock, other queries wait behind it: so it fails after the lock timeout and is tried at the
 * next start.
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
    // Without its name the tables of another shop in the same database would be taken for its own.
    ...(migrationTableSchema === undefined ? {} : { migrationTableSchema }),
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.length;
}

/** A database of the last version before 1.0 has the schema of the first migration: here it gets its name. */
async function rename(tx: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const stored = await storedNames(tx, kind);
  const names = executedOf(stored);
  const old = stored.filter((name) => !names.includes(name));
  if (old.length === 0) return;
  const table = sql.table(DEFAULT_MIGRATION_TABLE);
  await sql`delete from ${table} where name in (${sql.join(old)})`.execute(tx);
  await sql`insert into ${table} (name, timestamp) values (${first}, ${new Date().toISOString()})`.execute(tx);
}

/** A migration with this in its name takes away what the release before used; all others only add. */
const contracts = /-contract-/;

/**
 * A later release may have migrated the database already: during a rolling update its processes run beside those of this
 * one. What it added is left alone.
 */
export async function migrate(db: Kysely<Tables>, place: MigratedPlace, lockTimeoutMs: number): Promise<void> {
  const { kind } = place;
  const all = Object.entries(migrations(kind));
  const knownNames = new Set(all.map(([name]) => name));
  const stored = await storedNames(db, kind);
  const later = executedOf(stored).filter((name) => !knownNames.has(name));
  assertUsable(later);
  // The migrator locks and inspects the whole schema.
  if (all.every(([name]) => stored.includes(name))) return;
  const done = later.map((name) => [name, { up: async () => undefined }] as const);
  const wanted = Object.fromEntries([...all, ...done]);
  const migrateIn = (tx: Kysely<Tables>) => run(tx, place, lockTimeoutMs, wanted);
  if (db.isTransaction) return void (await migrateIn(db));
  try {
    await db.transaction().execute(migrateIn);
  } catch (error) {
    // A newer process migrated in this moment.
    const isLate = (await executedNames(db, kind)).some((name) => !knownNames.has(name) && !later.includes(name));
    if (!isLate) throw error;
    await migrate(db, place, lockTimeoutMs);
  }
}

function assertUsable(later: readonly string[]): void {
  const refused = later.find((name) => contracts.test(name));
  if (refused !== undefined)
    throw new Error(`A newer version has changed the database (${refused}): this version cannot use it any more.`);
}

/** Rejects if this release cannot use the database; changes nothing. */
export async function checkMigrations(db: Kysely<Tables>, kind: DatabaseKind): Promise<void> {
  const ownMigrations = migrations(kind);
  assertUsable((await executedNames(db, kind)).filter((name) => !(name in ownMigrations)));
}

/** Whether a start of this release takes away what the release before needs. */
export async function willContract(db: Kysely<Tables>, kind: DatabaseKind): Promise<boolean> {
  const executed = await executedNames(db, kind);
  return Object.keys(migrations(kind)).some((name) => contracts.test(name) && !executed.includes(name));
}

/**
 * For rows of another release, in a database without tables. `earlier`: they are of a release before 1.0. `later`: there is
 * a migration of a later release. `taken`: a bot that started in this moment has migrated it.
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
    throw new Error('The database is of a release before 1.0: this version opens only databases of 1.0 or later.');
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
