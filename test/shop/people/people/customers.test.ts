import { CompiledQuery } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { createAudit } from '#shop/base/audit/audit.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createCustomers } from '#shop/people/people/customers.ts';
import { createPeople } from '#shop/people/people/people.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { listening } from '#test/support/listening.ts';
import { fillOrders } from '#test/support/many-orders.ts';
import { quiet, useDatabase } from '#test/support/shop.ts';

function open(database: Database) {
  const now = () => 5_000;
  const people = createPeople({ database, now, ownerIds: [1] });
  const audit = createAudit({ database, now });
  const alerts = createAlerts({ ownerIds: [1], now });
  const customers = createCustomers({ database, people, audit, alerts, alertsDue: createSignal(), now });
  return { people, customers };
}

describe.each(databaseKinds)('customers on %s', (kind) => {
  const use = useDatabase(kind);

  test('are found by a number that they bought for, however many only looked', async () => {
    const { people, customers } = open(use.database);
    for (let id = 100; id < 110; id += 1) await people.loadOrCreate({ id, name: `n${id}`, language: 'fa' });
    await fillOrders(use.database, { count: 10, at: (n) => n, buyer: (n) => 100 + n });
    const { db } = use.database;
    await db.updateTable('orders').set({ mobile: '989121234567' }).execute();
    await db.updateTable('orders').set({ state: 'quoted', confirmed_at: null }).where('buyer_id', '<>', 100).execute();
    expect((await customers.find('', '989121234567')).map(({ id }) => id)).toEqual([100]);
  });

  test('are found by how the words of their names begin, in any order and spelling, until they are renamed', async () => {
    const { people, customers } = open(use.database);
    const names = ['علي رضایی', 'Ali Rezaei', 'زهرا كريمي‌پور', '😀', "O'Brien & <b>", 'علیرضا'];
    for (const [at, name] of names.entries())
      await people.loadOrCreate({ id: 100 + at, name, username: `User_${at}`, language: 'fa' });
    const found = async (typed: string) =>
      (await customers.find(typed, null)).map(({ id }) => id).toSorted((a, b) => a - b);
    expect(await found('علی')).toEqual([100, 105]);
    expect(await found('رضایی علی')).toEqual([100]);
    expect(await found('REZ al')).toEqual([101]);
    expect(await found('پور')).toEqual([102]);
    expect(await found('کریمی‌پور')).toEqual([102]);
    expect(await found('brien')).toEqual([104]);
    expect(await found('@user_3')).toEqual([103]);
    expect(await found('103')).toEqual([103]);
    for (const unknown of ['', '%', '_', "' or 1=1 --", 'پرویز', 'z', '999999999999999'])
      expect(await found(unknown)).toEqual([]);
    await people.loadOrCreate({ id: 100, name: 'پروین', username: null, language: 'fa' });
    expect(await found('پروین')).toEqual([100]);
    expect(await found('رضایی')).toEqual([]);
    expect(await found('@user_0')).toEqual([]);
  });

  test('newest first, or by what they bought', async () => {
    const { people, customers } = open(use.database);
    for (const id of [100, 101, 102]) await people.loadOrCreate({ id, name: `Person ${id}`, language: 'en' });
    await use.database.db
      .insertInto('buyer_totals')
      .values([
        { person_id: 100, orders: 1, charged: 5, last_at: 1 },
        { person_id: 102, orders: 2, charged: 3, last_at: 2 },
      ])
      .execute();
    const ids = async (sort: 'newest' | 'best', page = 0) => {
      const listed = await customers.list(sort, page, 2);
      return [...listed.people.map(({ id }) => id), listed.more];
    };
    expect(await ids('newest')).toEqual([102, 101, true]);
    expect(await ids('newest', 1)).toEqual([100, false]);
    expect(await ids('best')).toEqual([100, 102, false]);
  });
});

test('lists and searches read indexes, however many people there are', async () => {
  const asked: CompiledQuery[] = [];
  const database = await openDatabase(
    { kind: 'sqlite', file: ':memory:' },
    { log: quiet, wrap: (dialect) => listening(dialect, (query) => asked.push(query)) },
  );
  onTestFinished(() => database.close());
  const { people, customers } = open(database);
  asked.length = 0;
  await customers.list('newest', 0, 8);
  await customers.list('best', 0, 8);
  await customers.find('علی رضایی', null);
  await customers.find('', '989121234567');
  await customers.card(5);
  await customers.notes(5, 0, 8);
  await people.withPermission('approve');
  expect(asked.length).toBeGreaterThan(6);
  for (const { sql, parameters } of [...asked]) {
    const plan = await database.db.executeQuery<{ detail: string }>(
      CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
    );
    const details = plan.rows.map(({ detail }) => detail);
    expect(details.filter((detail) => /^SCAN (?!.*USING (COVERING )?INDEX)/.test(detail))).toEqual([]);
  }
});
