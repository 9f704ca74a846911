import { sql } from 'kysely';
import type { PaymentMethod } from '#domain/payment.ts';
import { priceHoldOf } from '#domain/price-hold.ts';
import type { Queries, Transaction } from '#storage/database.ts';

interface HeldPrice {
  /** When somebody first pressed a way to pay for the order; null if never. */
  readonly firstAt: number | null;
  /** The latest hold of its open payments; 0 without open payments. */
  readonly until: number;
}

/** A hold belongs to an open payment, so it ends with the payment. */
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
 * Until when a payment holds the order's price; called in the transaction that stores the payment. Locks the order, so that
 * it cannot expire before the payment is visible. Null if it is no longer a quote, or its time is over.
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
  // The quote itself may last longer.
  const until = quote ? Math.max(longest, quote.expires_at) : 0;
  return until > at ? until : null;
}

/** For an order in a query. */
export const isHeldByPayment = (at: number) =>
  sql<boolean>`exists (select 1 from ${sql.table('payments')} where payments.order_id = orders.id
    and payments.state in ('asked', 'submitted') and payments.hold_until > ${at})`;

/**
 * Locks a quote before it ends. `paying` tells whether an open payment holds its price; after a restore any open payment
 * does, however old. Null if it is no longer a quote.
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
