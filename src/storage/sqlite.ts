import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type LimitNode,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  ValueNode,
} from 'kysely';

/** SQLite itself waits for locks while opening, because nothing else runs yet. */
const openTimeoutMs = 5_000;
const busyRetryMs = 10;
const busyCode = 5;
const statementsKept = 500;
const isInsert = /^insert\b/i;
const isChange = /^(update|delete)\b/i;

export function openSqlite(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new DatabaseSync(file, { timeout: openTimeoutMs });
  // Readers do not wait for writers.
  sqlite.exec('pragma journal_mode = wal; pragma foreign_keys = on;');
  // NORMAL does not wait for the disk, see `createDiskSync`. It needs the log, which some file systems do not support.
  sqlite.exec(`pragma synchronous = ${usesWal(sqlite) ? 'normal' : 'full'}`);
  // SQLite's own wait would block the event loop; `executeQuery` retries instead.
  sqlite.exec('pragma busy_timeout = 0');
  return sqlite;
}

export const usesWal = (sqlite: DatabaseSync): boolean =>
  sqlite.prepare("select journal_mode = 'wal' as is_wal from pragma_journal_mode").get()?.is_wal === 1;

/** Calls `sync` after a statement outside of a transaction. */
export function createSqliteDialect(
  sqlite: DatabaseSync,
  lockTimeoutMs: number,
  sync: () => Promise<void> = async () => undefined,
): Dialect {
  const syncWrites = (connection: DatabaseConnection): DatabaseConnection => ({
    streamQuery: connection.streamQuery.bind(connection),
    // Retries while another process holds the write lock. Inside a transaction the lock is ours.
    executeQuery: async <R>(query: CompiledQuery) => {
      for (let waited = 0; ; waited += busyRetryMs) {
        try {
          const result = await connection.executeQuery<R>(query);
          if (!sqlite.isTransaction && mayHaveWritten(query, result)) await sync();
          return result;
        } catch (error) {
          if (!isBusy(error) || waited >= lockTimeoutMs) throw error;
          await setTimeout(busyRetryMs);
        }
      }
    },
  });
  return {
    createDriver: () => {
      const driver = new SqliteDriver({ database: asKyselyExpects(sqlite) });
      const acquire = driver.acquireConnection.bind(driver);
      let only: DatabaseConnection | undefined;
      driver.acquireConnection = async () => {
        // An open transaction on the only connection was left by a failed rollback. Later writes would be lost in it.
        if (sqlite.isTransaction) sqlite.exec('rollback');
        const connection = await acquire();
        only ??= syncWrites(connection);
        return only;
      };
      // A deferred transaction that reads first would fail if another process commits before it writes.
      driver.beginTransaction = async (connection) => {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      };
      // After some errors (a full disk) SQLite has rolled back by itself; another rollback would hide the first error.
      const rollback = driver.rollbackTransaction.bind(driver);
      driver.rollbackTransaction = async (connection) => {
        if (sqlite.isTransaction) await rollback(connection);
      };
      return driver;
    },
    createAdapter: () => {
      const adapter = new SqliteAdapter();
      // True with immediate transactions: SQLite rolls DDL back, and processes that start together migrate one by one.
      Object.defineProperty(adapter, 'supportsTransactionalDdl', { value: true });
      return adapter;
    },
    createQueryCompiler: () => new PlannedOnce(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/**
 * SQLite plans a statement with `limit ?` again at every run, because the plan may depend on the value. Here it cannot.
 */
class PlannedOnce extends SqliteQueryCompiler {
  protected override visitLimit({ limit }: LimitNode): void {
    if (ValueNode.is(limit) && Number.isSafeInteger(limit.value)) {
      this.append(`limit ${limit.value}`);
      return;
    }
    this.append('limit 0 + ');
    this.visitNode(limit);
  }
}

/**
 * Updates count only if they changed rows, because idle workers keep running updates that find nothing. Inserts always
 * count: they may have met a row that is not on disk yet.
 */
const mayHaveWritten = ({ sql }: CompiledQuery, { rows, numAffectedRows }: QueryResult<unknown>): boolean =>
  isInsert.test(sql) || (isChange.test(sql) && (rows.length > 0 || (numAffectedRows ?? 0n) > 0n));

export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode;

function asKyselyExpects(sqlite: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      const keptStatement = statements.get(sql);
      if (keptStatement) return keptStatement;
      if (statements.size >= statementsKept) statements.clear();
      const statement = prepare(sqlite, sql);
      statements.set(sql, statement);
      return statement;
    },
  };
}

/** Every stored number is an integer. PostgreSQL refuses fractions; SQLite would store them. */
const isFraction = (value: unknown): boolean => typeof value === 'number' && !Number.isInteger(value);

function prepare(sqlite: DatabaseSync, sql: string): SqliteStatement {
  const statement = sqlite.prepare(sql);
  const values = (parameters: readonly unknown[]) => {
    if (parameters.some(isFraction)) throw new RangeError(`A fraction is never stored: ${sql}`);
    return parameters as readonly SQLInputValue[];
  };
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // A statement that is being iterated must not be shared.
    iterate: (parameters) => sqlite.prepare(sql).iterate(...values(parameters)),
  };
}
