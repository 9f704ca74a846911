import { existsSync, statSync } from 'node:fs';
import { createLog } from '#log.ts';
import { type DatabaseSettings, databaseBytes, inspectDatabase, type Queries } from '#storage/database.ts';

export interface DatabaseFacts {
  readonly bytes: number;
  readonly updatesWaiting: number;
  readonly alertsWaiting: number;
}

const silent = { log: createLog('silent') };

/** Rejects if this release cannot use it. Null: there is none yet. */
export async function readDatabaseFacts(settings: DatabaseSettings): Promise<DatabaseFacts | null> {
  if (settings.kind === 'sqlite' && !existsSync(settings.file)) return null;
  return inspectDatabase(settings, silent, async (db) => ({
    bytes: settings.kind === 'sqlite' ? fileBytes(settings.file) : await databaseBytes(db),
    updatesWaiting: await countOpen(db, 'inbox'),
    alertsWaiting: await countOpen(db, 'alerts'),
  }));
}

const fileBytes = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, one) => sum + (statSync(one, { throwIfNoEntry: false })?.size ?? 0), 0);

async function countOpen(db: Queries, table: 'inbox' | 'alerts'): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('done_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}
