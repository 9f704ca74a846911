import { sql } from 'kysely';
import { dayMs, midnight } from '../../domain/calendar.ts';
import type { Rials } from '../../domain/money.ts';
import type { OperatorId, SimType } from '../../domain/product.ts';
import type { Database } from '../../storage/database.ts';

/** What was sold in a while, in the words of a seller's day. */
export interface Day {
  readonly count: number;
  readonly total: Rials;
  readonly byOperator: readonly { readonly operatorId: OperatorId; readonly count: number; readonly total: Rials }[];
  /** Confirmed, and no end yet. */
  readonly waiting: number;
  readonly waitingTotal: Rials;
}

export interface SoldItem {
  readonly productId: number;
  readonly amount: Rials | null;
  readonly operatorId: OperatorId;
  readonly simType: SimType;
  readonly title: string;
  readonly titleEn: string | null;
}

export type Reports = ReturnType<typeof createReports>;

const lookedThrough = 200;

export function createReports({ database: { db }, now }: { readonly database: Database; readonly now: () => number }) {
  /** Since midnight in Tehran. */
  async function today(sellerId: number): Promise<Day> {
    const rows = await db
      .selectFrom('orders')
      .select((eb) => [
        'operator_id',
        'state',
        eb.fn.countAll<number>().as('count'),
        sql<number>`cast(sum(total) as bigint)`.as('total'),
      ])
      .where('buyer_id', '=', sellerId)
      .where('confirmed_at', '>=', midnight(now()))
      .where('state', '<>', 'rejected')
      .groupBy(['operator_id', 'state'])
      .execute();
    const sold = rows.filter(({ state }) => state === 'delivered');
    const waiting = rows.filter(({ state }) => state !== 'delivered');
    const byOperator = sold
      .map(({ operator_id, count, total }) => ({ operatorId: operator_id, count, total }))
      .toSorted((a, b) => b.total - a.total);
    return {
      count: add(sold, 'count'),
      total: add(sold, 'total'),
      byOperator,
      waiting: add(waiting, 'count'),
      waitingTotal: add(waiting, 'total'),
    };
  }

  /**
   * What someone sold lately, each thing once: the next sale is likely one of them. Asked for at every number that is
   * typed, so it looks at the latest sales only, however many there are.
   */
  async function lately(sellerId: number, limit: number): Promise<SoldItem[]> {
    const rows = await db
      .selectFrom('orders')
      .select(['product_id', 'named_amount', 'operator_id', 'sim_type', 'title', 'title_en', 'kind', 'state'])
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
        operatorId: row.operator_id,
        simType: row.sim_type,
        title: row.title,
        titleEn: row.title_en,
      });
    }
    return [...items.values()].slice(0, limit);
  }

  return { today, lately };
}

function add<K extends string>(rows: readonly Readonly<Record<K, number>>[], field: K): number {
  return rows.reduce((sum, row) => sum + row[field], 0);
}
