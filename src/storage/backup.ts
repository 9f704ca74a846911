import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Copies the database as of one moment while the bot keeps writing. The copy gets its name once it is complete. */
export async function backupSqlite(file: string, copy: string): Promise<void> {
  if (existsSync(copy)) throw new Error('A file of that name exists already; a backup never overwrites one.');
  if (!existsSync(file)) throw new Error(`There is no database at ${file} to copy.`);
  const partial = `${copy}.partial`;
  try {
    // A killed process may have left one.
    await rm(partial, { force: true });
    // SQLite writes into an empty file that exists. Creating it here makes it readable for its owner only.
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
    // SQLite's page-by-page backup restarts whenever the bot writes, and may never end.
    source.prepare('vacuum into ?').run(copy);
  } finally {
    source.close();
  }
}

/** Rejects a damaged copy. */
export async function checkCopy(copy: string): Promise<void> {
  const copied = new DatabaseSync(copy, { readOnly: true });
  try {
    const [row] = copied.prepare('pragma integrity_check').all();
    if (row?.integrity_check !== 'ok') throw new Error('The copy is damaged: do not rely on it.');
  } finally {
    copied.close();
  }
}

/** Tells a SQLite database by its first bytes. */
export async function isCopy(file: string): Promise<boolean> {
  const handle = await open(file);
  try {
    const { buffer } = await handle.read(Buffer.alloc(16), 0, 16, 0);
    return buffer.toString('latin1') === 'SQLite format 3\0';
  } finally {
    await handle.close();
  }
}
