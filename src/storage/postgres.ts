import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

const bigint = 20;

export function createPostgresDialect(url: string, log: Log): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5_000,
    // Whatever waits longer than this is better told to come again than left holding a buyer up.
    statement_timeout: 15_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser: (oid, format) => (oid === bigint ? safeInteger : pg.types.getTypeParser(oid, format)) },
  });
  // Without a listener an idle connection that drops (a restarted server) would end the process.
  pool.on('error', (error) => log.warn({ problem: error.message }, 'a database connection dropped'));
  return new PostgresDialect({ pool });
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('A stored integer is too large to be exact.');
  return value;
}
