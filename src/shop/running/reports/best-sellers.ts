import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import type { Product } from '#domain/product.ts';
import type { Log } from '#log.ts';
import type { Facets } from '#shop/buying/catalogue/facets.ts';
import type { Database } from '#storage/database.ts';
import { wholeShop } from '#storage/tables/report.ts';

const mostShown = 5;
const lookedBackDays = 30;
const freshMs = 10 * 60_000;

interface BestSellersDeps {
  readonly database: Database;
  readonly catalogue: { product(id: number): Product | null };
  readonly log: Log;
  readonly now: () => number;
}

/** Ranks products by recent sales, from daily sums and never from orders. */
export function createBestSellers({ database, catalogue, log, now }: BestSellersDeps) {
  let ranking: readonly number[] = [];
  let rankedAt: number | null = null;
  let ranks: Promise<void> | undefined;

  async function rank(): Promise<void> {
    const rows = await database.db
      .selectFrom('daily_sales')
      .select('part_id')
      .where('seller_id', '=', wholeShop)
      .where('part', '=', 'product')
      .where('day', '>', dayOf(now()) - lookedBackDays)
      .groupBy('part_id')
      .having(sql`sum(count)`, '>', 0)
      .orderBy(sql`sum(count)`, 'desc')
      .orderBy('part_id')
      .execute();
    ranking = rows.map((row) => row.part_id);
  }

  function refresh(): Promise<void> {
    rankedAt = now();
    ranks ??= rank()
      .catch((error: unknown) => log.warn({ err: error }, 'best sellers not read'))
      .finally(() => {
        ranks = undefined;
      });
    return ranks;
  }

  /** Products on sale for this kind of number, best sellers first. Only the first reader waits for the database. */
  async function bestFor({ operatorId, simType, type }: Facets): Promise<Product[]> {
    if (rankedAt === null) await refresh();
    else if (now() - rankedAt >= freshMs) void refresh();
    else if (ranking.length === 0) await ranks;
    const best: Product[] = [];
    for (const id of ranking) {
      const product = catalogue.product(id);
      const fits = product?.onSale && product.operatorId === operatorId && product.simType === simType;
      if (product && fits && product.type === type) best.push(product);
      if (best.length === mostShown) break;
    }
    return best;
  }

  return { bestFor };
}
