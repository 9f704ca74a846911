import { type Dialect, Kysely, sql } from 'kysely';
import type { Log } from '../log.ts';
import { groupCommits } from './group-commit.ts';
import { migrate } from './migrations.ts';
import { createPostgresDialect } from './postgres.ts';
import type { Commits, Queries } from './queries.ts';
import { createSqliteDialect, openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

export type { Queries, Transaction } from './queries.ts';

export interface Database extends Commits {
  readonly kind: DatabaseSettings['kind'];
  readonly db: Queries;
  close(): Promise<void>;
}

export interface DatabaseDeps {
  readonly log: Log;
  readonly lockTimeoutMs?: number;
  /** How long a query waits for an answer of the server. */
  readonly queryTimeoutMs?: number;
  /** How long a query waits for a free connection. */
  readonly connectTimeoutMs?: number;
  /** For tests: intercepts queries. */
  readonly wrap?: (dialect: Dialect) => Dialect;
}

const defaultLockTimeoutMs = 5_000;

/** Opens the database and migrates it; safe in several processes at the same time. */
export async function openDatabase(
  settings: DatabaseSettings,
  { log, wrap, lockTimeoutMs = defaultLockTimeoutMs, queryTimeoutMs, connectTimeoutMs }: DatabaseDeps,
): Promise<Database> {
  const opened = (dialect: Dialect): Queries => new Kysely<Tables>({ dialect: wrap ? wrap(dialect) : dialect });
  const connect = (timeoutMs: number | null | undefined): Queries => {
    if (settings.kind === 'postgres')
      return opened(
        createPostgresDialect(settings.url, log, { lockTimeoutMs, queryTimeoutMs: timeoutMs, connectTimeoutMs }),
      );
    return opened(createSqliteDialect(openSqlite(settings.file), lockTimeoutMs));
  };
  const db = connect(queryTimeoutMs);
  // A migration of millions of orders takes longer than the query timeout.
  const withoutTimeout = settings.kind === 'postgres' ? connect(null) : db;
  try {
    await migrate(withoutTimeout, settings.kind, lockTimeoutMs);
    // Kysely opens the driver with the first query, and closes only a driver that is open.
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    if (withoutTimeout !== db) await withoutTimeout.destroy();
  }
  const { kind } = settings;
  // PostgreSQL groups commits by itself.
  if (kind === 'postgres')
    return {
      kind,
      db,
      transaction: (work) => db.transaction().execute(work),
      write: (work) => work(db),
      close: () => db.destroy(),
    };
  const { idle, ...commits } = groupCommits(db);
  return { kind, db, ...commits, close: () => idle().then(() => db.destroy()) };
}
