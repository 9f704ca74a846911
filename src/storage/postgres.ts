import {
  CommonTableExpressionNameNode,
  type Dialect,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryId,
  ReferenceNode,
  type RootOperationNode,
  SelectModifierNode,
  type TableNode,
} from 'kysely';
import pg from 'pg';
import type { Log } from '#log.ts';
import { statementName } from './prepared.ts';

export interface PostgresSettings {
  readonly kind: 'postgres';
  readonly url: string;
  /** Schema of the shop's tables. Absent: the first one in the server's search path. */
  readonly schema?: string;
  /** A pooler gives each transaction any session of the server, so nothing is set or prepared for a session. */
  readonly isPooled?: boolean;
}

const bigint = 20;
/** The server's own limits do not help when the connection is dead. */
const defaultQueryTimeoutMs = 20_000;
const defaultConnectTimeoutMs = 5_000;
/** For snapshots, which fetch many rows or wait for a migration. */
const longQueryMs = 60_000;
const defaultConnections = 10;
const tooManyConnections = '53300';
/** How long the pool stays reduced after the server refused a connection. */
const retryFullSizeMs = 30_000;
const triesToConnect = 3;
/** The driver's error message for `query_timeout`. */
const queryTimedOut = 'Query read timeout';

interface PostgresTimeouts {
  readonly lockTimeoutMs: number;
  /** Null switches the limit off. */
  readonly queryTimeoutMs?: number | null | undefined;
  /** How long to wait while all connections are in use or the server accepts none. */
  readonly connectTimeoutMs?: number | undefined;
  readonly mostConnections?: number | undefined;
}

export function createPostgresDialect(
  { url, schema, isPooled = false }: PostgresSettings,
  log: Log,
  {
    lockTimeoutMs,
    queryTimeoutMs = defaultQueryTimeoutMs,
    connectTimeoutMs = connectionTo(url).connectionTimeoutMillis,
    mostConnections = defaultConnections,
  }: PostgresTimeouts,
): Dialect {
  const limits = {
    ...(queryTimeoutMs === null ? {} : { statement_timeout: 15_000, lock_timeout: lockTimeoutMs }),
    idle_in_transaction_session_timeout: 30_000,
  };
  const pool = new pg.Pool({
    ...connectionTo(url),
    max: mostConnections,
    connectionTimeoutMillis: connectTimeoutMs,
    ...(queryTimeoutMs === null ? {} : { query_timeout: queryTimeoutMs }),
    ...(isPooled ? {} : limits),
  });
  const dropped = (error: Error) => log.warn({ problem: error.message }, 'database connection dropped');
  // Without a listener a dropped connection would end the process. The pool reports only idle ones.
  pool.on('error', dropped);
  pool.on('connect', (client) => {
    client.on('error', dropped);
    watchQueries(client, isPooled ? limitedLocally(limits) : prepareNamed);
  });
  const dialect = new PostgresDialect({
    pool: { options: pool.options, connect: connectWithinLimit(pool, mostConnections), end: () => pool.end() },
  });
  // `migrate` takes its own lock.
  const unlocked = { acquireMigrationLock: async () => undefined, releaseMigrationLock: async () => undefined };
  dialect.createAdapter = () => Object.assign(new PostgresAdapter(), unlocked);
  if (schema !== undefined) dialect.createQueryCompiler = () => new SchemaCompiler(schema);
  return dialect;
}

const connectionTo = (url: string) =>
  ({
    connectionString: url,
    connectionTimeoutMillis: connectTimeoutIn(url) ?? defaultConnectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser: (oid, format) => (oid === bigint ? safeInteger : pg.types.getTypeParser(oid, format)) },
  }) satisfies pg.ClientConfig;

/** For one long transaction. A dropped connection fails it without ending the process. */
export function createPostgresClient(url: string): pg.Client {
  const client = new pg.Client({ ...connectionTo(url), query_timeout: longQueryMs });
  // The current or the next query reports the failure.
  client.on('error', () => undefined);
  return client;
}

/** Reads PostgreSQL's own parameter, in seconds, which the driver ignores. */
function connectTimeoutIn(url: string): number | undefined {
  const [, seconds] = /[?&]connect_timeout=([1-9]\d{0,4})\b/.exec(url) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1_000;
}

/** If the server refuses more connections, queries wait for open ones instead of failing. */
function connectWithinLimit(pool: pg.Pool, mostConnections: number): () => Promise<pg.PoolClient> {
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
        // Shrinks the pool for a while, then tries the full size again.
        pool.options.max = Math.max(1, Math.min(open, pool.totalCount));
        setTimeout(() => {
          pool.options.max = mostConnections;
        }, retryFullSizeMs).unref();
      }
    }
  };
}

type Asked = readonly unknown[];

/** Names prepared queries, so that the server keeps their plans. */
function prepareNamed(asked: Asked): Asked {
  const [text, values] = asked;
  const name = statementName(text);
  return name === undefined ? asked : [{ name, text, values }];
}

/** Sets the limits at the start of each transaction, in the same message. */
function limitedLocally(limits: Readonly<Record<string, number>>): (asked: Asked) => Asked {
  const sets = Object.entries(limits).map(([name, ms]) => `; set local ${name} = ${ms}`);
  return (asked) => (/^(begin|start transaction)\b/.test(String(asked[0])) ? [[asked[0], ...sets].join('')] : asked);
}

/**
 * Closes the connection after a timeout. The query may still run: a late `begin` would leave an unknown transaction
 * open, in which later writes would be lost.
 */
function watchQueries(client: pg.PoolClient, put: (asked: Asked) => Asked): void {
  const query = client.query.bind(client) as (...asked: Asked) => Promise<unknown>;
  const watched = async (...asked: Asked): Promise<unknown> => {
    try {
      return await query(...put(asked));
    } catch (error) {
      // The pool's types hide that its clients can be closed.
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

/**
 * Adds the shop's schema to each table, because a pooler shares sessions, and so their search_path, among shops. Raw
 * SQL gets it through `sql.table`.
 */
export class SchemaCompiler extends PostgresQueryCompiler {
  readonly #schema: string;
  /** The parts of a `with`, which have no schema. */
  readonly #parts = new Set<string>();

  constructor(schema: string) {
    super();
    this.#schema = schema;
  }

  override compileQuery(node: RootOperationNode, queryId: QueryId) {
    this.#parts.clear();
    return super.compileQuery(node, queryId);
  }

  protected override visitTable(node: TableNode): void {
    const { identifier, schema } = node.table;
    const parent = this.parentNode;
    if (parent && CommonTableExpressionNameNode.is(parent)) this.#parts.add(identifier.name);
    // Columns and locks refer to a table that the statement has named already.
    const isNamed = parent && (ReferenceNode.is(parent) || SelectModifierNode.is(parent));
    if (!schema && !isNamed && !this.#parts.has(identifier.name))
      this.append(`"${this.sanitizeIdentifier(this.#schema)}".`);
    super.visitTable(node);
  }
}
