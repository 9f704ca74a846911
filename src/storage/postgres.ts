import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

const bigint = 20;
/** The server's own limits do not help when it cannot be heard any more. */
const usualSilenceMs = 20_000;
/** What the driver says when a query got no answer in time. */
const silent = 'Query read timeout';

/** `silenceMs`: how long a query waits for a server that cannot be heard; null: statements take as long as they take. */
export function createPostgresDialect(
  url: string,
  log: Log,
  patienceMs: number,
  silenceMs: number | null = usualSilenceMs,
): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Whatever waits longer than this is better told to come again than left holding a buyer up.
    ...(silenceMs === null ? {} : { statement_timeout: 15_000, lock_timeout: patienceMs, query_timeout: silenceMs }),
    idle_in_transaction_session_timeout: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: (oid, format) => (oid === bigint ? safeInteger : pg.types.getTypeParser(oid, format)) },
  });
  const dropped = (error: Error) => log.warn({ problem: error.message }, 'a database connection dropped');
  // Without a listener a connection that drops (a restarted server) would end the process. The pool listens for those
  // that lie idle; one that is in use tells nobody but its own listeners.
  pool.on('error', dropped);
  pool.on('connect', (client) => {
    client.on('error', dropped);
    leaveWhenSilent(client);
  });
  return new PostgresDialect({ pool });
}

/**
 * A query that was given up may yet arrive: a `begin` would leave the connection inside a transaction of which nobody
 * knows, and what is written there next would be told as done and lost. Such a connection is not used again.
 */
function leaveWhenSilent(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const watched = async (...asked: unknown[]): Promise<unknown> => {
    try {
      return await query(...asked);
    } catch (error) {
      if (error instanceof Error && error.message === silent) void (client as unknown as pg.Client).end();
      throw error;
    }
  };
  Object.assign(client, { query: watched });
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A stored integer is too large to be exact.');
  return value;
}
