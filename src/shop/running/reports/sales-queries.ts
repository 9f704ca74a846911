import { type SelectQueryBuilder, sql } from 'kysely';
import { type Day, type Days, startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { type PaymentMethod, paymentMethods } from '#domain/payment.ts';
import type { OperatorId } from '#domain/product.ts';
import { apiPart, methodPart } from '#shop/buying/orders/daily-totals.ts';
import type { Database } from '#storage/database.ts';
import { isHeld } from '#storage/order-states.ts';
import { wholeShop } from '#storage/tables/report.ts';
import type { DailySaleRow, Tables } from '#storage/tables/tables.ts';

export interface Sum {
  readonly count: number;
  readonly base: Rials;
  readonly vat: Rials;
  readonly total: Rials;
  /** Totals minus charges, which sellers keep. Negative if fees exceed discounts. */
  readonly discount: number;
  /** How many have a known cost. `cost` and `profit` are sums of these only. */
  readonly known: number;
  readonly cost: Rials;
  /** The owner's profit. */
  readonly profit: number;
}

export interface ProductSum extends Sum {
  readonly productId: number;
  /** Null for personal offers, which have individual names. */
  readonly title: string | null;
  readonly titleEn: string | null;
}

interface SellerSum extends Sum {
  readonly id: number;
  readonly name: string;
}

/** Sums of a period. Lists begin with the largest. */
export interface Report extends Sum {
  readonly byOperator: readonly (Sum & { readonly operatorId: OperatorId })[];
  readonly byProduct: readonly ProductSum[];
  /** For the whole shop: each seller, and all customers together. */
  readonly bySeller: { readonly sellers: readonly SellerSum[]; readonly customers: Sum } | null;
  /** For the whole shop: sums by payment method, if anything was paid for directly. Null means wallets. */
  readonly byMethod: readonly (Sum & { readonly method: PaymentMethod | null })[];
  /** Present if anything was bought through the API. */
  readonly byApi: Sum | null;
  /** Orders confirmed on these days that have not ended. */
  readonly waiting: { readonly count: number; readonly total: Rials };
}

export interface DaySum extends Omit<Sum, 'base' | 'cost'> {
  readonly day: Day;
}

export interface SalesQueriesDeps {
  readonly database: Database;
  readonly ownerIds: readonly number[];
}

/**
 * Sums of whole days from `daily_sales` and the few open orders, never from all orders. A null seller means the whole
 * shop.
 */
export function createSalesQueries({ database: { db }, ownerIds }: SalesQueriesDeps) {
  const countOf = (sellerId: number | null, { from, to }: Days) =>
    db
      .selectFrom('daily_sales')
      .where('seller_id', '=', sellerId ?? wholeShop)
      .where('day', '>=', from)
      .where('day', '<=', to);

  async function period(sellerId: number | null, days: Days): Promise<Report> {
    // Sums only grow, so the whole, read after its parts, is never smaller than they are.
    const bySeller = sellerId === null ? await sellersOf(days) : null;
    const [parts, open] = await Promise.all([partsOf(sellerId, days), waiting(sellerId, days)]);
    const byOperator = parts
      .filter(({ part }) => part === 'operator')
      .map(({ part_id, ...row }) => ({ operatorId: part_id as OperatorId, ...sumOf(row) }));
    const whole = added(byOperator);
    const sellers = bySeller && { sellers: bySeller, customers: without(whole, added(bySeller)) };
    return {
      ...whole,
      byOperator: byOperator.toSorted(largestFirst),
      byProduct: productsOf(parts),
      byMethod: methodsOf(parts, whole),
      byApi: apiOf(parts),
      bySeller: sellers,
      waiting: open,
    };
  }

  async function partsOf(sellerId: number | null, days: Days) {
    return countOf(sellerId, days)
      .where('part', 'in', ['operator', 'offer', 'product', 'method', 'source'])
      .select(['part', 'part_id', 'title', 'title_en'])
      .select((eb) => eb.fn.max('day').as('last'))
      .$call(summed)
      .groupBy(['part', 'part_id', 'title', 'title_en'])
      .execute();
  }

  /** Agents, and owners who sell. */
  async function sellersOf({ from, to }: Days): Promise<SellerSum[]> {
    const theirs = db
      .selectFrom('people')
      .innerJoin('daily_sales', 'daily_sales.seller_id', 'people.id')
      .where('part', '=', 'operator')
      .where('day', '>=', from)
      .where('day', '<=', to)
      .select(['people.id', 'people.name'])
      .$call(summed)
      .groupBy(['people.id', 'people.name']);
    const rows = [
      ...(await theirs.where('people.role', '=', 'agent').execute()),
      ...(ownerIds.length === 0 ? [] : await theirs.where('people.id', 'in', ownerIds).execute()),
    ];
    // An owner may have been an agent.
    const sellers = new Map(rows.map((row) => [row.id, { id: row.id, name: row.name, ...sumOf(row) }]));
    return [...sellers.values()].toSorted(largestFirst);
  }

  /** Open orders are few. `+ 0` keeps SQLite off the index by time, so that it uses the partial index. */
  async function waiting(sellerId: number | null, { from, to }: Days): Promise<Report['waiting']> {
    const at = sql`confirmed_at + 0`;
    return db
      .selectFrom('orders')
      .where(isHeld)
      .where(sql<boolean>`${at} >= ${startOf(from)} and ${at} < ${startOf(to + 1)}`)
      .where('buyer_id', sellerId === null ? '>' : '=', sellerId ?? wholeShop)
      .select((eb) => [
        eb.fn.countAll<number>().as('count'),
        sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('total'),
      ])
      .executeTakeFirstOrThrow();
  }

  /** Sums by day, including days without sales. */
  async function days(sellerId: number | null, { from, to }: Days): Promise<DaySum[]> {
    const rows = await countOf(sellerId, { from, to })
      .where('part', '=', 'operator')
      .select('day')
      .$call(summed)
      .groupBy('day')
      .execute();
    const byDay = new Map(rows.map((row) => [row.day, row]));
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => {
      const { count, vat, total, discount, known, profit } = byDay.get(from + at) ?? nothing;
      return { day: from + at, count, vat, total, discount, known, profit };
    });
  }

  /** Null before the first sale. */
  async function firstDay(sellerId: number | null): Promise<Day | null> {
    const { day } = await db
      .selectFrom('daily_sales')
      .select((eb) => eb.fn.min('day').as('day'))
      .where('seller_id', '=', sellerId ?? wholeShop)
      .where('part', '=', 'operator')
      .executeTakeFirstOrThrow();
    return day;
  }

  return { period, days, firstDay };
}

