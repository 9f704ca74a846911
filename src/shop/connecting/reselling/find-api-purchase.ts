import { sql } from 'kysely';
import { type Order, orderOf } from '#shop/buying/orders/order.ts';
import type { Queries } from '#storage/database.ts';

/** Finds a purchase by the agent's code or ours. Returns the newest of several. */
export async function findApiPurchase(
  db: Queries,
  personId: number,
  code: string,
): Promise<{ order: Order; code: string } | null> {
  // With `or`, or without `+ 0`, the database would read every purchase of the agent.
  const found = db
    .selectFrom('api_purchases')
    .select('order_id as id')
    .where('person_id', '=', personId)
    .where('code', '=', code)
    .union(db.selectFrom('orders').select('id').where('webservice_code', '=', code));
  const row = await db
    .selectFrom('orders')
    .innerJoin('api_purchases', 'api_purchases.order_id', 'orders.id')
    .selectAll('orders')
    .select('api_purchases.code')
    .where('orders.id', 'in', found)
    .where(sql<boolean>`api_purchases.person_id + 0 = ${personId}`)
    .orderBy('api_purchases.at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ? { order: orderOf(row), code: row.code } : null;
}
