import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { faults } from './faults.ts';
import { note } from './kernel/journal.ts';
import { diskTrouble } from './trouble.ts';

const writes = /^\s*(?:insert|update|delete|replace|with\b.*\b(?:insert|update|delete)|begin immediate|commit)\b/is;

const sqliteError = (message: string, errcode: number): Error =>
  Object.assign(new Error(message), { code: 'ERR_SQLITE_ERROR', errcode, errstr: message });

/** Throws as SQLite does while the disk is full, or another process has the lock. */
function refuseWrite(database: DatabaseSync): void {
  const kind = diskTrouble.now();
  if (kind === null) return;
  if (kind === 'disk-full') {
    faults.count(kind);
    note('disk full');
    // SQLite undoes the whole transaction.
    if (database.isTransaction) database.exec('rollback');
    throw sqliteError('database or disk is full', 13);
  }
  // Who is in a transaction has the lock.
  if (database.isTransaction) return;
  faults.count(kind);
  throw sqliteError('database is locked', 5);
}

export function faultyStatement(database: DatabaseSync, statement: StatementSync, sql: string): StatementSync {
  if (!writes.test(sql)) return statement;
  const all = statement.all.bind(statement);
  const run = statement.run.bind(statement);
  return Object.assign(statement, {
    all: (...values: Parameters<typeof all>) => {
      refuseWrite(database);
      return all(...values);
    },
    run: (...values: Parameters<typeof run>) => {
      refuseWrite(database);
      return run(...values);
    },
  });
}
