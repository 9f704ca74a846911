import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from 'kysely';

/** Opening waits inside SQLite: nothing else runs yet. */
const openingMs = 5_000;
const busyEveryMs = 10;
const busyCode = 5;
const statementsKept = 500;

export function openSqlite(file: string): DatabaseSync {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true });
  const sqlite = new DatabaseSync(file, { timeout: openingMs });
  // FULL: a commit is on the disk before anyone is told of it. WAL: readers do not wait for it.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
  // From here on waiting is done outside SQLite, which would stop the whole process while it waits.
  sqlite.exec('pragma busy_timeout = 0');
  return sqlite;
}

export function createSqliteDialect(sqlite: DatabaseSync, patienceMs: number): Dialect {
  return {
    createDriver: () => {
      const driver = new SqliteDriver({ database: asKyselyExpects(sqlite) });
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async () => {
        // There is one connection, and whoever gets it is alone with it: a transaction that is still open was left behind by
        // a rollback that failed, and what is written now would be lost with it.
        if (sqlite.isTransaction) sqlite.exec('rollback');
        return patient(await acquire(), patienceMs);
      };
      // A transaction that reads first and writes later would fail on a second process's commit in between.
      driver.beginTransaction = async (connection) => {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
      };
      // After some errors (a full disk) SQLite has rolled back by itself; to ask again would hide the error that mattered.
      const rollback = driver.rollbackTransaction.bind(driver);
      driver.rollbackTransaction = async (connection) => {
        if (sqlite.isTransaction) await rollback(connection);
      };
      return driver;
    },
    createAdapter: () => {
      const adapter = new SqliteAdapter();
      // With immediate transactions SQLite does roll its DDL back, and two starting processes take turns.
      Object.defineProperty(adapter, 'supportsTransactionalDdl', { value: true });
      return adapter;
    },
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

/** Tries again while another process holds the write lock. Inside a transaction the lock is ours, so nothing waits there. */
function patient(connection: DatabaseConnection, patienceMs: number): DatabaseConnection {
  return {
    streamQuery: connection.streamQuery.bind(connection),
    executeQuery: async (query) => {
      for (let waited = 0; ; waited += busyEveryMs) {
        try {
          return await connection.executeQuery(query);
        } catch (error) {
          if (!isBusy(error) || waited >= patienceMs) throw error;
          await setTimeout(busyEveryMs);
        }
      }
    },
  };
}

export const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === busyCode;

function asKyselyExpects(sqlite: DatabaseSync): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    close: () => sqlite.close(),
    prepare: (sql) => {
      const known = kept.get(sql);
      if (known) return known;
      if (kept.size >= statementsKept) kept.clear();
      const statement = prepare(sqlite, sql);
      kept.set(sql, statement);
      return statement;
    },
  };
}

function prepare(sqlite: DatabaseSync, sql: string): SqliteStatement {
  const statement = sqlite.prepare(sql);
  const values = (parameters: readonly unknown[]) => parameters as readonly SQLInputValue[];
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
    // A statement that is being stepped through must not be shared with the next caller.
    iterate: (parameters) => sqlite.prepare(sql).iterate(...values(parameters)),
  };
}
