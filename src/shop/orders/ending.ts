import type { OrderState } from '../../domain/order.ts';
import type { Transaction } from '../../storage/database.ts';
import { addReceiptJob, subjectOf } from '../receipts/receipt-jobs.ts';
import { countSale } from '../reports/sums.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { type Order, orderOf } from './order.ts';
import { moveOrder } from './transition.ts';

export interface Ending {
  readonly id: string;
  readonly from: OrderState;
  readonly to: 'delivered' | 'rejected';
  readonly actor: string;
  /** The gateway's or the owner's words. */
  readonly why: string;
  /** What the buyer is told instead of these words. */
  readonly outcome?: string;
  readonly now: number;
}

/** State, money, the receipt job and the day's sums in one transaction. Null: it had already ended. */
export async function endOrder(
  tx: Transaction,
  wallet: Pick<Wallet, 'capture' | 'release'>,
  { id, from, to, actor, why, outcome = why, now }: Ending,
): Promise<Order | null> {
  const row = await moveOrder(tx, { id, from, to, actor, why, now, set: { outcome, lease_until: 0 } });
  if (!row) return null;
  const order = orderOf(row);
  await wallet[to === 'delivered' ? 'capture' : 'release'](tx, order, actor);
  await addReceiptJob(tx, subjectOf(order), now);
  // Last: the sums of the whole shop are one row for all, and its writer keeps the others waiting until the commit.
  if (to === 'delivered') await countSale(tx, row);
  return order;
}
