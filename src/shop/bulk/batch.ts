import { createHash } from 'node:crypto';
import type { Rials } from '../../domain/money.ts';
import type { OrderState } from '../../domain/order.ts';
import type { Queries } from '../../storage/database.ts';
import type { BatchRow } from '../../storage/tables.ts';

/** The last two depend on the product. */
export type RowProblem = 'number-invalid' | 'twice' | 'other-operator' | 'bought-today';

export interface SaleRow {
  readonly row: number;
  readonly mobile: string;
  readonly problem: RowProblem | null;
  readonly order: {
    readonly id: string;
    readonly state: OrderState;
    /** What the customer's price is. */
    readonly total: Rials;
    /** What the seller pays. */
    readonly charge: Rials;
    /** What the fee or discount between the two is called. */
    readonly priceName: string | null;
    readonly code: string;
    readonly expiresAt: number;
    /** The gateway's words. */
    readonly outcome: string | null;
  } | null;
}

export interface Batch {
  readonly id: string;
  readonly sellerId: number;
  readonly state: BatchRow['state'];
  readonly productId: number | null;
  readonly amount: Rials | null;
  readonly confirmedAt: number | null;
  /** Also for numbers that got it today. */
  readonly withBought: boolean;
  readonly rows: readonly SaleRow[];
}

export async function readBatch(db: Queries, id: string): Promise<Batch | null> {
  const batch = await db.selectFrom('batches').selectAll().where('id', '=', id).executeTakeFirst();
  if (!batch) return null;
  const rows = await db
    .selectFrom('batch_rows')
    .leftJoin('orders', 'orders.id', 'batch_rows.order_id')
    .select([
      'batch_rows.row',
      'batch_rows.mobile',
      'batch_rows.problem',
      'orders.id as order_id',
      'orders.state',
      'orders.total',
      'orders.charge',
      'orders.price_name',
      'orders.webservice_code',
      'orders.expires_at',
      'orders.outcome',
    ])
    .where('batch_rows.batch_id', '=', id)
    .orderBy('batch_rows.row')
    .execute();
  return {
    id: batch.id,
    sellerId: batch.seller_id,
    state: batch.state,
    productId: batch.product_id,
    amount: batch.amount,
    confirmedAt: batch.confirmed_at,
    withBought: batch.with_bought === 1,
    rows: rows.map(
      ({ row, mobile, problem, order_id, state, total, charge, price_name, webservice_code, expires_at, outcome }) => ({
        row,
        mobile,
        problem: problem as RowProblem | null,
        order:
          order_id === null || state === null || total === null || webservice_code === null || expires_at === null
            ? null
            : {
                id: order_id,
                state,
                total,
                charge: charge ?? total,
                priceName: price_name,
                code: webservice_code,
                expiresAt: expires_at,
                outcome,
              },
      }),
    ),
  };
}

/** Identifies what a Confirm button refers to: another price or selection has another digest. */
export function listDigest({ rows }: Pick<Batch, 'rows'>): string {
  const orders = rows.flatMap(({ order }) => order?.id ?? []);
  return createHash('sha256').update(orders.join()).digest('base64url').slice(0, 8);
}

export function tally({ rows }: Pick<Batch, 'rows'>) {
  const orders = rows.flatMap(({ order }) => order ?? []);
  const sum = (states: readonly OrderState[]) =>
    orders.filter(({ state }) => states.includes(state)).reduce((all, order) => all + order.charge, 0);
  const count = (states: readonly OrderState[]) => orders.filter(({ state }) => states.includes(state)).length;
  return {
    chosen: orders.length,
    left: rows.filter(({ problem }) => problem !== null).length,
    total: orders.reduce((all, order) => all + order.total, 0),
    charge: orders.reduce((all, order) => all + order.charge, 0),
    delivered: count(['delivered']),
    deliveredCharge: sum(['delivered']),
    rejected: count(['rejected']),
    waiting: count(['confirmed', 'unsure', 'review']),
    review: count(['review']),
  };
}
