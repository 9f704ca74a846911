import { request } from 'node:http';
import type { Product } from '@sharj/wire';
import { describe, expect, test } from 'vitest';
import { sampledDatabases } from '#test/support/length.ts';
import { agentId, ownerId, startShopApi } from '#test/support/shop-api.ts';

type Stage = Awaited<ReturnType<typeof startShopApi>>;

const mobile = '989121234567';

async function fieldsOf({ call }: Stage, more: Record<string, string> = {}): Promise<Record<string, string>> {
  const { data } = (await (await call('/api/clients/products?order=id')).json()) as { data: Product[] };
  const product = data.find((one) => one.status === 1 && one.second_price === null && one.type === 'cell_internet');
  const price = (product?.price ?? 0) + Math.floor(((product?.price ?? 0) + 5) / 10);
  return { product_id: String(product?.id), mobile, price: String(price), webservice_code: 'T-1', ...more };
}

/** Sends the head and the beginning of the body; the returned function sends the rest. */
function slowly({ url, token }: Stage, body: string) {
  const { promise, resolve } = Promise.withResolvers<number>();
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': 'late', 'content-length': body.length };
  const sent = request(
    `${url}/api/top-up/package`,
    { method: 'POST', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } },
    (answer) => {
      answer.resume();
      answer.on('end', () => resolve(answer.statusCode ?? 0));
    },
  );
  sent.write(body.slice(0, 10));
  return (): Promise<number> => {
    sent.end(body.slice(10));
    return promise;
  };
}

describe.each(sampledDatabases())('on %s', (database) => {
  test.each([
    ['revoked', ({ shop, tokenId }: Stage) => shop.apiTokens.revoke(ownerId, agentId, tokenId)],
    ['given another token', ({ shop, tokenId }: Stage) => shop.apiTokens.replace(agentId, tokenId)],
    ['forbidden', ({ shop }: Stage) => shop.apiAccess.allow(ownerId, agentId, false)],
    ['demoted', ({ shop }: Stage) => shop.agents.demote(ownerId, agentId)],
  ])('an agent who is %s while the body is on its way buys nothing', async (_, end) => {
    const stage = await startShopApi({ database });
    const finish = slowly(stage, String(new URLSearchParams(await fieldsOf(stage))));
    // The token was accepted: it has been used for the list and for this call.
    await expect.poll(async () => (await stage.shop.apiTokens.list(agentId))[0]?.callsToday).toBe(2);
    expect(await end(stage)).toMatchObject({ ok: true });
    expect(await finish()).toBe(401);
    expect((await stage.upstream()).purchases).toEqual([]);
  });

  test('a key that a restored database has forgotten is still the same purchase at the gateway', async () => {
    const stage = await startShopApi({ database });
    const fields = await fieldsOf(stage);
    expect((await stage.buy('key', fields)).status).toBe(200);
    const { db } = stage.database;
    for (const table of ['api_purchases', 'order_events', 'receipt_jobs', 'orders'] as const)
      await db.deleteFrom(table).execute();
    await db.deleteFrom('ledger').where('order_id', 'is not', null).execute();
    expect((await stage.buy('key', fields)).status).toBe(200);
    expect((await stage.upstream()).count).toBe(1);
  });

  test('customers’ numbers are stored only with the order', async () => {
    const stage = await startShopApi({ database });
    const fields = await fieldsOf(stage);
    await stage.buy('key', fields);
    await stage.buy('wrong', { ...fields, price: '1' });
    const rows = await stage.database.db.selectFrom('api_purchases').selectAll().execute();
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(mobile);
  });

  test('a code with a control character is refused', async () => {
    const stage = await startShopApi({ database });
    expect((await stage.buy('nul', await fieldsOf(stage, { webservice_code: 'a\0b' }))).status).toBe(422);
    expect((await stage.call('/api/orders/a%00b')).status).toBe(404);
  });

  test('an agent has at most a hundred open orders', async () => {
    const stage = await startShopApi({ database, waitMs: 1 });
    const fields = await fieldsOf(stage);
    await stage.purchaseWorker.stop();
    const statuses: number[] = [];
    for (let order = 0; order <= 100; order += 1) {
      const answer = await stage.buy(`key ${order}`.replace(' ', '-'), { ...fields, webservice_code: `T-${order}` });
      statuses.push(answer.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 100 }, () => 503), 429]);
    // The last key stays undecided.
    const keys = await stage.database.db.selectFrom('api_purchases').select('key').execute();
    expect(keys).toHaveLength(100);
  });
});

test.each(['982112345678', '981111111111', '980000000000', '980912123456'])(
  '%s is refused as a mobile number',
  async (number) => {
    const stage = await startShopApi();
    const bought = await stage.buy('key', await fieldsOf(stage, { mobile: number }));
    expect([bought.status, await bought.json()]).toMatchObject([422, { code: 'number_invalid' }]);
    const offers = await stage.call('/api/second/offers/', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: number }),
    });
    expect(offers.status).toBe(422);
    expect((await stage.upstream()).purchases).toEqual([]);
  },
);

test('a form with very many fields is refused before it is read', async () => {
  const stage = await startShopApi();
  const answer = await stage.call('/api/top-up/package', {
    method: 'POST',
    headers: { 'idempotency-key': 'key', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a&'.repeat(500_000),
  });
  expect(answer.status).toBe(413);
});

test('a repeated field in another order makes another request', async () => {
  const stage = await startShopApi();
  const fields = await fieldsOf(stage);
  const { mobile: _, ...others } = fields;
  const buy = (...numbers: string[]) =>
    stage.call('/api/top-up/package', {
      method: 'POST',
      headers: { 'idempotency-key': 'key' },
      body: new URLSearchParams([...Object.entries(others), ...numbers.map((number) => ['mobile', number])]),
    });
  expect((await buy('989121234568', mobile)).status).toBe(200);
  expect((await buy(mobile, '989121234568')).status).toBe(409);
});

test('callers who wait when the process stops are asked to repeat the request', async () => {
  const stage = await startShopApi({ waitMs: 60_000 });
  const fields = await fieldsOf(stage);
  await stage.purchaseWorker.stop();
  const waiting = stage.buy('key', fields);
  await expect.poll(async () => (await stage.sold()).purchases.length).toBe(1);
  stage.stopping.abort();
  const answer = await waiting;
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'pending' }]);
});
