import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import { type PaymentMethod, paymentMethods } from '#domain/payment.ts';
import type { Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import { wholeShop } from '#storage/tables/report.ts';
import type { DailySaleRow, OrderRow } from '#storage/tables/tables.ts';
import { orderOf } from './order.ts';

interface Sale
  extends Pick<
    DailySaleRow,
    'day' | 'base' | 'vat' | 'total' | 'discount' | 'known' | 'cost' | 'profit' | 'title' | 'title_en'
  > {
  readonly seller: number;
  readonly operator: OrderRow['operator_id'];
  readonly kind: OrderRow['kind'];
  readonly product: number;
  /** Null if paid from the wallet. */
  readonly method: number | null;
  /** 1, or -1 for a reversal. */
  readonly count: number;
}

type Shape = 'wallet' | 'method' | 'api';

/** Compiled once for each shape: a purchase by payment has one more row, a purchase by the API two. */
const addSale = { wallet: preparedSale('wallet'), method: preparedSale('method'), api: preparedSale('api') };

function preparedSale(shape: Shape) {
  return prepared((db, sale: Sale) => {
    const { seller, operator, kind, product, method, title, title_en } = sale;
    const { day, count, base, vat, total, discount, known, cost, profit } = sale;
    const sums = { day, count, base, vat, total, discount, known, cost, profit };
    const untitled = { ...sums, title: null, title_en: null };
    // All transactions write these rows in the same order, to avoid deadlocks.
    const rows = [wholeShop, seller].flatMap((seller_id): DailySaleRow[] => [
      { seller_id, part: 'operator', part_id: operator, ...untitled },
      { seller_id, part: kind, part_id: product, ...sums, title, title_en },
    ]);
    const paid: DailySaleRow = { seller_id: wholeShop, part: 'method', part_id: method ?? 0, ...untitled };
    const bySource = [wholeShop, seller].map(
      (seller_id): DailySaleRow => ({ seller_id, part: 'source', part_id: apiPart, ...untitled }),
    );
    const more = { wallet: [], method: [paid], api: bySource }[shape];
    return db
      .insertInto('daily_sales')
      .values([...rows, ...more])
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
}

const addToBuyer = prepared(
  (
    db,
    { seller, count, charged, at }: Pick<Sale, 'seller' | 'count'> & { readonly charged: number; readonly at: number },
  ) =>
    db
      .insertInto('buyer_totals')
      .values({ person_id: seller, orders: count, charged, last_at: at })
      .onConflict((conflict) =>
        conflict.column('person_id').doUpdateSet((eb) => ({
          orders: eb('buyer_totals.orders', '+', eb.ref('excluded.orders')),
          charged: eb('buyer_totals.charged', '+', eb.ref('excluded.charged')),
          last_at: sql<number>`case when excluded.last_at > buyer_totals.last_at
            then excluded.last_at else buyer_totals.last_at end`,
        })),
      ),
);

/** Where sums of the API are stored; all other sums are from the chat. */
export const apiPart = 1;

/** Where a method's sums are stored; zero would be the wallet. */
export const methodPart = (method: PaymentMethod): number => paymentMethods.indexOf(method) + 1;

/** By the day of confirmation, for the buyer and the shop, by operator, product and method. Depends on the order only. */
export async function countSale(tx: Transaction, order: OrderRow, count: 1 | -1 = 1): Promise<void> {
  if (order.confirmed_at === null) throw new Error('An order is delivered only after it was confirmed.');
  const { buyer_id: seller, operator_id: operator, product_id: product, kind } = order;
  const { charge, cost, profit } = orderOf(order);
  const earned = cost === null || profit === null ? { known: 0, cost: 0, profit: 0 } : { known: 1, cost, profit };
  const sums = { base: order.base, vat: order.vat, total: order.total, discount: order.total - charge, ...earned };
  const signed = Object.fromEntries(Object.entries(sums).map(([name, value]) => [name, value * count]));
  const titles =
    kind === 'product' ? { title: order.title, title_en: order.title_en } : { title: null, title_en: null };
  const method = order.paid_by === null ? null : methodPart(order.paid_by);
  const what = { seller, operator, kind, product, method, day: dayOf(order.confirmed_at), count };
  await addToBuyer(tx, { seller, count, charged: charge * count, at: order.confirmed_at });
  const shape = order.source === 'api' ? 'api' : method === null ? 'wallet' : 'method';
  await addSale[shape](tx, { ...what, ...(signed as typeof sums), ...titles });
}
