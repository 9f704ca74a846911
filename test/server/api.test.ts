import type { Product } from '@sharj/wire';
import { describe, expect, test } from 'vitest';
import { sampledDatabases } from '#test/support/length.ts';
import { agentId, ownerId, startShopApi } from '#test/support/shop-api.ts';

type Stage = Awaited<ReturnType<typeof startShopApi>>;

const mobile = '989121234567';

/** Finds a package with a fixed price and the fields that buy it. */
async function something({ call }: Stage, more: Record<string, string> = {}) {
  const answer = await call('/api/clients/products?order=id');
  const { data } = (await answer.json()) as { data: (Product & { charge: number })[] };
  const product = data.find((one) => one.status === 1 && one.second_price === null && one.type === 'cell_internet');
  if (!product) throw new Error('nothing to buy');
  const price = product.price + Math.floor((product.price + 5) / 10);
  const fields = { product_id: String(product.id), mobile, price: String(price), webservice_code: 'T-1', ...more };
  return { product, price, fields };
}

const balanceOf = async ({ call }: Stage) => (await (await call('/api/me')).json()) as Record<string, unknown>;

describe.each(sampledDatabases())('on %s', (database) => {
  test('fifty simultaneous requests with one key make one purchase, one charge and one answer', async () => {
    const stage = await startShopApi({ database });
    const { fields, price } = await something(stage);
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const answer = await stage.buy('key-1', fields);
        return [answer.status, await answer.text(), answer.headers.get('idempotent-replayed')] as const;
      }),
    );
    expect(answers.filter(([, , replayed]) => replayed === null)).toHaveLength(1);
    expect(answers.filter(([, , replayed]) => replayed === 'true')).toHaveLength(49);
    expect(new Set(answers.map(([, text]) => text)).size).toBe(1);
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 200));
    expect(JSON.parse(answers[0]?.[1] ?? '')).toMatchObject({ code: 'delivered', webservice_code: 'T-1', price });
    expect((await stage.upstream()).count).toBe(1);
    expect(await balanceOf(stage)).toMatchObject({ balance: 50_000_000_000 - price, held: 0 });
    // The order records that it came over the API, and its key keeps its answer after a reversal.
    const order = await stage.database.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow();
    expect(order).toMatchObject({ source: 'api', state: 'delivered', buyer_id: agentId });
    expect(await stage.shop.reverse(order.id, ownerId)).toMatchObject({ ok: true });
    expect(await (await stage.buy('key-1', fields)).text()).toBe(answers[0]?.[1]);
  });

  test('a TD-LTE number gets neither mobile packages nor offers', async () => {
    const stage = await startShopApi({ database });
    const { fields } = await something(stage);
    const modem = '989411234567';
    const refused = await stage.buy('modem', { ...fields, mobile: modem });
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 'number_only_tdlte' }]);
    const offers = await stage.call('/api/second/offers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mobile: modem }),
    });
    expect([offers.status, await offers.json()]).toMatchObject([422, { code: 'number_only_tdlte' }]);
    expect((await stage.upstream()).count).toBe(0);
  });

  test('a key serves only one request, and a refusal stays a refusal', async () => {
    const stage = await startShopApi({ database, balance: 1_000 });
    const { fields, price } = await something(stage);
    const wrong = await stage.buy('wrong-price', { ...fields, price: String(price - 1) });
    expect([wrong.status, await wrong.json()]).toMatchObject([422, { code: 'price', price }]);
    const short = await stage.buy('short', fields);
    const told = await short.text();
    expect([short.status, JSON.parse(told)]).toMatchObject([402, { code: 'wallet_too_small', missing: price - 1_000 }]);
    const grant = { key: 'more', personId: agentId, amount: 1_000_000_000, actor: 'test', note: null };
    await stage.shop.wallet.grant(grant);
    await stage.database.db.updateTable('people').set({ language: 'fa' }).where('id', '=', agentId).execute();
    // The answer stays the same, in the language of the first time.
    const again = await stage.buy('short', fields);
    expect([again.status, await again.text()]).toEqual([402, told]);
    const other = await stage.buy('short', { ...fields, webservice_code: 'T-2' });
    expect([other.status, await other.json()]).toMatchObject([409, { code: 'key_reused' }]);
    expect((await stage.upstream()).count).toBe(0);
    expect((await stage.buy('new', fields)).status).toBe(200);
  });

  test('an agent looks up a key and reads what is stored, without buying anything', async () => {
    const stage = await startShopApi({ database, waitMs: 1 });
    const { fields } = await something(stage);
    const lookUp = async (key: string) => {
      const answer = await stage.call(`/api/purchases/${encodeURIComponent(key)}`);
      return [answer.status, answer.headers.get('idempotent-replayed'), await answer.text()];
    };
    const key = 'till/7?1001';
    expect(await lookUp(key)).toMatchObject([404, null, expect.stringContaining('not_found')]);
    await stage.purchaseWorker.stop();
    expect((await stage.buy(key, fields)).status).toBe(503);
    expect(await lookUp(key)).toMatchObject([503, 'true', expect.stringContaining('pending')]);
    stage.purchaseWorker.start();
    await expect.poll(async () => (await lookUp(key))[0]).toBe(200);
    expect(await lookUp(key)).toEqual([200, 'true', await (await stage.buy(key, fields)).text()]);
    const refused = await stage.buy('wrong', { ...fields, price: '1' });
    expect(refused.headers.get('idempotent-replayed')).toBeNull();
    expect(await lookUp('wrong')).toEqual([422, 'true', await refused.text()]);
    expect((await stage.upstream()).count).toBe(1);
  });

  test('an agent whose order is unsure is asked to repeat the request, and the same key then gives the outcome', async () => {
    const stage = await startShopApi({ database, waitMs: 300 });
    const { fields } = await something(stage);
    const gateway = { authorization: 'Bearer canary-gateway', 'content-type': 'application/json' };
    const fault = (name: string | null) =>
      fetch(`${stage.sandbox.url}/sandbox/faults`, {
        method: 'PUT',
        headers: gateway,
        body: JSON.stringify({ endpoint: 'purchase', fault: name, times: null }),
      });
    await fault('cut-after');
    const first = await stage.buy('key', fields);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '10']);
    expect(await first.json()).toMatchObject({ code: 'pending' });
    const seen = await stage.call('/api/orders/T-1');
    expect(await seen.json()).toMatchObject({ code: 'pending', mobile });
    await fault(null);
    await expect
      .poll(async () => (await stage.buy('key', fields)).status, { timeout: 60_000, interval: 200 })
      .toBe(200);
    expect(await (await stage.call('/api/orders/T-1')).json()).toMatchObject({ state: 'delivered' });
    expect((await stage.upstream()).count).toBe(1);
  });

  test('pauses, limits and permissions apply as they do in the chat', async () => {
    const stage = await startShopApi({ database });
    const { fields, price } = await something(stage);
    const { shop, database: opened } = stage;
    await shop.ownerPause.pause(ownerId, 'stock-taking');
    const paused = await stage.buy('later', fields);
    expect([paused.status, paused.headers.get('retry-after')]).toEqual([503, '30']);
    await shop.ownerPause.resume(ownerId);
    await shop.agents.pause(ownerId, agentId, 'unpaid');
    expect((await stage.buy('later', fields)).status).toBe(503);
    await shop.agents.pause(ownerId, agentId, null);
    await shop.apiAccess.limit(ownerId, agentId, price);
    // The pauses left this key undecided.
    expect((await stage.buy('later', fields)).status).toBe(200);
    const over = await stage.buy('over', { ...fields, webservice_code: 'T-2' });
    expect([over.status, await over.json()]).toMatchObject([422, { code: 'daily_limit', limit: price, left: 0 }]);
    await shop.apiAccess.allow(ownerId, agentId, false);
    expect((await stage.buy('later', fields)).status).toBe(401);
    await shop.apiAccess.allow(ownerId, agentId, true);
    await opened.db.updateTable('people').set({ role: 'customer' }).where('id', '=', agentId).execute();
    expect((await stage.call('/api/me')).status).toBe(401);
  });

  test('an agent cannot see or spend another agent’s money', async () => {
    const stage = await startShopApi({ database });
    const { fields } = await something(stage);
    const { shop, database: opened } = stage;
    await shop.people.loadOrCreate({ id: 502, name: 'Other', language: 'en' });
    await opened.db.updateTable('people').set({ role: 'agent' }).where('id', '=', 502).execute();
    await shop.apiAccess.allow(ownerId, 502, true);
    const made = await shop.apiTokens.create(502, 'till');
    if (!made.ok) throw new Error(made.error.code);
    const others = { authorization: `Bearer ${made.value.token}` };
    expect((await stage.buy('key', fields)).status).toBe(200);
    const [sold] = await opened.db.selectFrom('orders').select('webservice_code').execute();
    for (const code of ['T-1', sold?.webservice_code ?? ''])
      expect((await stage.call(`/api/orders/${code}`, { headers: others })).status).toBe(404);
    expect((await stage.call('/api/purchases/key', { headers: others })).status).toBe(404);
    // The same key of another agent is a different key, and that agent has no money.
    const bought = await fetch(`${stage.url}/api/top-up/package`, {
      method: 'POST',
      headers: { ...others, 'idempotency-key': 'key' },
      body: new URLSearchParams(fields),
    });
    expect(bought.status).toBe(402);
    expect((await stage.upstream()).count).toBe(1);
    expect(await (await stage.call('/api/me', { headers: others })).json()).toMatchObject({
      name: 'Other',
      balance: 0,
    });
  });
});

