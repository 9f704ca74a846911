import type { OrderState } from '../../domain/order.ts';
import type { Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { OrderRow } from '../../storage/tables.ts';
import { countSale } from '../reports/sums.ts';
import type { Wallet } from '../wallet/wallet.ts';
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
}

/** State, money, the news for the buyer and the day's sums in one transaction. Null: it had already ended. */
export async function endOrder(
  tx: Transaction,
  wallet: Pick<Wallet, 'capture' | 'release'>,
  { id, from, to, actor, why, now }: Ending,
): Promise<OrderRow | null> {
  const row = await moveOrder(tx, { id, from, to, actor, why, now, set: { outcome: why, lease_until: 0 } });
  if (!row) return null;
  await wallet[to === 'delivered' ? 'capture' : 'release'](tx, orderOf(row), actor);
  await addReceipt(tx, id, to, now);
  // Last: the sums of the whole shop are one row for all, and who writes it keeps the others waiting until the commit.
  if (to === 'delivered') await countSale(tx, row);
  return row;
}

const writeReceipt = prepared((db, { orderId, state, now }: { orderId: string; state: OrderState; now: number }) =>
  db
    .insertInto('receipts')
    .values({ order_id: orderId, state, created_at: now, next_attempt_at: now, done_at: null, done_how: null })
    .onConflict((conflict) => conflict.columns(['order_id', 'state']).doNothing()),
);

/** Something worth telling the buyer. It is delivered from the table, so it outlives any crash after this commit. */
export async function addReceipt(tx: Transaction, orderId: string, state: OrderState, now: number): Promise<void> {
  await writeReceipt(tx, { orderId, state, now });
}
