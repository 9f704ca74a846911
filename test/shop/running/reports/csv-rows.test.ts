import { describe, expect, test } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { createCsvRows } from '#shop/running/reports/csv-rows.ts';
import type { Database } from '#storage/database.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { fillOrders } from '#test/support/many-orders.ts';
import { useDatabase } from '#test/support/shop.ts';

const day = 20_000;
const days = { from: day, to: day };
const period = { from: startOf(day), to: startOf(day + 1) };
const ids = async (pages: AsyncIterable<readonly { readonly id: string }[]>) =>
  (await Array.fromAsync(pages)).flat().map(({ id }) => id);

describe.each(databaseKinds)('long lists on %s', (kind) => {
  const place = useDatabase(kind);
  const database = () => place.database;

  /** 1,300 orders in the period, many in the same millisecond, and some just outside. */
  async function sold(db: Database): Promise<void> {
    await fillOrders(db, { count: 1_300, at: (n) => period.from + Math.floor(n / 700), buyer: (n) => 1 + (n % 2) });
    await fillOrders(db, { count: 2, at: (n) => (n === 0 ? period.from - 1 : period.to), buyer: () => 1, name: 'o' });
  }

  test('every order of the period once, in order, also at equal times', async () => {
    await sold(database());
    const sheets = createCsvRows({ database: database() });
    const everyone = await Array.fromAsync(sheets.orders(null, days));
    expect(everyone.map((page) => page.length)).toEqual([200, 200, 200, 200, 200, 200, 100]);
    const orders = everyone.flat();
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1_300);
    expect(orders.map(({ confirmedAt }) => confirmedAt)).toEqual(
      orders.map(({ confirmedAt }) => confirmedAt).toSorted((a, b) => a - b),
    );
    const own = (await Array.fromAsync(sheets.orders(2, days))).flat();
    expect(own).toHaveLength(650);
    expect(new Set(own.map(({ buyerId }) => buyerId))).toEqual(new Set([2]));
  });

  test('the last moment belongs to it, the next midnight does not', async () => {
    const sheets = createCsvRows({ database: database() });
    const moments = [period.from - 1, period.from, period.to - 1, period.to];
    await fillOrders(database(), { count: 4, at: (n) => moments[n] ?? 0, buyer: () => 1 });
    expect(await ids(sheets.orders(1, days))).toHaveLength(2);
    expect(await ids(sheets.orders(9, days))).toEqual([]);
    expect(await ids(sheets.orders(null, { from: day, to: day + 1 }))).toHaveLength(3);
    expect(await ids(sheets.orders(null, { from: day, to: day - 1 }))).toEqual([]);
  });

  test('does not block concurrent writes', async () => {
    await sold(database());
    const pages = createCsvRows({ database: database() }).orders(null, days);
    await pages.next();
    await fillOrders(database(), { count: 1, at: () => period.from, buyer: () => 1, name: 'between' });
    const rest = (await Array.fromAsync(pages)).flat();
    expect(rest).toHaveLength(1_100);
  });

  test('money: movements of the period with the balance, without holds', async () => {
    // Other people's rows are in between, and more of their own than one page holds.
    const moments = [period.from - 1, ...Array.from({ length: 1_100 }, (_, n) => period.from + n), period.to];
    let balance = 0;
    const entries = moments.flatMap((at, n) => {
      const kind = n % 2 === 0 ? ('grant' as const) : ('hold' as const);
      balance += kind === 'grant' ? 10 : 0;
      const mine = { key: `mine ${n}`, person_id: 1, kind, at, actor: 'owner', note: `=${n}`, order_id: null };
      const delta = { balance_delta: kind === 'grant' ? 10 : 0, held_delta: 5, balance_after: balance };
      return [
        { ...mine, ...delta },
        { ...mine, ...delta, key: `theirs ${n}`, person_id: 2 },
      ];
    });
    for (let at = 0; at < entries.length; at += 400)
      await database()
        .db.insertInto('ledger')
        .values(entries.slice(at, at + 400))
        .execute();
    const rows = (await Array.fromAsync(createCsvRows({ database: database() }).movements(1, days))).flat();
    expect(rows).toHaveLength(550);
    expect(rows.map((row) => row.balance_after)).toEqual(Array.from({ length: 550 }, (_, n) => 20 + n * 10));
    expect(rows[0]).toMatchObject({ kind: 'grant', balance_delta: 10, paid: null, note: '=2' });
  });
});
