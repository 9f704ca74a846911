import { describe, expect, test } from 'vitest';
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
};

describe.each(databaseKinds)('leases on %s', (kind) => {
  const place = useDatabase(kind);

  test('every table that has them is listed, and loses them when its only process starts', async () => {
    const { database } = place;
    const { db } = database;
    // Unused since 0.3.0, and empty.
    const inUse = (await db.introspection.getTables()).filter(({ name }) => name !== 'receipts');
    const leased = inUse.filter(({ columns }) => columns.some(({ name }) => name === 'lease_until'));
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
});