test('before the catalogue is loaded the API lists nothing and refuses nothing for good', async () => {
  const stage = await startShopApi();
  const { fields } = await something(stage);
  const cold = await startShopApi({ isLoaded: false });
  expect((await cold.call('/api/clients/products')).status).toBe(503);
  expect((await cold.buy('early', fields)).status).toBe(503);
  await cold.shop.catalogue.refresh();
  expect((await cold.buy('early', fields)).status).toBe(200);
});

test('a token ends when it is replaced or revoked, and works only from its addresses', async () => {
  const stage = await startShopApi();
  const { shop, tokenId } = stage;
  const me = (token = stage.token) => stage.call('/api/me', { headers: { authorization: `Bearer ${token}` } });
  expect((await me()).status).toBe(200);
  expect((await me(`${stage.token.slice(0, -1)}${stage.token.endsWith('A') ? 'B' : 'A'}`)).status).toBe(401);
  await shop.apiTokens.setAddresses(agentId, tokenId, '203.0.113.0/24 2001:db8::1');
  expect((await me()).status).toBe(401);
  const behind = { authorization: `Bearer ${stage.token}`, 'x-forwarded-for': '198.51.100.1, 203.0.113.9' };
  expect((await stage.call('/api/me', { headers: behind })).status).toBe(200);
  await shop.apiTokens.setAddresses(agentId, tokenId, '');
  const replaced = await shop.apiTokens.replace(agentId, tokenId);
  if (!replaced.ok) throw new Error(replaced.error.code);
  expect([(await me()).status, (await me(replaced.value.token)).status]).toEqual([401, 200]);
  expect(await shop.apiTokens.list(agentId)).toMatchObject([{ id: tokenId, callsToday: 3 }]);
  await shop.apiTokens.revoke(ownerId, agentId, tokenId);
  expect((await me(replaced.value.token)).status).toBe(401);
  const secrets = [stage.token, replaced.value.token].map((token) => token.slice(-20));
  expect(stage.lines.filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
});

test('an unreadable request is refused with a code and buys nothing', async () => {
  const stage = await startShopApi();
  const { fields } = await something(stage);
  const post = (init: RequestInit) => stage.call('/api/top-up/package/', { method: 'POST', ...init });
  const without = await post({ body: new URLSearchParams(fields) });
  expect([without.status, await without.json()]).toMatchObject([400, { code: 'key_required' }]);
  const key = { 'idempotency-key': 'k' };
  expect((await post({ headers: { ...key, 'content-type': 'text/xml' }, body: '<a/>' })).status).toBe(415);
  const large = await post({ headers: { ...key, 'content-type': 'application/json' }, body: ' '.repeat(2_000_000) });
  expect([large.status, await large.json()]).toMatchObject([413, { code: 'invalid' }]);
  const { mobile: _, ...half } = fields;
  const missing = await stage.buy('half', half);
  expect([missing.status, await missing.json()]).toMatchObject([422, { code: 'field', field: 'mobile' }]);
  const nowhere = await stage.call('/api/nothing');
  expect([nowhere.status, await nowhere.json()]).toMatchObject([404, { code: 'not_found' }]);
  expect((await stage.upstream()).purchases).toEqual([]);
});

test('a flood gets 429 before any work is done', async () => {
  const stage = await startShopApi({ limits: { token: { burst: 5, perSecond: 0 } } });
  const answers = await Promise.all(Array.from({ length: 20 }, () => stage.call('/api/me')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array.from({ length: 5 }, () => 200),
    ...Array.from({ length: 15 }, () => 429),
  ]);
  expect(answers.findLast(({ status }) => status === 429)?.headers.get('retry-after')).toBe('1');
});

test('a path in PUBLIC_URL that a proxy passes on is accepted before /api', async () => {
  const stage = await startShopApi({ publicUrl: 'https://sharj.example/shop/' });
  for (const path of ['/api/me', '/shop/api/me', '/shop/api/openapi.json'])
    expect((await stage.call(path)).status, path).toBe(200);
  const forwarded = { 'x-forwarded-proto': 'https', host: 'sharj.example' };
  const { meta } = (await (await stage.call('/shop/api/clients/products', { headers: forwarded })).json()) as {
    meta: { path: string };
  };
  expect(new URL(meta.path)).toMatchObject({ protocol: 'https:', pathname: '/shop/api/clients/products' });
});
