import { type Dialect, Kysely, type Transaction as KyselyTransaction } from 'kysely';
import type { Log } from '../log.ts';
import { migrate } from './migrations.ts';
import { createPostgresDialect } from './postgres.ts';
import { createSqliteDialect, openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

export type DatabaseSettings =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

export type Transaction = KyselyTransaction<Tables>;
/** A query runs the same on its own and inside a transaction. */
export type Queries = Kysely<Tables>;

export interface Database {
  readonly kind: DatabaseSettings['kind'];
  readonly db: Queries;
  /** All of it or none of it. Nothing in `work` may wait for the outside world. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface DatabaseDeps {
  readonly log: Log;
  /** How long a write waits for another process's lock before it fails. */
  readonly patienceMs?: number;
  /** Lets a test stand between the queries and the driver. */
  readonly wrap?: (dialect: Dialect) => Dialect;
}

const usualPatienceMs = 5_000;

/** Opens the database and brings its schema up to date; safe to do in several processes at once. */
export async function openDatabase(
  settings: DatabaseSettings,
  { log, wrap, patienceMs = usualPatienceMs }: DatabaseDeps,
): Promise<Database> {
  const dialect =
    settings.kind === 'postgres'
      ? createPostgresDialect(settings.url, log, patienceMs)
      : createSqliteDialect(openSqlite(settings.file), patienceMs);
  const db = new Kysely<Tables>({ dialect: wrap ? wrap(dialect) : dialect });
  try {
    await migrate(db, settings.kind);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return {
    kind: settings.kind,
    db,
    transaction: (work) => db.transaction().execute(work),
    close: () => db.destroy(),
  };
}
