import { describe, expect, test } from 'vitest';
import { claimAlerts } from '#shop/base/jobs/leases.ts';
import { dropLeases, type LeasedTable, unfinished } from '#storage/process-lease.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { useDatabase } from '#test/support/shop.ts';

/** What makes a row one that there is still work on, where any value would not do. */
const isUnfinished: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  orders: { state: 'unsure', total: 2 },
  receipt_jobs: { done_at: null },
  plan_cycles: { state: 'waiting' },
  settlements: { ended_at: null },
  alerts: { done_at: null },
  api_deliveries: { done_at: null },
};

describe.each(databaseKinds)('leases on %s', (kind) => {
  const place = useDatabase(kind);

  test('every table that has them is listed, and loses them when its only process starts', async () => {
    const { database } = place;
    const { db } = database;
    const tables = await db.introspection.getTables();
    const leased = tables.filter(({ columns }) => columns.some(({ name }) => name === 'lease_until'));
    expect(new Set(leased.map(({ name }) => name))).toEqual(new Set(Object.keys(unfinished)));
    for (const { name, columns } of leased) {
      const row = columns.map((column) => [column.name, /text/i.test(column.dataType) ? 'one' : 1]);
      await db
        .insertInto(name as 'chats')
        .values({ ...Object.fromEntries(row), ...isUnfinished[name] })
        .execute();
    }
    await dropLeases(database);
    for (const { name } of leased) {
      const rows = await db
        .selectFrom(name as LeasedTable)
        .select('lease_until')
        .execute();
      expect(rows, name).toEqual([{ lease_until: 0 }]);
    }
  });

  test('a leased row does not take the place of one that is due, until its lease ends', async () => {
    const { database } = place;
    for (const [at, key] of ['first', 'second'].entries())
      await database.db
        .insertInto('alerts')
        .values({ key, owner_id: 1, alert: '{}', created_at: 0, next_attempt_at: at, done_at: null, done_how: null })
        .execute();
    const claim = async (now: number) =>
      (await claimAlerts(database, { now, leaseMs: 100, limit: 1 })).map(({ key }) => key);
    expect([await claim(10), await claim(11), await claim(12)]).toEqual([['first'], ['second'], []]);
    expect([await claim(109), await claim(110), await claim(110)]).toEqual([[], ['first'], []]);
  });
});
