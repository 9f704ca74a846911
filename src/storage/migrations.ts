import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { orders } from './migrations/001-orders.ts';
import { agents } from './migrations/002-agents.ts';
import { sales } from './migrations/003-sales.ts';
import { times } from './migrations/004-times.ts';
import { limits } from './migrations/005-limits.ts';
import { announcements } from './migrations/006-announcements.ts';
import { inbox } from './migrations/007-inbox.ts';
import { payments } from './migrations/008-payments.ts';
import { prices } from './migrations/009-prices.ts';
import { promoCodes } from './migrations/010-promo-codes.ts';
import { earnings } from './migrations/011-earnings.ts';
import { plans } from './migrations/012-plans.ts';
import { support } from './migrations/013-support.ts';
import { staff } from './migrations/014-staff.ts';
import { purchaseRoutes } from './migrations/015-purchase-routes.ts';
import { listRows } from './migrations/016-list-rows.ts';
import { plansByDay } from './migrations/017-plans-by-day.ts';
import { priceHolds } from './migrations/018-price-holds.ts';
import { slips } from './migrations/019-slips.ts';
import { credits } from './migrations/020-credits.ts';
import { owners } from './migrations/021-owners.ts';
import { reselling } from './migrations/022-reselling.ts';
import { agentBots } from './migrations/024-agent-bots.ts';
import { reversedOrders } from './migrations/025-reversed-orders.ts';
import { possiblySent } from './migrations/026-possibly-sent.ts';
import { retiredQuotes } from './migrations/027-retired-quotes.ts';
import type { Tables } from './tables/tables.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** The database of a shop, and on PostgreSQL the schema of its tables. */
export interface MigratedPlace {
  readonly kind: DatabaseKind;
  readonly schema?: string;
}

/** In order. A released migration never changes. */
const migrations = (kind: DatabaseKind): Record<string, Migration> => ({
  '001-orders': orders(kind),
  '002-agents': agents(kind),
  '003-sales': sales(kind),
  '004-times': times,
  '005-limits': limits,
  '006-announcements': announcements(kind),
  '007-inbox': inbox,
  '008-payments': payments(kind),
  '009-prices': prices(kind),
  '010-promo-codes': promoCodes(kind),
  '011-earnings': earnings(kind),
  '012-plans': plans,
  '013-support': support(kind),
  '014-staff': staff(kind),
  '015-purchase-routes': purchaseRoutes,
  '016-list-rows': listRows,
  '017-plans-by-day': plansByDay,
  '018-price-holds': priceHolds,
  '019-slips': slips(kind),
  '020-credits': credits,
  '021-owners': owners,
  '022-reselling': reselling,
  '024-agent-bots': agentBots,
  '025-reversed-orders': reversedOrders,
  '026-possibly-sent': possiblySent,
  '027-retired-quotes': retiredQuotes,
});

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
  const { schema } = place;
  const migrator = new Migrator({
    db: tx,
    provider: { getMigrations: async () => wanted },
    // Without its name the tables of another shop in the same database would be taken for its own.
    ...(schema === undefined ? {} : { migrationTableSchema: schema }),
  });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  return results.length;
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
  const executed = await executedNames(db, kind);
  const later = executed.filter((name) => !knownNames.has(name));
  assertUsable(later);
  // The migrator locks and inspects the whole schema.
  if (executed.length - later.length === knownNames.size) return;
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
 * For rows of an earlier release, in a database without tables. `later`: there is a migration of a later release. `taken`:
 * a bot that started in this moment has migrated it.
 */
export async function migrateTo(
  tx: Kysely<Tables>,
  place: MigratedPlace,
  lockTimeoutMs: number,
  names: readonly string[],
): Promise<'migrated' | 'later' | 'taken'> {
  const ownMigrations = migrations(place.kind);
  if (names.some((name) => !(name in ownMigrations))) return 'later';
  const wanted = Object.entries(ownMigrations).filter(([name]) => names.includes(name));
  const done = await run(tx, place, lockTimeoutMs, Object.fromEntries(wanted));
  return done === wanted.length ? 'migrated' : 'taken';
}

async function executedNames(db: Kysely<Tables>, kind: DatabaseKind): Promise<string[]> {
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
