import type { OrderState } from '../../domain/order.ts';
import type { Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { OrderRow, ReceiptRow } from '../../storage/tables.ts';
import { countSale } from '../reports/sums.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { leasedUntil, unleased } from './leasing.ts';
import { orderOf } from './order.ts';
import { moveOrder } from './transition.ts';

export interface Ending {
  readonly id: string;
  readonly from: OrderState;
  readonly to: 'delivered' | 'rejected';
  readonly actor: string;
  /** The gateway's or the owner's words. */
  readonly why: string;
  readonly now: number;
  /** Until then the news is this process's to carry; 0: anybody's. */
  readonly leaseUntil?: number;
}

export interface Ended {
  readonly order: OrderRow;
  readonly receipt: ReceiptRow | null;
}

/** State, money, the news for the buyer and the day's sums in one transaction. Null: it had already ended. */
export async function endOrder(
  tx: Transaction,
  wallet: Pick<Wallet, 'capture' | 'release'>,
  { id, from, to, actor, why, now, leaseUntil = 0 }: Ending,
): Promise<Ended | null> {
  const order = await moveOrder(tx, { id, from, to, actor, why, now, set: { outcome: why, lease_until: 0 } });
  if (!order) return null;
  await wallet[to === 'delivered' ? 'capture' : 'release'](tx, orderOf(order), actor);
  const receipt = await addReceipt(tx, id, to, now, leaseUntil);
  // Last: the sums of the whole shop are one row for all, and who writes it keeps the others waiting until the commit.
  if (to === 'delivered') await countSale(tx, order);
  return { order, receipt };
}

type NewReceipt = Pick<ReceiptRow, 'order_id' | 'state' | 'created_at' | 'attempts' | 'lease_until'>;

const writeReceipt = prepared((db, { order_id, state, created_at, attempts, lease_until }: NewReceipt) =>
  db
    .insertInto('receipts')
    .values({
      order_id,
      state,
      created_at,
      attempts,
      next_attempt_at: created_at,
      lease_until,
      done_at: null,
      done_how: null,
    })
    .onConflict((conflict) => conflict.columns(['order_id', 'state']).doNothing())
    .returningAll(),
);

/**
 * Something worth telling the buyer. It is delivered from the table, so it outlives any crash after this commit. Null: it
 * was written before.
 */
export async function addReceipt(
  tx: Transaction,
  orderId: string,
  state: OrderState,
  now: number,
  leaseUntil = 0,
): Promise<ReceiptRow | null> {
  const lease = leaseUntil > 0 ? leasedUntil(leaseUntil) : unleased;
  const [receipt] = await writeReceipt(tx, { order_id: orderId, state, created_at: now, ...lease });
  return receipt ?? null;
}
