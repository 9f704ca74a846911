import { sql } from 'kysely';
import { type Day, type Days, dayOf, startOf } from '#domain/calendar.ts';
import type { Mobile } from '#domain/phone.ts';
import type { Database } from '#storage/database.ts';
import { inState, isHeld } from '#storage/order-states.ts';
import { type Order, orderOf } from './order.ts';

export interface HistoryPage {
  readonly orders: readonly Order[];
  readonly page: number;
  readonly pages: number;
}

export const historyStates = ['all', 'open', 'delivered', 'rejected'] as const;
export type HistoryState = (typeof historyStates)[number];

interface HistoryFilter {
  readonly state: HistoryState;
  /** Days of confirmation; null for all. */
  readonly days: Days | null;
  readonly mobile: Mobile | null;
}

interface DayCount {
  readonly day: Day;
  readonly count: number;
}

const everything: HistoryFilter = { state: 'all', days: null, mobile: null };
const pageSize = 5;
const countSum = sql<number>`cast(coalesce(sum(count), 0) as bigint)`.as('count');
const meaning = {
  open: isHeld,
  delivered: inState('delivered'),
  rejected: inState('rejected'),
} as const;

/** Paged, newest first. */
export function createOrderHistory({ database: { db } }: { readonly database: Database }) {
  /** Every order that the person confirmed. A page past the end shows the last one. */
  async function ofBuyer(buyerId: number, asked: number, filter = everything): Promise<HistoryPage> {
    const { state, days, mobile } = filter;
    // `+ 0` keeps the planner off the index by buyer: a number has few orders, a seller may have 100,000.
    if (mobile !== null) {
      const its = within(days).where('mobile', '=', mobile).where(sql<boolean>`buyer_id + 0 = ${buyerId}`);
      const those = state === 'all' ? its : its.where(meaning[state]);
      return pageOf(those, asked, await countAll(those));
    }
    const states: Ends = state === 'all' ? ['open', 'delivered', 'rejected'] : [state];
    const theirs = (period: Days | null) => {
      const confirmed = within(period).where('buyer_id', '=', buyerId);
      return state === 'all' ? confirmed : confirmed.where(meaning[state]);
    };
    if (asked <= 0) return pageOf(theirs(days), 0, await countEnds(buyerId, states, days));
    const counts = await countsByDay(buyerId, states, days);
    const { page, pages, skipped } = pageAt(
      asked,
      counts.reduce((sum, { count }) => sum + count, 0),
    );
    // Whole days are skipped by their counts, so the last page costs no more than the first.
    let passed = 0;
    let to = counts[0]?.day ?? 0;
    for (const { day, count } of counts) {
      to = day;
      if (passed + count > skipped) break;
      passed += count;
    }
    return { orders: await rowsOf(theirs({ from: days?.from ?? 0, to }), skipped - passed), page, pages };
  }

  async function ofNumber(mobile: Mobile, asked: number): Promise<HistoryPage> {
    const its = within(null).where('mobile', '=', mobile);
    return pageOf(its, asked, await countAll(its));
  }

  /** Of the whole shop. */
  const latest = (count: number): Promise<Order[]> => rowsOf(within(null), 0, count);

  const within = (days: Days | null) => {
    const confirmed = db.selectFrom('orders').where('confirmed_at', 'is not', null);
    if (days === null) return confirmed;
    return confirmed.where('confirmed_at', '>=', startOf(days.from)).where('confirmed_at', '<', startOf(days.to + 1));
  };
  type Found = ReturnType<typeof within>;

  type Ends = readonly Exclude<HistoryState, 'all'>[];

  /** Latest first. `daily_sales` counts delivered orders without reversed ones; the others are few. */
  async function countsByDay(buyerId: number, states: Ends, days: Days | null): Promise<DayCount[]> {
    const counts = new Map<Day, number>();
    for (const state of states) {
      const rows =
        state === 'delivered'
          ? [...(await soldOn(buyerId, days)), ...(await daysOf(reversedOf(buyerId, days)))]
          : await daysOf(within(days).where('buyer_id', '=', buyerId).where(meaning[state]));
      for (const { day, count } of rows) counts.set(day, (counts.get(day) ?? 0) + count);
    }
    return [...counts].map(([day, count]) => ({ day, count })).toSorted((a, b) => b.day - a.day);
  }

  /** Without the days, which the first page does not need. */
  async function countEnds(buyerId: number, states: Ends, days: Days | null): Promise<number> {
    let all = 0;
    for (const state of states) {
      if (state === 'delivered') {
        const reversed = reversedOf(buyerId, days).select((eb) => eb.fn.countAll<number>().as('count'));
        const sold = await sumsOf(buyerId, days)
          .select([countSum, reversed.as('reversed')])
          .executeTakeFirstOrThrow();
        all += sold.count + (sold.reversed ?? 0);
      } else all += await countAll(within(days).where('buyer_id', '=', buyerId).where(meaning[state]));
    }
    return all;
  }

  const soldOn = (buyerId: number, days: Days | null): Promise<DayCount[]> =>
    sumsOf(buyerId, days).select(['day', countSum]).groupBy('day').execute();

  const sumsOf = (buyerId: number, days: Days | null) => {
    const sums = db.selectFrom('daily_sales').where('seller_id', '=', buyerId).where('part', '=', 'operator');
    return days === null ? sums : sums.where('day', '>=', days.from).where('day', '<=', days.to);
  };

  const reversedOf = (buyerId: number, days: Days | null) =>
    within(days).where('buyer_id', '=', buyerId).where('reversed_at', 'is not', null);

  async function daysOf(found: Found): Promise<DayCount[]> {
    const times = await found.select('confirmed_at').execute();
    const byDay = Map.groupBy(times, ({ confirmed_at }) => dayOf(confirmed_at ?? 0));
    return [...byDay].map(([day, { length: count }]) => ({ day, count }));
  }

  async function countAll(found: Found): Promise<number> {
    const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return count;
  }

  async function rowsOf(found: Found, skipped: number, count = pageSize): Promise<Order[]> {
    const rows = await found
      .selectAll()
      .orderBy('confirmed_at', 'desc')
      // The id gives orders of the same moment a stable page.
      .orderBy('id', 'desc')
      .limit(count)
      .offset(skipped)
      .execute();
    return rows.map(orderOf);
  }

  async function pageOf(found: Found, asked: number, count: number): Promise<HistoryPage> {
    const { page, pages, skipped } = pageAt(asked, count);
    return { orders: await rowsOf(found, skipped), page, pages };
  }

  return { latest, ofBuyer, ofNumber };
}

function pageAt(asked: number, count: number) {
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const page = Math.min(Math.max(0, Math.trunc(asked) || 0), pages - 1);
  return { page, pages, skipped: page * pageSize };
}
