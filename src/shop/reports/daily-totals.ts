import { sql } from 'kysely';
import { dayOf } from '../../domain/calendar.ts';
import type { Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { DailySaleRow, OrderRow } from '../../storage/tables.ts';
import { orderOf } from '../orders/order.ts';

/** The seller id of the whole shop's sums. */
export const wholeShop = 0;

interface Sale
  extends Pick<
    DailySaleRow,
    'day' | 'base' | 'vat' | 'total' | 'discount' | 'known' | 'cost' | 'profit' | 'title' | 'title_en'
  > {
  readonly seller: number;
  readonly operator: OrderRow['operator_id'];
  readonly kind: OrderRow['kind'];
  readonly product: number;
}

const addSale = prepared((db, sale: Sale) => {
  const { seller, operator, kind, product, day, base, vat, total, discount, known, cost, profit, title, title_en } =
    sale;
  const sums = { day, count: 1, base, vat, total, discount, known, cost, profit };
  // All transactions write these rows in the same order, to avoid deadlocks.
  const rows = [wholeShop, seller].flatMap((seller_id): DailySaleRow[] => [
    { seller_id, part: 'operator', part_id: operator, ...sums, title: null, title_en: null },
    { seller_id, part: kind, part_id: product, ...sums, title, title_en },
  ]);
  return db
    .insertInto('daily_sales')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'part', 'day', 'part_id']).doUpdateSet((eb) => ({
        count: eb('daily_sales.count', '+', eb.ref('excluded.count')),
        base: eb('daily_sales.base', '+', eb.ref('excluded.base')),
        vat: eb('daily_sales.vat', '+', eb.ref('excluded.vat')),
        total: eb('daily_sales.total', '+', eb.ref('excluded.total')),
        discount: eb('daily_sales.discount', '+', eb.ref('excluded.discount')),
        known: eb('daily_sales.known', '+', eb.ref('excluded.known')),
        cost: eb('daily_sales.cost', '+', eb.ref('excluded.cost')),
        profit: eb('daily_sales.profit', '+', eb.ref('excluded.profit')),
        title: eb.ref('excluded.title'),
        title_en: eb.ref('excluded.title_en'),
      })),
    );
});

const addToBuyer = prepared(
  (db, { seller, charged, at }: { readonly seller: number; readonly charged: number; readonly at: number }) =>
    db
      .insertInto('buyer_totals')
      .values({ person_id: seller, orders: 1, charged, last_at: at })
      .onConflict((conflict) =>
        conflict.column('person_id').doUpdateSet((eb) => ({
          orders: eb('buyer_totals.orders', '+', 1),
          charged: eb('buyer_totals.charged', '+', eb.ref('excluded.charged')),
          last_at: sql<number>`case when excluded.last_at > buyer_totals.last_at
            then excluded.last_at else buyer_totals.last_at end`,
        })),
      ),
);

/** By the day of confirmation, for the buyer and the shop, by operator and product. Depends on the order only. */
export async function countSale(tx: Transaction, order: OrderRow): Promise<void> {
  if (order.confirmed_at === null) throw new Error('An order is delivered only after it was confirmed.');
  const { buyer_id: seller, operator_id: operator, product_id: product, kind, base, vat, total } = order;
  const { charge, cost, profit } = orderOf(order);
  const earned = cost === null || profit === null ? { known: 0, cost: 0, profit: 0 } : { known: 1, cost, profit };
  const titles =
    kind === 'product' ? { title: order.title, title_en: order.title_en } : { title: null, title_en: null };
  const what = { seller, operator, kind, product, day: dayOf(order.confirmed_at) };
  await addToBuyer(tx, { seller, charged: charge, at: order.confirmed_at });
  await addSale(tx, { ...what, base, vat, total, discount: total - charge, ...earned, ...titles });
}
