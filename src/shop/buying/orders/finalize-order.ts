import { dayOf } from '#domain/calendar.ts';
import { heldStates, type OrderState } from '#domain/order.ts';
import { noticeAt } from '#domain/schedule.ts';
import { shortName } from '#domain/short-name.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Claimed } from '#shop/base/jobs/leases.ts';
import { addApiDelivery } from '#shop/base/outbox/api-deliveries.ts';
import { addReceiptJob, subjectOf } from '#shop/base/outbox/outbox.ts';
import { creditReferrer } from '#shop/base/wallet/referral-credit.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import { releasePromo } from '#shop/pricing/prices/promo-uses.ts';
import type { Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { countSale } from './daily-totals.ts';
import { type Order, orderOf } from './order.ts';
import { moveOrder } from './transition.ts';

export interface Finalization {
  readonly id: string;
  readonly from: OrderState;
  readonly to: 'delivered' | 'rejected';
  readonly actor: string;
  /** The reason in the words of the gateway or the owner. */
  readonly why: string;
  /** What the buyer reads instead of `why`. */
  readonly outcome?: string;
  readonly now: number;
  /** Only if no process has claimed it since. */
  readonly claimed?: Claimed | undefined;
}

/** Writes state, money, receipt job and daily sums in one transaction. Null if the order had already ended. */
export async function finalizeOrder(
  tx: Transaction,
  wallet: Pick<Wallet, 'capture' | 'release'>,
  { id, from, to, actor, why, outcome = why, now, claimed }: Finalization,
): Promise<Order | null> {
  const row = await moveOrder(tx, { id, from, to, actor, why, now, claimed, set: { outcome, lease_until: 0 } });
  if (!row) return null;
  const order = orderOf(row);
  await wallet[to === 'delivered' ? 'capture' : 'release'](tx, order, actor);
  if (to === 'rejected' && order.promo !== null) await releasePromo(tx, id);
  if (to === 'delivered') await creditReferrer(tx, row, { charge: order.charge, now });
  await addReceiptJob(tx, subjectOf(order), now);
  await addApiDelivery(tx, row, to, now);
  // Purchases by the API belong to customers of the agent's shop, which reminds them itself.
  if (to === 'delivered' && row.source === null) await addReminder(tx, row, now);
  // Comes last, because all transactions wait for each other at the shop's one row of sums.
  if (to === 'delivered') await countSale(tx, row);
  return order;
}

interface BoughtParts {
  readonly wallet: Pick<Wallet, 'capture' | 'release'>;
  readonly alerts: Pick<Alerts, 'write'>;
}

/**
 * Ends a waiting order that the gateway has sold, even if the answer is late and another process has claimed it since. If
 * the money was given back meanwhile, owners are alerted. Null if the order had already ended.
 */
export async function finalizeBought(
  tx: Transaction,
  { wallet, alerts }: BoughtParts,
  { id, state, webservice_code: code }: OrderRow,
  ending: Pick<Finalization, 'actor' | 'why' | 'now'>,
): Promise<Order | null> {
  for (const from of heldStates.slice(heldStates.indexOf(state))) {
    const order = await finalizeOrder(tx, wallet, { id, from, to: 'delivered', ...ending });
    if (order) return order;
  }
  const current = await tx.selectFrom('orders').select(['state', 'charge']).where('id', '=', id).executeTakeFirst();
  if (current?.state === 'rejected')
    await alerts.write(tx, id, { kind: 'sold-after-refund', orderId: id, code, amount: current.charge });
  return null;
}

/** A shorter package would end hours after its reminder. */
const fewestDays = 2;
/** A longer one is a misread name. */
const mostDays = 366;

interface NewReminder {
  readonly order_id: string;
  readonly person_id: number;
  readonly mobile: string;
  readonly ends_on: number;
  readonly due_at: number;
}

const insert = prepared((db, { order_id, person_id, mobile, ends_on, due_at }: NewReminder) =>
  db
    .insertInto('reminders')
    .values({ order_id, person_id, mobile, ends_on, due_at, done_at: null, done_how: null })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Plans a reminder for the day before the package ends, in the transaction that delivers the order. */
export async function addReminder(tx: Transaction, order: OrderRow, at: number): Promise<void> {
  const { id, buyer_id, mobile, product_type } = order;
  const days = product_type === 'topup' ? null : daysOf(order);
  if (days === null || days < fewestDays) return;
  const ends_on = dayOf(at) + days;
  await insert(tx, { order_id: id, person_id: buyer_id, mobile, ends_on, due_at: noticeAt(ends_on) });
}

/** Falls back to the product's name if the gateway does not tell the period. */
function daysOf({ title, days }: OrderRow): number | null {
  const { time } = shortName(title, days);
  return time?.unit === 'day' && time.count <= mostDays ? time.count : null;
}
