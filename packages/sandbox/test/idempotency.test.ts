import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { offerPurchase, read, startSandbox } from './driver.ts';

const newDatabase = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return join(folder, 'data', 'sandbox.db');
};

test('the same key gets the same bytes, success or failure, and buys once', async () => {
  const sandbox = await startSandbox({ balance: 40_000 });
  const good = await sandbox.buy('good', offerPurchase());
  const wrong = await sandbox.buy('wrong', offerPurchase({ price: '1' }));
  const poor = await sandbox.buy('poor', offerPurchase());
  expect([good.status, wrong.status, poor.status]).toEqual([200, 422, 402]);
  for (const [key, first, price] of [
    ['good', good, '33000'],
    ['wrong', wrong, '1'],
    ['poor', poor, '33000'],
  ] as const) {
    const again = await sandbox.buy(key, offerPurchase({ price }));
    expect([again.status, again.text, again.headers['content-type']]).toEqual([
      first.status,
      first.text,
      first.headers['content-type'],
    ]);
  }
  const { count, purchases } = await sandbox.sold();
  expect([count, purchases.map(({ key, outcome }) => [key, outcome])]).toEqual([
    1,
    [
      ['good', 'bought'],
      ['wrong', 'rejected'],
      ['poor', 'rejected'],
    ],
  ]);
});

test('fields in another order or style are the same request', async () => {
  const sandbox = await startSandbox();
  const first = await sandbox.buy('key', offerPurchase());
  const backwards = Object.fromEntries(Object.entries(offerPurchase()).toReversed());
  expect((await sandbox.buy('key', backwards)).text).toBe(first.text);
  const headers = { 'idempotency-key': 'key' };
  const query = await sandbox.call(`/api/top-up/package?${new URLSearchParams(offerPurchase())}`, { headers });
  expect([query.status, query.text]).toEqual([200, first.text]);
  expect((await sandbox.sold()).count).toBe(1);
});

test('the same key with another body is refused and keeps the first result', async () => {
  const sandbox = await startSandbox();
  const first = await sandbox.buy('key', offerPurchase());
  for (const other of [{ product_id: '511' }, { webservice_code: 'W-2' }, { mobile: '989351234568' }, { extra: '1' }]) {
    const refused = await sandbox.buy('key', offerPurchase(other));
    expect([refused.status, Object.keys(read<object>(refused))]).toEqual([422, ['message']]);
  }
  const again = await sandbox.buy('key', offerPurchase());
  expect([again.status, again.text]).toEqual([200, first.text]);
  expect((await sandbox.sold()).purchases).toHaveLength(1);
});

test('twenty simultaneous requests with one key make one purchase with the same answer', async () => {
  const sandbox = await startSandbox({ balance: 33_000 });
  const replies = await Promise.all(Array.from({ length: 20 }, () => sandbox.buy('key', offerPurchase())));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(replies[0]?.status).toBe(200);
  expect((await sandbox.sold()).count).toBe(1);
});

test('two hundred simultaneous requests with different keys are all decided, and the balance agrees', async () => {
  const sandbox = await startSandbox({ balance: 150 * 33_000 });
  const keys = Array.from({ length: 200 }, (_, at) => `key-${at}`);
  const replies = await Promise.all(keys.map((key) => sandbox.buy(key, offerPurchase())));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(150);
  expect(replies.filter(({ status }) => status === 402)).toHaveLength(50);
  expect((await sandbox.sold()).count).toBe(150);
  expect(read<{ balance: number }>(await sandbox.call('/api/clients/products')).balance).toBe(0);
});

test('a restart keeps answers, balance and counter', async () => {
  const database = await newDatabase();
  const before = await startSandbox({ database, balance: 100_000 });
  const good = await before.buy('good', offerPurchase());
  const wrong = await before.buy('wrong', offerPurchase({ price: '1' }));
  const sold = await before.sold();
  await before.close();

  const after = await startSandbox({ database, balance: 999_999 });
  const goodAgain = await after.buy('good', offerPurchase());
  const wrongAgain = await after.buy('wrong', offerPurchase({ price: '1' }));
  expect([goodAgain.status, goodAgain.text]).toEqual([good.status, good.text]);
  expect([wrongAgain.status, wrongAgain.text]).toEqual([wrong.status, wrong.text]);
  expect((await after.buy('good', offerPurchase({ price: '2' }))).status).toBe(422);
  expect(await after.sold()).toEqual(sold);
  expect(read<{ balance: number }>(await after.call('/api/clients/products')).balance).toBe(67_000);
});

test('two sandboxes on one file still sell a key once', async () => {
  const database = await newDatabase();
  const [one, two] = [await startSandbox({ database }), await startSandbox({ database })];
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? one : two).buy('key', offerPurchase())),
  );
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await two.sold()).count).toBe(1);
});
