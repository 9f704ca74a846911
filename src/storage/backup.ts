import { access } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';

/** Copies the database as of one moment while the bot keeps writing. */
export async function backupSqlite(file: string, copy: string): Promise<void> {
  if (await exists(copy)) throw new Error('There is a file of that name already; a backup never overwrites one.');
  if (!(await exists(file))) throw new Error(`There is no database at ${file} to copy.`);
  const source = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    // Not SQLite's page-by-page backup: it restarts at every write of the bot and may never end.
    source.prepare('vacuum into ?').run(copy);
  } finally {
    source.close();
  }
  const copied = new DatabaseSync(copy, { readOnly: true });
  try {
    const [row] = copied.prepare('pragma integrity_check').all();
    if (row?.integrity_check !== 'ok') throw new Error('The copy is damaged: do not rely on it.');
  } finally {
    copied.close();
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );
