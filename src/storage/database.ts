import { type Dialect, Kysely, sql } from 'kysely';
import type { Log } from '#log.ts';
import { createCommits } from './commits.ts';
import { createDiskSync, syncedByCommits } from './disk-sync.ts';
import { checkMigrations, migrate } from './migrations.ts';
import { createPostgresClient, createPostgresDialect, type PostgresSettings } from './postgres.ts';
import type { Commits, Queries } from './queries.ts';
import { shareCommits } from './shared-commits.ts';
import { createSqliteDialect, openSqlite, usesWal } from './sqlite.ts';
import type { Tables } from './tables/tables.ts';

export type DatabaseSettings = { readonly kind: 'sqlite'; readonly file: string } | PostgresSettings;

export type { Queries, Transaction } from './queries.ts';

export interface Database extends Commits {
  readonly kind: DatabaseSettings['kind'];
  /** Whether no other process uses the database. */
  readonly isAlone: boolean;
  readonly db: Queries;
  close(): Promise<void>;
}

export interface DatabaseDeps {
  readonly log: Log;
  /** Limits the connections to PostgreSQL. */
  readonly mostConnections?: number;
  readonly lockTimeoutMs?: number;
  /** How long a query waits for the server's answer. */
  readonly queryTimeoutMs?: number;
  /** How long a query waits for a free connection. */
  readonly connectTimeoutMs?: number;
  /** For tests: several processes share one SQLite file, as they share PostgreSQL. */
  readonly isShared?: boolean;
  /** For tests: intercepts queries. */
  readonly wrap?: (dialect: Dialect) => Dialect;
}

/** PostgreSQL's code for a unique violation in its own tables. */
const duplicateSchema = '23505';
const defaultLockTimeoutMs = 5_000;

/** Opens the database and migrates it; safe in several processes at the same time. */
export const openDatabase = (settings: DatabaseSettings, deps: DatabaseDeps): Promise<Database> =>
  settings.kind === 'sqlite' ? openSqliteDatabase(settings.file, deps) : openPostgresDatabase(settings, deps);

async function openSqliteDatabase(file: string, deps: DatabaseDeps): Promise<Database> {
  const { lockTimeoutMs = defaultLockTimeoutMs, isShared = false } = deps;
  const sqlite = openSqlite(file);
  const disk = usesWal(sqlite) ? createDiskSync(file) : syncedByCommits;
  const db = connect(createSqliteDialect(sqlite, lockTimeoutMs, disk.sync), deps);
  try {
    await migrate(db, { kind: 'sqlite' }, lockTimeoutMs);
    await disk.sync();
  } catch (error) {
    await disk.close();
    await db.destroy();
    throw error;
  }
  return {
    kind: 'sqlite',
    isAlone: !isShared,
    db,
    ...createCommits(
      db,
      disk,
      shareCommits(db, disk, () => sqlite.isTransaction),
    ),
  };
}

async function openPostgresDatabase(settings: PostgresSettings, deps: DatabaseDeps): Promise<Database> {
  const { log, lockTimeoutMs = defaultLockTimeoutMs, queryTimeoutMs, connectTimeoutMs, mostConnections } = deps;
  const place = await locate(settings, deps);
  const dialect = (timeoutMs: number | null | undefined) =>
    createPostgresDialect(place, log, { lockTimeoutMs, queryTimeoutMs: timeoutMs, connectTimeoutMs, mostConnections });
  const db = connect(dialect(queryTimeoutMs), deps);
  // Migrating millions of orders takes longer than the query timeout.
  const withoutTimeout = connect(dialect(null), deps);
  try {
    await migrate(withoutTimeout, place, lockTimeoutMs);
    // Kysely opens the driver with the first query, and closes only a driver that is open.
    if (settings.isPooled) await sql`select 1`.execute(db);
    else await assertLimited(db);
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    await withoutTimeout.destroy();
  }
  return { kind: 'postgres', isAlone: false, db, ...createCommits(db, syncedByCommits) };
}

/** A pooler that ignores the limits of a connection also shares the connection, with its prepared statements. */
async function assertLimited(db: Queries): Promise<void> {
  const limit = sql<string>`current_setting('idle_in_transaction_session_timeout')`;
  const { rows } = await sql<{ value: string }>`select ${limit} as value`.execute(db);
  if (rows[0]?.value === '0')
    throw new Error(
      'PostgreSQL is behind a pooler that drops the settings of a connection. Set DATABASE_POOLER=transaction.',
    );
}

/** Adds the name of the schema, which all statements contain. */
export async function locate(settings: PostgresSettings, deps: DatabaseDeps): Promise<PostgresSettings> {
  if (settings.schema !== undefined) return settings;
  const schema = await readIn(settings, deps, async (db) => {
    const { rows } = await sql<{ name: string | null }>`select current_schema() as name`.execute(db);
    return rows[0]?.name;
  });
  if (!schema) throw new Error('PostgreSQL has no schema for the tables. Check search_path.');
  return { ...settings, schema };
}

/** Creates the schema if it is missing, so that one database holds several shops. */
export async function makeSchema(url: string, schema: string): Promise<void> {
  const client = createPostgresClient(url);
  await client.connect();
  try {
    await client.query(`create schema if not exists ${client.escapeIdentifier(schema)}`);
  } catch (error) {
    // Another process created it at the same moment.
    if (!(error instanceof Error && 'code' in error && error.code === duplicateSchema)) throw error;
  } finally {
    await client.end();
  }
}

/** Reads a database without migrating it, even while a bot runs on it. Rejects if this release cannot use it. */
export const inspectDatabase = <T>(
  settings: DatabaseSettings,
  deps: DatabaseDeps,
  inspect: (db: Queries) => Promise<T>,
): Promise<T> =>
  readDatabase(settings, deps, async (db) => {
    await checkMigrations(db, settings.kind);
    return inspect(db);
  });

/** Reads a database that a later release may have changed: expected tables or columns may be missing. */
export const readDatabase = async <T>(
  settings: DatabaseSettings,
  deps: DatabaseDeps,
  inspect: (db: Queries) => Promise<T>,
): Promise<T> => readIn(settings.kind === 'sqlite' ? settings : await locate(settings, deps), deps, inspect);

async function readIn<T>(
  settings: DatabaseSettings,
  deps: DatabaseDeps,
  inspect: (db: Queries) => Promise<T>,
): Promise<T> {
  const { log, lockTimeoutMs = defaultLockTimeoutMs, queryTimeoutMs, connectTimeoutMs } = deps;
  const dialect =
    settings.kind === 'sqlite'
      ? createSqliteDialect(openSqlite(settings.file), lockTimeoutMs, async () => undefined)
      : createPostgresDialect(settings, log, { lockTimeoutMs, queryTimeoutMs, connectTimeoutMs });
  const db = connect(dialect, deps);
  try {
    return await inspect(db);
  } finally {
    await db.destroy();
  }
}

/** Size of the database on PostgreSQL. */
export async function databaseBytes(db: Queries): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db);
  return Number(rows[0]?.bytes ?? 0);
}

/** Rejects when the database cannot be read. */
export async function ping({ db }: Pick<Database, 'db'>): Promise<void> {
  await db.selectFrom('audit').select('id').limit(1).execute();
}

const connect = (dialect: Dialect, { wrap }: DatabaseDeps): Queries =>
  new Kysely<Tables>({ dialect: wrap ? wrap(dialect) : dialect });
