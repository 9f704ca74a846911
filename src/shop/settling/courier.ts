import type { Log } from '../../log.ts';
import type { Database } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { OrderRow, ReceiptRow } from '../../storage/tables.ts';
import { unleased, usualLeaseMs } from '../orders/leasing.ts';
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

/** News to be carried; with the order, where it is known and cannot change any more. */
export interface Parcel {
  readonly receipt: ReceiptRow;
  readonly order: OrderRow | null;
}

export interface Telling {
  /** Without a sound. */
  readonly quietly: boolean;
  /** Someone tried before, and nobody knows how far they came. */
  readonly again: boolean;
}

export interface CourierDeps {
  readonly database: Database;
  /** Supplied by the bot: shows the order as it stands now. Doing it twice must be harmless. */
  readonly deliver: (order: Order, how: Telling) => Promise<Delivery>;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly leaseMs?: number;
  readonly concurrency?: number;
  readonly everyMs?: number;
}

export interface Courier extends WorkLoop {
  /** Whether news could be carried at once. */
  hasRoom(): boolean;
  /** News that was leased to this process when it was written. */
  handOver(parcel: Parcel): Promise<void>;
}

const letGo = prepared((db, { id }: Pick<ReceiptRow, 'id'>) =>
  db.updateTable('receipts').set(unleased).where('id', '=', id).where('done_at', 'is', null),
);

const markDone = prepared((db, { id, done_at, done_how }: { id: number; done_at: number; done_how: string }) =>
  db.updateTable('receipts').set({ done_at, done_how, lease_until: 0 }).where('id', '=', id),
);

/** Takes what the settler wrote to the buyers, and goes on trying until it arrived. */
export function createCourier(deps: CourierDeps): Courier {
  const { database, deliver, log, now, random, leaseMs = usualLeaseMs, concurrency = 20, everyMs = 1_000 } = deps;

  async function carry({ receipt, order }: Parcel): Promise<void> {
    const [row] = order ? [order] : await orderById(database.db, { id: receipt.order_id });
    if (!row) throw new Error(`Receipt ${receipt.id} belongs to no order.`);
    // "Still checking" is no news once the order went on: where it stands now has a receipt of its own.
    const isOld = row.state !== receipt.state;
    if (isOld && receipt.attempts === 1) return finish(receipt, 'superseded');
    // But whoever died while telling it may have put it over that receipt: then the screen is set right.
    const delivery = await deliver(orderOf(row), { quietly: isOld, again: receipt.attempts > 1 });
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
    await database.write((db) => markDone(db, { id: receipt.id, done_at: now(), done_how }));
    log.info({ order: receipt.order_id, state: receipt.state, how: done_how }, 'receipt');
  }

  async function claim(limit: number): Promise<Parcel[]> {
    const receipts = await claimReceipts(database, { now: now(), leaseMs, limit });
    return receipts.map((receipt) => ({ receipt, order: null }));
  }
  const loop = createWorkLoop({ name: 'courier', claim, work: carry, concurrency, everyMs, log });

  async function handOver(parcel: Parcel): Promise<void> {
    if (loop.take(parcel)) return;
    await database.write((db) => letGo(db, parcel.receipt));
    loop.wake();
  }

  return { ...loop, handOver };
}
