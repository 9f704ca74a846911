import type { OrderState } from '#domain/order.ts';
import { addApiDelivery } from '#shop/outbox/api-deliveries.ts';
import { addReceiptJob, subjectOf } from '#shop/outbox/outbox.ts';
import { releasePromo } from '#shop/prices/promo-uses.ts';
import { creditReferrer } from '#shop/referrals/referral-credit.ts';
import type { Wallet } from '#shop/wallet/wallet.ts';
import type { Transaction } from '#storage/database.ts';
import { addReminder } from './add-reminder.ts';
import { countSale } from './daily-totals.ts';
import { type Order, orderOf } from './order.ts';
import { moveOrder } from './transition.ts';

export interface Finalization {
  readonly id: string;
  readonly from: OrderState;
  readonly to: 'delivered' | 'rejected';
  readonly actor: string;
  /** The gateway's or the owner's words. */
  readonly why: string;
  /** Stored for the buyer instead of `why`. */
  readonly outcome?: string;
  readonly now: number;
}

/** State, money, receipt job and daily sums in one transaction. Null: it had ended already. */
export async function finalizeOrder(
  tx: Transaction,
  wallet: Pick<Wallet, 'capture' | 'release'>,
  { id, from, to, actor, why, outcome = why, now }: Finalization,
): Promise<Order | null> {
  const row = await moveOrder(tx, { id, from, to, actor, why, now, set: { outcome, lease_until: 0 } });
  if (!row) return null;
  const order = orderOf(row);
  await wallet[to === 'delivered' ? 'capture' : 'release'](tx, order, actor);
  if (to === 'rejected' && order.promo !== null) await releasePromo(tx, id);
  if (to === 'delivered') await creditReferrer(tx, row, { charge: order.charge, now });
  await addReceiptJob(tx, subjectOf(order), now);
  await addApiDelivery(tx, row, to, now);
  // What was bought by the API is for customers of the agent's own shop, who are not reminded here.
  if (to === 'delivered' && row.source === null) await addReminder(tx, row, now);
  // Last: all transactions update the shop's one row of sums, and wait for each other from here on.
  if (to === 'delivered') await countSale(tx, row);
  return order;
}
