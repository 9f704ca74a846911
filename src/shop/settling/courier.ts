import type { Log } from '../../log.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { ReceiptRow } from '../../storage/tables.ts';
import { type Order, orderOf } from '../orders/order.ts';
import { orderById } from '../orders/quotes.ts';
import { backOffMs } from './back-off.ts';
import { claimReceipts } from './claims.ts';
import { createWorkLoop, type WorkLoop } from './work-loop.ts';

/** What became of one try to tell a buyer. */
export type Delivery =
  | { readonly kind: 'delivered' }
  /** They blocked the bot or left: the order page still tells them when they come back. */
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'later'; readonly retryAfterMs: number | null };

export interface CourierDeps {
  readonly database: Database;
  /** Supplied by the bot: shows the order as it stands now. Doing it twice must be harmless; quietly, it makes no sound. */
  readonly deliver: (order: Order, quietly: boolean) => Promise<Delivery>;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly leaseMs?: number;
  readonly concurrency?: number;
  readonly everyMs?: number;
}

const markDone = prepared((db, { id, done_at, done_how }: { id: number; done_at: number; done_how: string }) =>
  db.updateTable('receipts').set({ done_at, done_how, lease_until: 0 }).where('id', '=', id),
);

/** Takes what the settler wrote to the buyers, and goes on trying until it arrived. */
export function createCourier(deps: CourierDeps): WorkLoop {
  const { database, deliver, log, now, random, leaseMs = 60_000, concurrency = 20, everyMs = 1_000 } = deps;

  async function carry(receipt: ReceiptRow): Promise<void> {
    const [row] = await orderById(database.db, { id: receipt.order_id });
    if (!row) throw new Error(`Receipt ${receipt.id} belongs to no order.`);
    // "Still checking" is no news once the order went on: where it stands now has a receipt of its own.
    const isOld = row.state !== receipt.state;
    if (isOld && receipt.attempts === 1) return finish(receipt, 'superseded');
    // But whoever died while telling it may have put it over that receipt: then the screen is set right.
    const delivery = await deliver(orderOf(row), isOld);
    if (delivery.kind !== 'later') return finish(receipt, isOld ? 'superseded' : delivery.kind);
    const next_attempt_at = now() + backOffMs(receipt.attempts, random, delivery.retryAfterMs);
    await database.db
      .updateTable('receipts')
      .set({ next_attempt_at, lease_until: 0 })
      .where('id', '=', receipt.id)
      .where('done_at', 'is', null)
      .execute();
  }

  async function finish(receipt: ReceiptRow, done_how: string): Promise<void> {
    await markDone(database.db, { id: receipt.id, done_at: now(), done_how });
    log.info({ order: receipt.order_id, state: receipt.state, how: done_how }, 'receipt');
  }

  const claim = (limit: number) => claimReceipts(database, { now: now(), leaseMs, limit });
  return createWorkLoop({ name: 'courier', claim, work: carry, concurrency, everyMs, log });
}
