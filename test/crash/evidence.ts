import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import { type Drift, findDrift } from '../../src/shop/wallet/ledger.ts';
import type { Database } from '../../src/storage/database.ts';
import type { AlertRow, DailySaleRow, LedgerRow, OrderRow, ReceiptRow, Tables } from '../../src/storage/tables.ts';
import type { Sold } from './counter.ts';
import type { Promised } from './journeys.ts';
import { notes, type Problem, type Sent, type Told, type UnnamedWrite } from './protocol.ts';

/** Everything that is left when the last process is gone: rows, the gateway's own count, and notes. */
export interface Evidence {
  readonly orders: readonly OrderRow[];
  readonly events: readonly Selectable<Tables['order_events']>[];
  readonly ledger: readonly LedgerRow[];
  readonly wallets: readonly Selectable<Tables['wallets']>[];
  readonly receipts: readonly ReceiptRow[];
  readonly sums: readonly DailySaleRow[];
  readonly drift: readonly Drift[];
  readonly sold: Sold;
  readonly sent: readonly Sent[];
  readonly told: readonly Told[];
  readonly alerts: readonly AlertRow[];
  readonly problems: readonly Problem[];
  readonly unnamed: readonly UnnamedWrite[];
  readonly promised: readonly Promised[];
  readonly granted: ReadonlyMap<number, number>;
}

export async function gather(
  { db }: Database,
  folder: string,
  outside: Pick<Evidence, 'sold' | 'promised' | 'granted'>,
): Promise<Evidence> {
  return {
    ...outside,
    orders: await db.selectFrom('orders').selectAll().execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    ledger: await db.selectFrom('ledger').selectAll().execute(),
    wallets: await db.selectFrom('wallets').selectAll().execute(),
    receipts: await db.selectFrom('receipts').selectAll().execute(),
    sums: await db.selectFrom('daily_sales').selectAll().execute(),
    drift: await findDrift(db),
    sent: await lines<Sent>(folder, notes.sent),
    told: await lines<Told>(folder, notes.told),
    alerts: await db.selectFrom('alerts').selectAll().execute(),
    problems: await lines<Problem>(folder, notes.problems),
    unnamed: await lines<UnnamedWrite>(folder, notes.unnamed),
  };
}

async function lines<T>(folder: string, file: string): Promise<T[]> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as T] : []));
}
