import { dayOf } from '#domain/calendar.ts';
import { noticeAt } from '#domain/schedule.ts';
import { shortName } from '#domain/short-name.ts';
import type { Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

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
