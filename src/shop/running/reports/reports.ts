import { dayMs, dayOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import type { OperatorId, SimType } from '#domain/product.ts';
import { createSalesQueries, type Report, type SalesQueriesDeps } from './sales-queries.ts';

export interface SoldItem {
  readonly productId: number;
  readonly amount: Rials | null;
  readonly credit: Rials | null;
  readonly base: Rials;
  readonly operatorId: OperatorId;
  readonly simType: SimType;
  readonly title: string;
  readonly titleEn: string | null;
}

export type Reports = ReturnType<typeof createReports>;

const lookedThrough = 200;

export function createReports({ database, ownerIds, now }: SalesQueriesDeps & { readonly now: () => number }) {
  const { db } = database;
  const figures = createSalesQueries({ database, ownerIds });

  async function today(sellerId: number): Promise<Report> {
    const day = dayOf(now());
    return figures.period(sellerId, { from: day, to: day });
  }

  /** Distinct recent sales. Every typed number queries this, so it reads a limited number of orders. */
  async function recentSales(sellerId: number, limit: number): Promise<SoldItem[]> {
    const rows = await db
      .selectFrom('orders')
      .select(['product_id', 'named_amount', 'named_credit', 'base', 'operator_id', 'sim_type', 'title', 'title_en'])
      .select(['kind', 'state'])
      .where('buyer_id', '=', sellerId)
      .where('confirmed_at', '>', now() - 30 * dayMs)
      .orderBy('confirmed_at', 'desc')
      .limit(lookedThrough)
      .execute();
    const items = new Map<string, SoldItem>();
    for (const row of rows) {
      const name = `${row.product_id} ${row.named_amount}`;
      if (row.kind !== 'product' || row.state !== 'delivered' || items.has(name)) continue;
      items.set(name, {
        productId: row.product_id,
        amount: row.named_amount,
        credit: row.named_credit,
        base: row.base,
        operatorId: row.operator_id,
        simType: row.sim_type,
        title: row.title,
        titleEn: row.title_en,
      });
    }
    return [...items.values()].slice(0, limit);
  }

  return { ...figures, today, recentSales };
}
