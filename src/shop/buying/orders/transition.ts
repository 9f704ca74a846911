import { canBecome, isEnd, type OrderState } from '#domain/order.ts';
import { type Claimed, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Queries, Transaction } from '#storage/database.ts';
import { inState } from '#storage/order-states.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderRow } from '#storage/tables/tables.ts';
import { orderColumns } from './order.ts';

interface Move {
  readonly id: string;
  /** The state that the decision was based on; if the order has left it, nothing happens. */
  readonly from: OrderState;
  readonly to: OrderState;
  readonly actor: string;
  readonly why: string;
  readonly now: number;
  /** Requires an expired price; a payment in progress extends it. */
  readonly expiredAt?: number;
  /** Requires that no payment is in progress. */
  readonly notPayingAt?: number;
  /** Requires that no process has claimed it since. */
  readonly claimed?: Claimed | undefined;
  readonly set?: Settable;
}

type Settable = Partial<
  Pick<OrderRow, 'confirmed_at' | 'attempts' | 'next_attempt_at' | 'lease_until' | 'outcome' | 'superseded_by'>
>;

type Moving = Settable & Pick<OrderRow, 'id' | 'state'> & Partial<Pick<OrderRow, 'ended_at'>> & MoveConditions;

interface MoveConditions {
  readonly from: OrderState;
  readonly expiredAt?: number;
  readonly notPayingAt?: number;
  readonly claimedAttempts?: number;
  readonly claimedLease?: number;
}

interface NewEvent {
  readonly order_id: string;
  readonly at: number;
  readonly actor: string;
  readonly from_state: OrderState | null;
  readonly to_state: OrderState;
  readonly why: string;
}

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

/** Compiled once for each combination of columns, because every purchase uses two of them. */
const moves = new Map<string, (db: Queries, values: Moving) => Promise<OrderRow[]>>();

const moving = (values: Moving) =>
  prepared((db, given: Moving) => {
    // Sets only the columns of this combination; Object.fromEntries would lose the types.
    const {
      id,
      from: _,
      expiredAt,
      notPayingAt,
      claimedAttempts: attempts = 0,
      claimedLease: lease_until = 0,
      ...set
    } = Object.fromEntries(Object.keys(values).map((name) => [name, given[name as keyof Moving]])) as unknown as Moving;
    return db
      .updateTable('orders')
      .set(set)
      .where('id', '=', id)
      .where(inState(values.from))
      .$if('expiredAt' in values, (query) => query.where('expires_at', '<=', expiredAt ?? 0))
      .$if('notPayingAt' in values, (query) => query.where('paying_until', '<=', notPayingAt ?? 0))
      .$if('claimedLease' in values, (query) => query.where(isStillClaimed({ attempts, lease_until })))
      .returning(orderColumns);
  });

/** The only writer of order states: compares, sets and adds an event. Null if another writer was first. */
export async function moveOrder(
  tx: Transaction,
  { id, from, to, actor, why, now, expiredAt, notPayingAt, claimed, set }: Move,
): Promise<OrderRow | null> {
  if (!canBecome(from, to)) throw new Error(`An order never goes from ${from} to ${to}.`);
  const values: Moving = {
    id,
    from,
    state: to,
    ...set,
    ...(isEnd(to) ? { ended_at: now } : {}),
    ...(expiredAt === undefined ? {} : { expiredAt }),
    ...(notPayingAt === undefined ? {} : { notPayingAt }),
    ...(claimed === undefined ? {} : { claimedAttempts: claimed.attempts, claimedLease: claimed.lease_until }),
  };
  const shape = `${from} ${Object.keys(values).join()}`;
  const write = moves.get(shape) ?? moving(values);
  moves.set(shape, write);
  const [row] = await write(tx, values);
  if (!row) return null;
  await writeEvent(tx, { order_id: id, at: now, actor, from_state: from, to_state: to, why });
  return row;
}
