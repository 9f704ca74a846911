import { createHash } from 'node:crypto';
import type { Rials } from '#domain/money.ts';
import { type Order, promoIn } from '#shop/buying/orders/order.ts';
import type { Queries } from '#storage/database.ts';
import type { BatchRow } from '#storage/tables/tables.ts';

/** The first problems come from the list itself, the last five from the chosen item. */
export type RowProblem =
  | 'number-invalid'
  | 'twice'
  | 'left-out'
  /** The words beside the number are ambiguous, or match nothing on sale. */
  | 'unclear'
  | 'not-found'
  | 'other-operator'
  /** TD-LTE for a phone, or something else for a TD-LTE number. */
  | 'not-for-number'
  | 'bought-today'
  | 'unavailable';

export interface RowItem {
  readonly productId: number;
  readonly amount: Rials | null;
}

/** `charge` is what the seller pays. All orders of a list share their promo code. */
export type RowOrder = Pick<
  Order,
  | 'id'
  | 'state'
  | 'operatorId'
  | 'productType'
  | 'title'
  | 'titleEn'
  | 'days'
  | 'base'
  | 'vat'
  | 'total'
  | 'charge'
  | 'priceName'
  | 'promo'
  | 'code'
  | 'expiresAt'
  | 'outcome'
  | 'reversedAt'
>;

export interface SaleRow {
  readonly row: number;
  /** The number, or the text in its place if it is unreadable. */
  readonly mobile: string;
  readonly problem: RowProblem | null;
  /** True if the item was written beside the number; a choice for other rows does not change it. */
  readonly words: string | null;
  readonly item: RowItem | null;
  /** True to sell it even if the number got the same today. */
  readonly withBought: boolean;
  readonly order: RowOrder | null;
}

/** False for a text that was meant as a number. */
export const hasNumber = ({ mobile }: Pick<SaleRow, 'mobile'>): boolean => /^989\d{9}$/.test(mobile);

export interface Batch {
  readonly id: string;
  readonly sellerId: number;
  readonly state: BatchRow['state'];
  readonly confirmedAt: number | null;
  readonly rows: readonly SaleRow[];
}

const selectRows = (db: Queries, id: string) =>
  db
    .selectFrom('batch_rows')
    .leftJoin('orders', 'orders.id', 'batch_rows.order_id')
    .select([
      'batch_rows.row',
      'batch_rows.mobile',
      'batch_rows.problem',
      'batch_rows.words',
      'batch_rows.product_id as row_product_id',
      'batch_rows.amount as row_amount',
      'batch_rows.with_bought as row_with_bought',
      'orders.id as order_id',
      'orders.state',
      'orders.operator_id',
      'orders.product_type',
      'orders.title',
      'orders.title_en',
      'orders.days',
      'orders.base',
      'orders.vat',
      'orders.total',
      'orders.charge',
      'orders.price_name',
      'orders.promo_id',
      'orders.promo_code',
      'orders.promo_discount',
      'orders.webservice_code',
      'orders.expires_at',
      'orders.outcome',
      'orders.reversed_at',
    ])
    .where('batch_rows.batch_id', '=', id)
    .orderBy('batch_rows.row')
    .execute();

type Selected = Awaited<ReturnType<typeof selectRows>>[number];

export async function readBatch(db: Queries, id: string): Promise<Batch | null> {
  const batch = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
  if (!batch) return null;
  const rows = await selectRows(db, id);
  return {
    id: batch.id,
    sellerId: batch.seller_id,
    state: batch.state,
    confirmedAt: batch.confirmed_at,
    rows: rows.map((row) => ({
      row: row.row,
      mobile: row.mobile,
      problem: row.problem as RowProblem | null,
      words: row.words,
      item: itemOf(row),
      withBought: row.row_with_bought === 1,
      order: orderOf(row),
    })),
  };
}

const itemOf = (row: Selected): RowItem | null =>
  row.row_product_id === null ? null : { productId: row.row_product_id, amount: row.row_amount };

function orderOf(row: Selected): RowOrder | null {
  const { order_id, state, operator_id, product_type, title, webservice_code, expires_at } = row;
  const { base, vat, total, charge } = row;
  if (order_id === null || state === null || operator_id === null || title === null) return null;
  if (product_type === null || base === null || vat === null || total === null || charge === null) return null;
  if (webservice_code === null || expires_at === null) return null;
  return {
    id: order_id,
    state,
    operatorId: operator_id,
    productType: product_type,
    title,
    titleEn: row.title_en,
    days: row.days,
    base,
    vat,
    total,
    charge,
    priceName: row.price_name,
    promo: promoIn(row),
    code: webservice_code,
    expiresAt: expires_at,
    outcome: row.outcome,
    reversedAt: row.reversed_at,
  };
}

export const isSameRowItem = (a: RowItem | null, b: RowItem | null): boolean =>
  a?.productId === b?.productId && a?.amount === b?.amount;

export const itemKey = ({ productId, amount }: RowItem): string => `${productId} ${amount}`;

/** Identifies what a Confirm button refers to: another price or selection has another digest. */
export function listDigest({ rows }: Pick<Batch, 'rows'>): string {
  const orders = rows.flatMap(({ order }) => order?.id ?? []);
  return createHash('sha256').update(orders.join()).digest('base64url').slice(0, 8);
}

export const isListOver = (batch: Pick<Batch, 'rows'>): boolean => tally(batch).waiting === 0;

export function tally({ rows }: Pick<Batch, 'rows'>) {
  const orders = rows.flatMap(({ order }) => order ?? []);
  const standing = orders.filter(({ reversedAt }) => reversedAt === null);
  const sum = (states: readonly Order['state'][]) =>
    standing.filter(({ state }) => states.includes(state)).reduce((all, order) => all + order.charge, 0);
  const count = (states: readonly Order['state'][]) => standing.filter(({ state }) => states.includes(state)).length;
  return {
    chosen: orders.length,
    total: orders.reduce((all, order) => all + order.total, 0),
    charge: orders.reduce((all, order) => all + order.charge, 0),
    delivered: count(['delivered']),
    deliveredCharge: sum(['delivered']),
    deliveredTotal: standing.filter(({ state }) => state === 'delivered').reduce((all, order) => all + order.total, 0),
    rejected: count(['rejected']),
    reversed: orders.length - standing.length,
    waiting: count(['confirmed', 'unsure', 'review']),
    review: count(['review']),
  };
}