/** Sums rows, without those that were reversed completely. */
const summed = <DB extends Pick<Tables, 'daily_sales'>, TB extends keyof DB, O>(query: SelectQueryBuilder<DB, TB, O>) =>
  query
    .select([
      sql<number>`cast(sum(count) as bigint)`.as('count'),
      sql<number>`cast(sum(base) as bigint)`.as('base'),
      sql<number>`cast(sum(vat) as bigint)`.as('vat'),
      sql<number>`cast(sum(total) as bigint)`.as('total'),
      sql<number>`cast(sum(discount) as bigint)`.as('discount'),
      sql<number>`cast(sum(known) as bigint)`.as('known'),
      sql<number>`cast(sum(cost) as bigint)`.as('cost'),
      sql<number>`cast(sum(profit) as bigint)`.as('profit'),
    ])
    .having(sql`sum(count)`, '<>', 0);

type PartRow = Sum & Pick<DailySaleRow, 'part' | 'part_id' | 'title' | 'title_en'> & { readonly last: Day };

/** Merges a renamed product into one line under its latest name. */
function productsOf(parts: readonly PartRow[]): ProductSum[] {
  const products = parts
    .filter(({ part }) => part === 'product' || part === 'offer')
    .toSorted((a, b) => a.last - b.last);
  const byName = new Map<string, ProductSum>();
  for (const { part, part_id: productId, title, title_en: titleEn, ...row } of products) {
    const name = `${part} ${productId}`;
    const sum = added([byName.get(name) ?? nothing, row]);
    byName.set(name, { productId, title, titleEn, ...sum });
  }
  return [...byName.values()].toSorted(largestFirst);
}

/** Sales without a payment were paid from wallets. */
function methodsOf(parts: readonly PartRow[], whole: Sum): Report['byMethod'] {
  const payments = paymentMethods.flatMap((method) => {
    const row = parts.find(({ part, part_id }) => part === 'method' && part_id === methodPart(method));
    return row && row.count > 0 ? [{ method, ...sumOf(row) }] : [];
  });
  if (payments.length === 0) return [];
  const wallets = without(whole, added(payments));
  return [...payments, ...(wallets.count > 0 ? [{ method: null, ...wallets }] : [])].toSorted(largestFirst);
}

function apiOf(parts: readonly PartRow[]): Sum | null {
  const row = parts.find(({ part, part_id }) => part === 'source' && part_id === apiPart);
  return row && row.count > 0 ? sumOf(row) : null;
}

const eachFigure = (value: (figure: keyof Sum) => number): Sum => ({
  count: value('count'),
  base: value('base'),
  vat: value('vat'),
  total: value('total'),
  discount: value('discount'),
  known: value('known'),
  cost: value('cost'),
  profit: value('profit'),
});

const nothing: Sum = eachFigure(() => 0);

const sumOf = (row: Sum): Sum => eachFigure((figure) => row[figure]);

export const added = (sums: readonly Sum[]): Sum =>
  eachFigure((figure) => sums.reduce((all, sum) => all + sum[figure], 0));

const without = (whole: Sum, part: Sum): Sum => eachFigure((figure) => whole[figure] - part[figure]);

const largestFirst = (a: Sum, b: Sum): number => b.total - a.total || b.count - a.count;
