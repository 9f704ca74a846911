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
  /** How long a write waits for another process's lock before it fails. */
  readonly patienceMs?: number;
  /** How long a query waits for a server that cannot be heard. */
  readonly silenceMs?: number;
  /** How long it waits for a connection while all are in use. */
  readonly waitMs?: number;
  /** Lets a test stand between the queries and the driver. */
  readonly wrap?: (dialect: Dialect) => Dialect;
}

const usualPatienceMs = 5_000;

/** Opens the database and brings its schema up to date; safe to do in several processes at once. */
export async function openDatabase(
  settings: DatabaseSettings,
  { log, wrap, patienceMs = usualPatienceMs, silenceMs, waitMs }: DatabaseDeps,
): Promise<Database> {
  const opened = (dialect: Dialect): Queries => new Kysely<Tables>({ dialect: wrap ? wrap(dialect) : dialect });
  const connect = (silence: number | null | undefined): Queries => {
    if (settings.kind === 'postgres')
      return opened(createPostgresDialect(settings.url, log, { patienceMs, silenceMs: silence, waitMs }));
    return opened(createSqliteDialect(openSqlite(settings.file), patienceMs));
  };
  const db = connect(silenceMs);
  // Over millions of orders a migration, and whoever waits for it to end, takes longer than any query of ours may.
  const unhurried = settings.kind === 'postgres' ? connect(null) : db;
  try {
    await migrate(unhurried, settings.kind, patienceMs);
    // One that was never asked anything could not be closed either: it would open at the first question after that.
    await sql`select 1`.execute(db);
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    if (unhurried !== db) await unhurried.destroy();
  }
  const { kind } = settings;
  // PostgreSQL's commits share the disk by themselves.
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
