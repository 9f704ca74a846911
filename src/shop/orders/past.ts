import { sql } from 'kysely';
import { type Days, startOf } from '../../domain/calendar.ts';
import { heldStates } from '../../domain/order.ts';
import type { Mobile } from '../../domain/phone.ts';
import type { Database } from '../../storage/database.ts';
import { type Order, orderOf } from './order.ts';

export interface HistoryPage {
  readonly orders: readonly Order[];
  readonly page: number;
  readonly pages: number;
}

/** What became of an order, as people ask for it. */
export const pastStates = ['all', 'open', 'delivered', 'rejected'] as const;
export type PastState = (typeof pastStates)[number];

export interface PastFilter {
  readonly state: PastState;
  /** By the day on which they were confirmed; null: whenever. */
  readonly days: Days | null;
  readonly mobile: Mobile | null;
}

const everything: PastFilter = { state: 'all', days: null, mobile: null };
const pageSize = 8;
const open = sql<boolean>`state in (${sql.join(heldStates.map((state) => sql.lit(state)))})`;

/** The orders of a person or of a number, page by page, newest first, back to the first one ever. */
export function createPast({ database: { db } }: { readonly database: Database }) {
  /** Whatever a person ever confirmed; a page past the end is the last one. */
  async function ofBuyer(buyerId: number, asked: number, filter = everything): Promise<HistoryPage> {
    const { state, days, mobile } = filter;
    let theirs = db.selectFrom('orders').where('confirmed_at', 'is not', null);
    // A number has few orders where a seller has a hundred thousand: it must be looked up by the number.
    if (mobile !== null) theirs = theirs.where('mobile', '=', mobile).where(sql<boolean>`buyer_id + 0 = ${buyerId}`);
    else theirs = theirs.where('buyer_id', '=', buyerId);
    if (days !== null)
      theirs = theirs.where('confirmed_at', '>=', startOf(days.from)).where('confirmed_at', '<', startOf(days.to + 1));
    // As the indexes of open and of rejected orders say it, so that they are used.
    const within = theirs.$if(state !== 'all', (query) =>
      query.where(state === 'open' ? open : sql<boolean>`state = ${sql.lit(state)}`),
    );
    const counted = mobile === null ? await countOf(buyerId, state, days) : await countAll(within);
    return pageOf(within, asked, counted);
  }

  /** Everyone's orders for a number. */
  async function ofNumber(mobile: Mobile, asked: number): Promise<HistoryPage> {
    const its = db.selectFrom('orders').where('mobile', '=', mobile).where('confirmed_at', 'is not', null);
    return pageOf(its, asked, await countAll(its));
  }

  /** Delivered ones are counted already, day by day; the others are few, or have an index of their own. */
  async function countOf(buyerId: number, state: PastState, days: Days | null): Promise<number> {
    const ended = (those: typeof open) => {
      let query = db.selectFrom('orders').where('buyer_id', '=', buyerId).where(those);
      if (days !== null)
        query = query.where('confirmed_at', '>=', startOf(days.from)).where('confirmed_at', '<', startOf(days.to + 1));
      return countAll(query);
    };
    const counts = {
      open: () => ended(open),
      rejected: () => ended(sql<boolean>`state = 'rejected'`),
      delivered: async () => {
        let sums = db.selectFrom('daily_sales').where('seller_id', '=', buyerId).where('part', '=', 'operator');
        if (days !== null) sums = sums.where('day', '>=', days.from).where('day', '<=', days.to);
        const { count } = await sums
          .select(sql<number>`cast(coalesce(sum(count), 0) as bigint)`.as('count'))
          .executeTakeFirstOrThrow();
        return count;
      },
    } as const;
    if (state !== 'all') return counts[state]();
    const all = await Promise.all(Object.values(counts).map((count) => count()));
    return all.reduce((sum, count) => sum + count, 0);
  }

  type Found = ReturnType<typeof db.selectFrom<'orders'>>;

  async function countAll(found: Found): Promise<number> {
    const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return count;
  }

  async function pageOf(found: Found, asked: number, count: number): Promise<HistoryPage> {
    const pages = Math.max(1, Math.ceil(count / pageSize));
    const page = Math.min(Math.max(0, Math.trunc(asked) || 0), pages - 1);
    const rows = await found
      .selectAll()
      .orderBy('confirmed_at', 'desc')
      // Many may be confirmed in one moment: the id keeps each of them on one page.
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset(page * pageSize)
      .execute();
    return { orders: rows.map(orderOf), page, pages };
  }

  return { ofBuyer, ofNumber };
}
