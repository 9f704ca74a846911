import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Copies the database as of one moment while the bot keeps writing. The copy has its name when it is whole. */
export async function backupSqlite(file: string, copy: string): Promise<void> {
  if (existsSync(copy)) throw new Error('There is a file of that name already; a backup never overwrites one.');
  if (!existsSync(file)) throw new Error(`There is no database at ${file} to copy.`);
  const partial = `${copy}.partial`;
  try {
    // Of a killed process.
    await rm(partial, { force: true });
    // SQLite takes an empty file as it is: this one is for its owner only.
    await (await open(partial, 'wx', 0o600)).close();
    vacuumInto(file, partial);
    await checkCopy(partial);
    await rename(partial, copy);
  } catch (error) {
    await rm(partial, { force: true }).catch(() => undefined);
    throw error;
  }
}

function vacuumInto(file: string, copy: string): void {
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    // Not SQLite's page-by-page backup: it restarts at every write of the bot and may never end.
    source.prepare('vacuum into ?').run(copy);
  } finally {
    source.close();
  }
}

/** Rejects one that is damaged. */
export async function checkCopy(copy: string): Promise<void> {
  const copied = new DatabaseSync(copy, { readOnly: true });
  try {
    const [row] = copied.prepare('pragma integrity_check').all();
    if (row?.integrity_check !== 'ok') throw new Error('The copy is damaged: do not rely on it.');
  } finally {
    copied.close();
  }
}

/** Whether it is a SQLite database, by its first bytes. */
export async function isCopy(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await handle.close();
  }
}
