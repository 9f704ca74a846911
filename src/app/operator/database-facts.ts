import { existsSync, statSync } from 'node:fs';
import { shopsWithData, titleOf } from '#app/agent-shops.ts';
import { createLog, errorMessage } from '#log.ts';
import { readMoneyMark } from '#shop/running/reports/money-mark.ts';
import {
  type DatabaseSettings,
  databaseBytes,
  inspectDatabase,
  type Queries,
  readDatabase,
} from '#storage/database.ts';
import { willContract } from '#storage/migrations.ts';
import { countOpenOrders } from '#storage/order-states.ts';

export interface DatabaseFacts {
  readonly bytes: number;
  readonly updatesWaiting: number;
  readonly alertsWaiting: number;
  readonly openOrders: number;
}

const silent = { log: createLog('silent') };

const isMissing = (settings: DatabaseSettings): boolean => settings.kind === 'sqlite' && !existsSync(settings.file);

/** Reads facts from the database. Null if it does not exist yet; rejects if this release cannot use it. */
export async function readDatabaseFacts(settings: DatabaseSettings): Promise<DatabaseFacts | null> {
  if (isMissing(settings)) return null;
  return inspectDatabase(settings, silent, async (db) => ({
    bytes: settings.kind === 'sqlite' ? fileBytes(settings.file) : await databaseBytes(db),
    updatesWaiting: await countOpen(db, 'inbox'),
    alertsWaiting: await countOpen(db, 'alerts'),
    openOrders: await countOpenOrders(db),
  }));
}

/** Why this release cannot use the database; null if it can. */
export const misfitOf = (settings: DatabaseSettings): Promise<string | null> =>
  readDatabaseFacts(settings).then(() => null, errorMessage);

/** The first problem in the databases of the parent and of agents' shops. */
export async function misfitOfAny(parent: DatabaseSettings): Promise<string | null> {
  const own = await misfitOf(parent);
  if (own !== null) return own;
  for (const shop of await shopsWithData(parent)) {
    const problem = await misfitOf(shop.database);
    if (problem !== null) return `${titleOf(shop)}: ${problem}`;
  }
  return null;
}

/** Whether starting this release drops what the previous one needs, in any shop. */
export async function contractsDatabase(settings: DatabaseSettings): Promise<boolean> {
  if (isMissing(settings)) return false;
  for (const one of await databasesOf(settings))
    if (await readDatabase(one, silent, (db) => willContract(db, one.kind))) return true;
  return false;
}

/** Reads marks from databases that a later release may have changed. */
export async function readMark(settings: DatabaseSettings): Promise<string> {
  const marks: string[] = [];
  for (const one of await databasesOf(settings)) marks.push(await readDatabase(one, silent, readMoneyMark));
  return marks.join(' ');
}

/** The databases of the parent and of agents' shops. */
const databasesOf = async (parent: DatabaseSettings): Promise<DatabaseSettings[]> => [
  parent,
  ...(await shopsWithData(parent)).map(({ database }) => database),
];

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
