import { sql } from 'kysely';
import { dayMs } from '#domain/calendar.ts';
import type { Purchase } from '#domain/person.ts';
import { isMaskedMobile, type Mobile } from '#domain/phone.ts';
import type { Queries } from '#storage/database.ts';
import type { OrderRow } from '#storage/tables/tables.ts';

/** How many orders are read, because some are repeats or were not delivered. */
const lookedThrough = 20;

/** A person's latest orders, to join to a row that is read anyway. Their columns have separate names. */
export const latestBought = (db: Queries, personId: number) =>
  db
    .selectFrom('orders')
    .leftJoin('numbers', (join) =>
      join.onRef('numbers.person_id', '=', 'orders.buyer_id').onRef('numbers.mobile', '=', 'orders.mobile'),
    )
    .select(['orders.id as order_id', 'orders.mobile as order_mobile', 'numbers.label as order_label'])
    .select(['orders.title', 'orders.title_en', 'orders.product_type', 'orders.operator_id as order_operator'])
    .select(['orders.sim_type as order_sim', 'orders.days', 'orders.base', 'orders.charge', 'orders.total'])
    .select(['orders.kind', 'orders.product_id', 'orders.named_amount', 'orders.named_credit'])
    .select(['orders.state', 'orders.reversed_at', 'orders.confirmed_at'])
    .where('orders.buyer_id', '=', personId)
    .where('orders.confirmed_at', 'is not', null)
    .orderBy('orders.confirmed_at', 'desc')
    .limit(sql.lit(lookedThrough));

type Own = 'title' | 'title_en' | 'product_type' | 'days' | 'base' | 'charge' | 'total' | 'kind' | 'product_id';

/** A row of a left join; all columns are null for people without purchases. */
type BoughtRow = {
  readonly [Column in Own | 'named_amount' | 'named_credit' | 'state' | 'reversed_at' | 'confirmed_at']:
    | OrderRow[Column]
    | null;
} & {
  readonly order_id: string | null;
  readonly order_mobile: Mobile | null;
  readonly order_label: string | null;
  readonly order_operator: OrderRow['operator_id'] | null;
  readonly order_sim: OrderRow['sim_type'] | null;
};

/** Distinct deliveries that were not reversed, latest first. */
export function purchasesIn(rows: readonly BoughtRow[]): Purchase[] {
  const purchases = new Map<string, Purchase>();
  for (const row of rows) {
    const { order_id, order_mobile, title, product_type, order_operator, order_sim, base, total, charge } = row;
    const { confirmed_at } = row;
    if (order_id === null || order_mobile === null || title === null || product_type === null) continue;
    if (order_operator === null || order_sim === null || base === null || total === null || charge === null) continue;
    if (confirmed_at === null) continue;
    const what = `${order_mobile} ${title} ${total}`;
    if (row.state !== 'delivered' || row.reversed_at !== null || purchases.has(what)) continue;
    if (isMaskedMobile(order_mobile)) continue;
    purchases.set(what, {
      orderId: order_id,
      mobile: order_mobile,
      label: row.order_label,
      title,
      titleEn: row.title_en,
      productType: product_type,
      operatorId: order_operator,
      simType: order_sim,
      days: row.days,
      base,
      charge,
      confirmedAt: confirmed_at,
      item:
        row.kind === 'offer' || row.product_id === null
          ? { kind: 'offer' }
          : { kind: 'product', productId: row.product_id, amount: row.named_amount, credit: row.named_credit },
    });
  }
  return [...purchases.values()];
}

/** A package that expires within this time is likely to be renewed. */
const soonMs = 3 * dayMs;

/** Sorts packages that expire soon to the front, then by the last purchase. */
export function whatEndsFirst(purchases: readonly Purchase[], now: number): Purchase[] {
  const endOf = ({ confirmedAt, days }: Purchase) => confirmedAt + (days ?? 0) * dayMs;
  const isEnding = (one: Purchase) => one.days !== null && endOf(one) > now && endOf(one) <= now + soonMs;
  const ending = purchases.filter(isEnding).toSorted((one, other) => endOf(one) - endOf(other));
  return [...ending, ...purchases.filter((one) => !isEnding(one))];
}
