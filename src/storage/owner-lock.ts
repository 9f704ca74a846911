import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './sqlite.ts';

// The garbage collector would close an unreferenced connection and drop its lock.
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only bot on a SQLite database. The operating system releases the lock when the process ends.
 * The lock file stays: if it were removed, two processes could lock two files of the same name.
 */
export function takeOwnership(file: string): { release(): void } {
  if (file === ':memory:') return { release: () => undefined };
  mkdirSync(dirname(file), { recursive: true });
  const lock = new DatabaseSync(`${existsSync(file) ? realpathSync(file) : file}.lock`, { timeout: 0 });
  try {
    // Nothing is written, so no journal file is needed.
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
