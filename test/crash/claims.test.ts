import { afterEach, expect, test } from 'vitest';
import { createLog } from '#log.ts';
import { claimOrders } from '#shop/base/jobs/leases.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { makeDatabase, type TestDatabase } from '#test/support/databases.ts';

let made: TestDatabase;
let database: Database;
afterEach(async () => {
  await database.close();
  await made.remove();
});

const addOrder = (id: string) =>
  database.db
    .insertInto('orders')
    .values({
      id,
      buyer_id: 1,
      state: 'confirmed',
      kind: 'product',
      product_id: 1,
      offer_code: null,
      offer_type: null,
      profile_id: null,
      product_type: 'topup',
      operator_id: 1,
      sim_type: 'prepaid',
      title: 'top-up',
      title_en: null,
      days: null,
      mobile: '989121234567',
      named_amount: null,
      base: 100,
      vat: 10,
      total: 110,
      charge: 110,
      route: 'post-form /api/top-up/package/',
      idempotency_key: `key of ${id}`,
      webservice_code: `code of ${id}`,
      body: '',
      quoted_at: 0,
      expires_at: 1,
      confirmed_at: 1,
      ended_at: null,
      outcome: null,
    })
    .execute();

// Concurrent claims once waited for each other's rows, sometimes in a deadlock.
test('a claim on PostgreSQL takes only free rows and does not wait for the others', async () => {
  made = await makeDatabase('postgres');
  database = await openDatabase(made.settings, { log: createLog('silent') });
  await addOrder('busy');
  await addOrder('free');
  const claim = { now: 10, leaseMs: 1_000, limit: 5 };
  await database.transaction(async (tx) => {
    await tx.updateTable('orders').set({ outcome: 'being written' }).where('id', '=', 'busy').execute();
    expect((await claimOrders(database, claim)).map(({ id }) => id)).toEqual(['free']);
  });
  expect((await claimOrders(database, claim)).map(({ id }) => id)).toEqual(['busy']);
});
