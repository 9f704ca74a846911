import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { BotConfig } from '#config/config.ts';
import type { FreeSpace } from '#server/metrics.ts';

/**
 * Measures the folders of database and backups. Skips a database on another server and folders that cannot be measured.
 */
export async function readFreeSpace({ database, backup }: Pick<BotConfig, 'database' | 'backup'>) {
  const folders = {
    ...(database.kind === 'sqlite' ? { database: dirname(resolve(database.file)) } : {}),
    ...(backup === null ? {} : { backups: backup.directory }),
  };
  const all = await Promise.all(
    Object.entries(folders).map(async ([folder, path]): Promise<FreeSpace[]> => {
      const bytes = await freeBytes(path).catch(() => null);
      return bytes === null ? [] : [{ folder: folder as FreeSpace['folder'], bytes }];
    }),
  );
  return all.flat();
}

/** Free space on the disk of a folder that may not exist yet. */
export async function freeBytes(folder: string): Promise<number> {
  const path = resolve(folder);
  if (!existsSync(path)) return freeBytes(join(path, '..'));
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}
