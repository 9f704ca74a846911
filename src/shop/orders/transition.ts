import { isEnd, mayBecome, type OrderState } from '../../domain/order.ts';
import type { Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { OrderRow } from '../../storage/tables.ts';

export interface Move {
  readonly id: string;
  /** The state that the decision was based on. If the order has left it since, nothing happens. */
  readonly from: OrderState;
  readonly to: OrderState;
  readonly actor: string;
  readonly why: string;
  readonly now: number;
  /** Only if its price is no longer held at this time: a payment under way may have prolonged it. */
  readonly expiredAt?: number;
  /** Only if no payment for it is under way at this time. */
  readonly notPayingAt?: number;
  readonly set?: Partial<
    Pick<OrderRow, 'confirmed_at' | 'message_id' | 'attempts' | 'next_attempt_at' | 'lease_until' | 'outcome'>
  >;
}

interface NewEvent {
  readonly order_id: string;
  readonly at: number;
  readonly actor: string;
  readonly from_state: OrderState | null;
  readonly to_state: OrderState;
  readonly why: string;
}

/** One line of an order's trail. */
export const writeEvent = prepared((db, event: NewEvent) =>
  db.insertInto('order_events').values({
    order_id: event.order_id,
    at: event.at,
    actor: event.actor,
    from_state: event.from_state,
    to_state: event.to_state,
    why: event.why,
  }),
);

/** The one writer of order states: compare, set, and write it into the trail. Null: someone else was first. */
export async function moveOrder(
  tx: Transaction,
  { id, from, to, actor, why, now, expiredAt, notPayingAt, set }: Move,
): Promise<OrderRow | null> {
  if (!mayBecome(from, to)) throw new Error(`An order never goes from ${from} to ${to}.`);
  const row = await tx
    .updateTable('orders')
    .set({ ...set, state: to, ...(isEnd(to) ? { ended_at: now } : {}) })
    .where('id', '=', id)
    .where('state', '=', from)
    .$if(expiredAt !== undefined, (query) => query.where('expires_at', '<=', expiredAt ?? 0))
    .$if(notPayingAt !== undefined, (query) => query.where('paying_until', '<=', notPayingAt ?? 0))
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await writeEvent(tx, { order_id: id, at: now, actor, from_state: from, to_state: to, why });
  return row;
}
