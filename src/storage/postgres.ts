import { type Dialect, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';

const bigint = 20;
/** The server's own limits do not help when it cannot be heard any more. */
const defaultQueryTimeoutMs = 20_000;
const defaultConnectTimeoutMs = 5_000;
const mostConnections = 10;
/** "Too many connections": the server has no more for us. */
const tooManyConnections = '53300';
/** How long we are content with what it gave. */
const retryFullSizeMs = 30_000;
const triesToConnect = 3;
/** What the driver says when a query got no answer in time. */
const queryTimedOut = 'Query read timeout';

export interface PostgresTimeouts {
  /** For another's lock. */
  readonly lockTimeoutMs: number;
  /** For a server that cannot be heard; null: statements take as long as they take. */
  readonly queryTimeoutMs?: number | null | undefined;
  /** For a connection, while all are in use or the server takes none. */
  readonly connectTimeoutMs?: number | undefined;
}

export function createPostgresDialect(
  url: string,
  log: Log,
  {
    lockTimeoutMs: patienceMs,
    queryTimeoutMs: silenceMs = defaultQueryTimeoutMs,
    connectTimeoutMs: waitMs = defaultConnectTimeoutMs,
  }: PostgresTimeouts,
): Dialect {
  const pool = new pg.Pool({
    connectionString: url,
    max: mostConnections,
    connectionTimeoutMillis: waitMs,
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
    closeAfterTimeout(client);
  });
  return new PostgresDialect({
    pool: { options: pool.options, connect: connectWithinLimit(pool), end: () => pool.end() },
  });
}

/**
 * Where the server gives us fewer connections than we would like, those who come wait for one of these: the driver would
 * send them away with the server's refusal, although one is free a moment later.
 */
function connectWithinLimit(pool: pg.Pool): () => Promise<pg.PoolClient> {
  let open = 0;
  pool.on('connect', () => {
    open += 1;
  });
  pool.on('remove', () => {
    open -= 1;
  });
  return async () => {
    for (let left = triesToConnect; ; left -= 1) {
      try {
        return await pool.connect();
      } catch (error) {
        const full = error instanceof Error && 'code' in error && error.code === tooManyConnections;
        if (!full || open === 0 || left === 0) throw error;
        // From now on they queue for these; later we ask for more again.
        pool.options.max = Math.max(1, Math.min(open, pool.totalCount));
        setTimeout(() => {
          pool.options.max = mostConnections;
        }, retryFullSizeMs).unref();
      }
    }
  };
}

/**
 * A query that was given up may yet arrive: a `begin` would leave the connection inside a transaction of which nobody
 * knows, and what is written there next would be told as done and lost. Such a connection is not used again.
 */
function closeAfterTimeout(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>;
  const watched = async (...asked: unknown[]): Promise<unknown> => {
    try {
      return await query(...asked);
    } catch (error) {
      if (error instanceof Error && error.message === queryTimedOut) void (client as unknown as pg.Client).end();
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
