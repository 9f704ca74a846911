import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

const bigint = 20;

export function createPostgresDialect(url: string, log: Log, patienceMs: number): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Whatever waits longer than this is better told to come again than left holding a buyer up.
    statement_timeout: 15_000,
    lock_timeout: patienceMs,
    idle_in_transaction_session_timeout: 30_000,
    // The server's own limits do not help when it cannot be heard any more.
    query_timeout: 20_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: (oid, format) => (oid === bigint ? safeInteger : pg.types.getTypeParser(oid, format)) },
  });
  const dropped = (error: Error) => log.warn({ problem: error.message }, 'a database connection dropped');
  // Without a listener a connection that drops (a restarted server) would end the process. The pool listens for those
  // that lie idle; one that is in use tells nobody but its own listeners.
  pool.on('error', dropped);
  pool.on('connect', (client) => client.on('error', dropped));
  return new PostgresDialect({ pool });
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A stored integer is too large to be exact.');
  return value;
}
