import { midnight } from '../../domain/calendar.ts';
import type { Database, Queries } from '../../storage/database.ts';
import type { Priced, Pricing } from '../orders/pricing.ts';
import type { Numbers } from '../people/numbers.ts';
import type { Batch, RowProblem } from './batch.ts';

export interface ChecksDeps {
  readonly database: Database;
  readonly numbers: Pick<Numbers, 'find'>;
  readonly pricing: Pick<Pricing, 'price'>;
  readonly now: () => number;
}

interface CheckedRow {
  readonly row: number;
  readonly mobile: string;
  readonly problem: RowProblem | null;
}

/** The other problems depend on the product: the row may be sold another one. */
export const isSellable = (problem: RowProblem | null): boolean => problem !== 'number-invalid' && problem !== 'twice';

interface SoldToday {
  readonly sellerId: number;
  readonly productId: number | null;
  readonly amount: number | null;
  readonly since: number;
  /** Orders of this list do not count. */
  readonly besides: string | null;
}

/** Numbers that this seller sold the same product to, or is selling it to. */
export async function boughtToday(
  db: Queries,
  { sellerId, productId, amount, since, besides }: SoldToday,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('mobile')
    .where('buyer_id', '=', sellerId)
    .where('confirmed_at', '>=', since)
    .where('product_id', '=', productId)
    .where('named_amount', amount === null ? 'is' : '=', amount)
    .where('state', '<>', 'rejected')
    .$if(besides !== null, (query) =>
      query.where((eb) => eb.or([eb('batch_id', 'is', null), eb('batch_id', '<>', besides)])),
    )
    .execute();
  return rows.map(({ mobile }) => mobile);
}

/** Finds rows of another operator and rows that got the same product today. */
export async function checkRows(
  { database, numbers, pricing, now }: ChecksDeps,
  batch: Batch,
  priced: Priced,
  withBought: boolean,
): Promise<CheckedRow[]> {
  const { item, operatorId: sellingFor } = priced;
  const amount = item.kind === 'product' ? item.amount : null;
  const { sellerId } = batch;
  const what = { sellerId, productId: priced.productId, amount, since: midnight(now()), besides: null };
  const bought = new Set(await boughtToday(database.db, what));
  const checked: CheckedRow[] = [];
  for (const { row, mobile, problem } of batch.rows) {
    if (!isSellable(problem)) {
      checked.push({ row, mobile, problem });
      continue;
    }
    const { operatorId } = await numbers.find(batch.sellerId, mobile);
    // The operator alone does not tell fixed-wireless numbers from phones.
    const price = await pricing.price({ item, mobile, simType: priced.simType }, sellerId);
    const other = (operatorId !== null && operatorId !== sellingFor) || !price.ok;
    const again = bought.has(mobile) && !withBought;
    checked.push({ row, mobile, problem: other ? 'other-operator' : again ? 'bought-today' : null });
  }
  return checked;
}
