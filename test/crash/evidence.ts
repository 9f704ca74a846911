import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Selectable } from 'kysely';
import type { LedgerMismatch } from '#domain/money.ts';
import { findLedgerMismatches } from '#shop/base/wallet/ledger.ts';
import type { Database } from '#storage/database.ts';
import type {
  AlertRow,
  DailySaleRow,
  InboxRow,
  LedgerRow,
  OrderMessageRow,
  OrderRow,
  ReceiptJobRow,
  Tables,
} from '#storage/tables/tables.ts';
import type { Sold } from './gateway.ts';
import { notes, type Problem, type Reply, type Screen, type Sent, type UnnamedWrite } from './protocol.ts';

/** What the last process leaves behind: rows, the gateway's count and notes. */
export interface Evidence {
  readonly orders: readonly OrderRow[];
  readonly events: readonly Selectable<Tables['order_events']>[];
  readonly ledger: readonly LedgerRow[];
  readonly wallets: readonly Selectable<Tables['wallets']>[];
  readonly jobs: readonly ReceiptJobRow[];
  /** Messages that the receipt worker keeps up to date. */
  readonly messages: readonly OrderMessageRow[];
  readonly inbox: readonly InboxRow[];
  readonly sums: readonly DailySaleRow[];
  readonly promoCodes: readonly Selectable<Tables['promo_codes']>[];
  readonly promoUses: readonly Selectable<Tables['promo_uses']>[];
  readonly drift: readonly LedgerMismatch[];
  readonly sold: Sold;
  readonly sent: readonly Sent[];
  /** Every change of a message, in Telegram's order. */
  readonly screens: readonly Screen[];
  readonly alerts: readonly AlertRow[];
  readonly problems: readonly Problem[];
  readonly unnamed: readonly UnnamedWrite[];
  /** Updates that the shop acknowledged. */
  readonly acknowledged: ReadonlySet<number>;
  /** The replies to each update. */
  readonly replies: ReadonlyMap<number, readonly Reply[]>;
  readonly granted: ReadonlyMap<number, number>;
}

export async function gather(
  { db }: Database,
  folder: string,
  outside: Pick<Evidence, 'sold' | 'acknowledged' | 'replies' | 'granted'>,
): Promise<Evidence> {
  return {
    ...outside,
    orders: await db.selectFrom('orders').selectAll().execute(),
    events: await db.selectFrom('order_events').selectAll().orderBy('id').execute(),
    ledger: await db.selectFrom('ledger').selectAll().execute(),
    wallets: await db.selectFrom('wallets').selectAll().execute(),
    jobs: await db.selectFrom('receipt_jobs').selectAll().execute(),
    messages: await db.selectFrom('order_messages').selectAll().execute(),
    inbox: await db.selectFrom('inbox').selectAll().execute(),
    sums: await db.selectFrom('daily_sales').selectAll().execute(),
    promoCodes: await db.selectFrom('promo_codes').selectAll().execute(),
    promoUses: await db.selectFrom('promo_uses').selectAll().execute(),
    drift: await findLedgerMismatches(db),
    sent: await lines<Sent>(folder, notes.sent),
    screens: await lines<Screen>(folder, notes.screens),
    alerts: await db.selectFrom('alerts').selectAll().execute(),
    problems: await lines<Problem>(folder, notes.problems),
    unnamed: await lines<UnnamedWrite>(folder, notes.unnamed),
  };
}

async function lines<T>(folder: string, file: string): Promise<T[]> {
  const text = await readFile(join(folder, file), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => (line ? [JSON.parse(line) as T] : []));
}
