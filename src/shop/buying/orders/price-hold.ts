import { sql } from 'kysely';
import type { PaymentMethod } from '#domain/payment.ts';
import { priceHoldOf } from '#domain/price-hold.ts';
import type { Queries, Transaction } from '#storage/database.ts';

interface HeldPrice {
  /** When a way to pay for the order was first pressed; null: never. */
  readonly firstAt: number | null;
  /** The end of the longest hold of its open payments; 0: none is open. */
  readonly until: number;
}

/** A hold is a property of an open payment, so it ends with it, in whatever way that ends. */
export async function heldPrice(db: Queries, orderId: string): Promise<HeldPrice> {
  const { firstAt, until } = await db
    .selectFrom('payments')
    .select([
      sql<number | null>`min(created_at)`.as('firstAt'),
      sql<number | null>`max(case when state in ('asked', 'submitted') then hold_until end)`.as('until'),
    ])
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return { firstAt, until: until ?? 0 };
}

interface NewHold {
  readonly orderId: string;
  readonly method: PaymentMethod;
  readonly at: number;
}

/**
 * In the transaction that stores a payment for the order: until when that payment holds the price. Null: it is no quote any
 * more, or its time is over. The order is locked, so that it does not expire before the payment can be seen.
 */
export async function holdPrice(tx: Transaction, { orderId, method, at }: NewHold): Promise<number | null> {
  const { firstAt } = await heldPrice(tx, orderId);
  const longest = (firstAt ?? at) + priceHoldOf(method).payMs;
  const quote = await tx
    .updateTable('orders')
    .set((eb) => ({
      paying_until: eb.case().when('paying_until', '>', longest).then(eb.ref('paying_until')).else(longest).end(),
    }))
    .where('id', '=', orderId)
    .where('state', '=', 'quoted')
    .where('possibly_sent_at', 'is', null)
    .returning('expires_at')
    .executeTakeFirst();
  // A quote may stand for longer by itself.
  const until = quote ? Math.max(longest, quote.expires_at) : 0;
  return until > at ? until : null;
}

/** Of an order in a query. */
export const isHeldByPayment = (at: number) =>
  sql<boolean>`exists (select 1 from ${sql.table('payments')} where payments.order_id = orders.id
    and payments.state in ('asked', 'submitted') and payments.hold_until > ${at})`;

/**
 * Locks a quote that is to end. `paying`: an open payment holds its price; of what a restore marked any open payment does,
 * however old it is. Null: it is not a quote any more.
 */
export async function lockToEnd(tx: Transaction, orderId: string, at: number): Promise<'free' | 'paying' | null> {
  const quote = await tx
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', orderId)
    .where('state', '=', 'quoted')
    .returning(['paying_until', 'possibly_sent_at'])
    .executeTakeFirst();
  if (!quote) return null;
  const after = quote.possibly_sent_at === null ? at : 0;
  return quote.paying_until <= after || (await heldPrice(tx, orderId)).until <= after ? 'free' : 'paying';
}
