import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite.ts';

// A connection that nothing refers to is closed by the garbage collector, and its lock is gone with it.
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only bot on a SQLite database; others may still open it. The operating system holds the lock, on a
 * file of its own beside the database, until the process ends in whatever way. That file stays: whoever removed it while
 * another process opens it would let two processes lock two files of one name.
 */
export function takeOwnership(file: string): { release(): void } {
  if (file === ':memory:') return { release: () => undefined };
  mkdirSync(dirname(file), { recursive: true });
  const lock = new DatabaseSync(`${existsSync(file) ? realpathSync(file) : file}.lock`, { timeout: 0 });
  try {
    // Nothing is ever written, so there is no need for a journal file next to it.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    const advice = 'Stop it first; several processes need PostgreSQL (DATABASE_URL=postgres://…).';
    throw new Error(`Another Sharj process uses ${file}. ${advice}`, { cause: error });
  }
  held.add(lock);
  return {
    release: () => {
      if (held.delete(lock)) lock.close();
    },
  };
}
