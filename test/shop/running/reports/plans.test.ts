import { CompiledQuery } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Days, dayOf, periodOf } from '#domain/calendar.ts';
import { createOrderHistory, historyStates } from '#shop/buying/orders/order-history.ts';
import { createReports } from '#shop/running/reports/reports.ts';
import { fillWithOrders, firstAgentId, firstCustomerId } from '#test/bench/million-orders.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { listening } from '#test/support/listening.ts';
import { useDatabase } from '#test/support/shop.ts';
import { sumsAgainst } from '#test/support/sums.ts';

const until = Date.UTC(2026, 10, 15, 9);
const today = dayOf(until);
const month = periodOf('gregorian', 'month', today);
const few = { orders: 3_000, open: 20, agents: 10, customers: 200, products: 40, until } as const;

describe.each(databaseKinds)('the generated large shop on %s', (kind) => {
  const place = useDatabase(kind);

  test('has the requested orders, and matching sums', async () => {
    const { db } = place.database;
    await fillWithOrders(place.settings, few);
    const orders = await db.selectFrom('orders').selectAll().execute();
    const count = (state: string) => orders.filter((order) => order.state === state).length;
    expect([count('delivered'), count('rejected'), count('unsure')]).toEqual([3_000, 30, 20]);
    expect(sumsAgainst(orders, await db.selectFrom('daily_sales').selectAll().execute())).toEqual([]);
    const reports = createReports({ database: place.database, ownerIds: [], now: () => until });
    const report = await reports.period(null, { from: today - 100, to: today });
    expect(report).toMatchObject({ count: 3_000, waiting: { count: 20 } });
    expect(report.bySeller?.sellers).toHaveLength(10);
    expect(report.bySeller?.customers.count).toBeGreaterThan(1_000);
  });
});

describe('queries of a large shop', () => {
  const asked: { sql: string; parameters: readonly unknown[] }[] = [];
  const place = useDatabase('sqlite', {
    wrap: (dialect) => listening(dialect, (query) => query.sql.startsWith('select') && asked.push(query)),
  });

  /** SQLite's plan of every query meanwhile. */
  async function plansOf(work: () => Promise<unknown>): Promise<string[]> {
    asked.length = 0;
    await work();
    const steps: string[] = [];
    for (const { sql, parameters } of [...asked]) {
      const plan = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await place.database.db.executeQuery<{ detail: string }>(plan);
      steps.push(...rows.map(({ detail }) => detail));
    }
    expect(steps.length).toBeGreaterThan(0);
    return steps;
  }

  test.each([
    ['the whole shop', null],
    ['an agent', firstAgentId],
  ])('a report of %s reads sums by their key, and open orders by their index', async (_, sellerId) => {
    await fillWithOrders(place.settings, few);
    const reports = createReports({ database: place.database, ownerIds: [firstCustomerId], now: () => until });
    const steps = await plansOf(async () => {
      await reports.period(sellerId, month);
      await reports.days(sellerId, month);
      await reports.firstDay(sellerId);
    });
    for (const step of steps) {
      if (step.includes('daily_sales'))
        expect(step).toMatch(/^SEARCH daily_sales USING PRIMARY KEY \(seller_id=\? AND part=\?/);
      if (step.includes('orders')) expect(step).toMatch(/^SEARCH orders USING INDEX open_orders_of_buyer/);
      if (step.includes('people')) expect(step).toMatch(/^SEARCH people /);
    }
    expect(steps.filter((step) => step.includes('daily_sales')).length).toBeGreaterThan(2);
    expect(steps.filter((step) => step.includes('orders')).length).toBe(1);
  });

  const mobile = '989120000000';
  const filters = historyStates.flatMap((state) =>
    [null, month as Days].flatMap((days) => [null, mobile].map((number) => ({ state, days, mobile: number }))),
  );

  test.each(filters)('my orders, filtered by %j, are found and counted by an index', async (filter) => {
    await fillWithOrders(place.settings, few);
    const past = createOrderHistory({ database: place.database });
    const steps = await plansOf(() => past.ofBuyer(firstAgentId, 3, filter));
    const { state } = filter;
    const byState = { open: 'open_orders_of_buyer', rejected: 'rejected_orders_of_buyer', all: null, delivered: null };
    const index = filter.mobile === null ? (byState[state] ?? 'orders_of_buyer') : 'orders_of_number';
    for (const step of steps) expect(step).not.toMatch(/^SCAN /);
    expect(steps.at(filter.mobile === null ? -1 : -2)).toContain(` ${index} (`);
    // A hundred thousand sales are not counted.
    const counts = filter.mobile === null ? steps.slice(0, -1) : [];
    for (const step of counts)
      expect(step).toMatch(/daily_sales USING PRIMARY KEY|(open|rejected)_orders_of_buyer|orders_reversed/);
  });

  test('everyone’s orders of a number are found by the number', async () => {
    await fillWithOrders(place.settings, few);
    const steps = await plansOf(() => createOrderHistory({ database: place.database }).ofNumber(mobile, 0));
    for (const step of steps.filter((one) => one.includes('orders'))) expect(step).toContain(' orders_of_number (');
  });
});
