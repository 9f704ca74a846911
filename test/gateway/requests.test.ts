import { expect, test } from 'vitest';
import { purchaseBody, purchaseStyles } from '#gateway/purchase-body.ts';
import { canary, connect } from './client.ts';
import { wireEnvelope, wireOffers, wireProduct } from './samples.ts';
import { json, serve } from './wire-server.ts';

const purchase = {
  productId: 510,
  mobile: canary.mobile,
  price: 33_000,
  webserviceCode: 'S-7KQ2',
  offer: { code: '40 100&x=1', type: 'داده' },
  profileId: '7013',
};

const fields = {
  product_id: '510',
  mobile: canary.mobile,
  price: '33000',
  offerCode: '40 100&x=1',
  offerType: 'داده',
  webservice_code: 'S-7KQ2',
  profile_id: '7013',
};

test('the list is a GET with only the given parameters', async () => {
  const { url, heard } = await serve(json(wireEnvelope([])));
  const { gateway } = connect(url);
  await gateway.listProducts();
  await gateway.listProducts({ page: 2, perPage: 1000, order: 'id', direction: 'desc' });
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/clients/products',
    'GET /api/clients/products?per_page=1000&order=id&type_order=desc&page=2',
  ]);
});

test('the base URL may have a path', async () => {
  const { url, heard } = await serve(json(wireEnvelope([])));
  await connect(`${url}/reseller/v1/`).gateway.listProducts();
  expect(heard[0]?.url).toBe('/reseller/v1/api/clients/products');
});

test('the filter sends all six fields in the gateway’s terms', async () => {
  const { url, heard } = await serve(json(wireEnvelope([])));
  const { gateway } = connect(url);
  await gateway.filterProducts({});
  await gateway.filterProducts({
    name: 'گیگ',
    withCategories: true,
    simType: 'postpaid',
    type: 'tdlte',
    operatorId: 2,
    unpaginated: true,
    page: 3,
  });
  expect(heard.map(({ method, url }) => `${method} ${url}`)).toEqual(['POST /api/filter', 'POST /api/filter?page=3']);
  expect(heard.map(({ headers }) => headers['content-type'])).toEqual(['application/json', 'application/json']);
  expect(heard.map(({ body }) => JSON.parse(body))).toEqual([
    { table: 'product', items: {} },
    {
      table: 'product',
      items: {
        name: 'گیگ',
        categories: 'categories',
        sim_card_type: 'permanent',
        type: 'td_lte_internet',
        operator: 'two',
        pagination: 'false',
      },
    },
  ]);
});

test.each([
  [1, 'one'],
  [2, 'two'],
  [3, 'three'],
  [4, 'four'],
  [5, 'five'],
] as const)('operator %i is named %s in the filter', async (operatorId, operator) => {
  const { url, heard } = await serve(json(wireEnvelope([])));
  await connect(url).gateway.filterProducts({ operatorId });
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ table: 'product', items: { operator } });
});

test.each([
  ['data', 'cell_internet'],
  ['topup', 'cell_direct_charge'],
  ['tdlte', 'td_lte_internet'],
] as const)('type %s is %s in the filter', async (type, wire) => {
  const { url, heard } = await serve(json(wireEnvelope([])));
  await connect(url).gateway.filterProducts({ type, simType: 'prepaid' });
  expect(JSON.parse(heard[0]?.body ?? '').items).toEqual({ type: wire, sim_card_type: 'credit' });
});

test('without operator names the client filters the answer itself', async () => {
  const { url, heard } = await serve(json(wireEnvelope([wireProduct, { ...wireProduct, id: 42, operator_id: '4' }])));
  const result = await connect(url, { operatorNames: null }).gateway.filterProducts({ operatorId: 4 });
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({ table: 'product', items: {} });
  expect(result).toMatchObject({ ok: true, value: { products: [{ id: 42 }], dropped: 0 } });
});

test('offers are requested under the path of operator 2', async () => {
  const { url, heard } = await serve(json(wireOffers([])));
  await connect(url, { operator2Path: 'a b' }).gateway.personalOffers(canary.mobile);
  expect(heard[0]).toMatchObject({ method: 'POST', url: '/api/a%20b/offers/', body: `{"mobile":"${canary.mobile}"}` });
  expect(heard[0]?.headers['content-type']).toBe('application/json');
});

test('every call carries the token, and only a purchase carries a key', async () => {
  const { url, heard } = await serve(json({ ...wireEnvelope([]), ...wireOffers([]) }));
  const { gateway } = connect(url);
  await gateway.listProducts();
  await gateway.filterProducts({});
  await gateway.personalOffers(canary.mobile);
  await gateway.buyPackage({ key: canary.key, body: purchaseBody(purchase), route: gateway.purchaseRoute('data') });
  expect(heard.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill(`Bearer ${canary.token}`));
  expect(heard.map(({ headers }) => headers['idempotency-key'])).toEqual([undefined, undefined, undefined, canary.key]);
});

test('a purchase body has every parameter, with those of offers and profiles only if they are given', () => {
  expect(Object.fromEntries(new URLSearchParams(purchaseBody(purchase)))).toEqual(fields);
  const plain = purchaseBody({ ...purchase, productId: 41, offer: null, profileId: null });
  expect(plain).toBe(`product_id=41&mobile=${canary.mobile}&price=33000&webservice_code=S-7KQ2`);
});

test('an invalid purchase body throws', () => {
  expect(() => purchaseBody({ ...purchase, mobile: '09301234567' })).toThrow(TypeError);
  expect(() => purchaseBody({ ...purchase, price: 33_000.5 })).toThrow(TypeError);
  expect(() => purchaseBody({ ...purchase, price: -1 })).toThrow(TypeError);
});

test('a purchase by form sends the stored bytes as its body', async () => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const body = purchaseBody(purchase);
  await connect(url).gateway.buyPackage({ key: canary.key, body, route: 'post-form /api/top-up/package/' });
  expect(heard[0]).toMatchObject({ method: 'POST', url: '/api/top-up/package/', body });
  expect(heard[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
});

test('a purchase by multipart sends the same fields', async () => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const { gateway } = connect(url, { purchaseStyle: 'post-multipart' });
  await gateway.buyPackage({ key: canary.key, body: purchaseBody(purchase), route: gateway.purchaseRoute('data') });
  const [request] = heard;
  expect(request).toMatchObject({ method: 'POST', url: '/api/top-up/package/' });
  const form = await new Response(request?.body ?? '', {
    headers: { 'content-type': request?.headers['content-type'] ?? '' },
  }).formData();
  expect(Object.fromEntries(form.entries())).toEqual(fields);
});

test('a purchase by query puts the same fields into the address and sends no body', async () => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const { gateway } = connect(url, { purchaseStyle: 'get-query' });
  await gateway.buyPackage({ key: canary.key, body: purchaseBody(purchase), route: gateway.purchaseRoute('data') });
  const [request] = heard;
  const asked = new URL(request?.url ?? '', url);
  expect([request?.method, asked.pathname, request?.body]).toEqual(['GET', '/api/top-up/package/', '']);
  expect(Object.fromEntries(asked.searchParams)).toEqual(fields);
});

test('a purchase by JSON sends the same fields, with numbers as numbers', async () => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const { gateway } = connect(url, { purchaseStyle: 'post-json' });
  await gateway.buyPackage({ key: canary.key, body: purchaseBody(purchase), route: gateway.purchaseRoute('data') });
  expect(heard[0]).toMatchObject({ method: 'POST', url: '/api/top-up/package/' });
  expect(heard[0]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
    ...fields,
    product_id: Number(fields.product_id),
    price: Number(fields.price),
  });
});

test('top-ups use a path of their own only if it is set', () => {
  const { gateway } = connect('http://127.0.0.1:1', { purchaseStyle: 'post-json', topUpPath: '/api/top-up' });
  expect(gateway.purchaseRoute('topup')).toBe('post-json /api/top-up');
  expect(gateway.purchaseRoute('data')).toBe('post-json /api/top-up/package/');
  expect(connect('http://127.0.0.1:1').gateway.purchaseRoute('topup')).toBe('post-form /api/top-up/package/');
});

// Orders store these routes: extend the list, never change an entry.
test.each([
  ['post-form /api/top-up/package/', 'POST', '/api/top-up/package/', 'application/x-www-form-urlencoded'],
  ['post-json /api/top-up', 'POST', '/api/top-up', 'application/json'],
  ['get-query /api/top-up/package/', 'GET', `/api/top-up/package/?${purchaseBody(purchase)}`, undefined],
])('a stored route is sent unchanged, whatever the settings say: %s', async (route, method, sentTo, type) => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const { gateway } = connect(url, { purchaseStyle: 'post-multipart', topUpPath: '/elsewhere' });
  await gateway.buyPackage({
    key: canary.key,
    body: purchaseBody(purchase),
    route,
  });
  expect(heard[0]).toMatchObject({ method, url: sentTo });
  expect(heard[0]?.headers['content-type']).toBe(type);
});

test('the client refuses to guess a route of a later version', async () => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const request = { key: canary.key, body: purchaseBody(purchase), route: 'post-xml /api' };
  await expect(connect(url).gateway.buyPackage(request)).rejects.toThrow('unknown purchase style');
  expect(heard).toEqual([]);
});

test.each(purchaseStyles)('a repeated purchase by %s is identical to the byte', async (purchaseStyle) => {
  const { url, heard } = await serve(json({ message: 'ok' }));
  const { gateway } = connect(url, { purchaseStyle });
  const request = { key: canary.key, body: purchaseBody(purchase), route: gateway.purchaseRoute('data') };
  await gateway.buyPackage(request);
  await gateway.buyPackage(request);
  expect(heard).toHaveLength(2);
  expect(heard[0]).toEqual(heard[1]);
});

test.each(['', ' ', 'two words', 'line\nbreak', 'x'.repeat(256)])(
  'a purchase without a valid key is never sent: %j',
  async (key) => {
    const { url, heard } = await serve(json({ message: 'ok' }));
    const request = { key, body: purchaseBody(purchase), route: 'post-form /api/top-up/package/' };
    await expect(connect(url).gateway.buyPackage(request)).rejects.toThrow(
      new TypeError('a purchase needs an idempotency key'),
    );
    expect(heard).toEqual([]);
  },
);

test('purchases go through while calls for offers hang', async () => {
  const { url, heard } = await serve((response, { url: path }) => {
    if (path.includes('top-up')) json({ message: 'ok' })(response, { method: '', url: '', headers: {}, body: '' });
  });
  const { gateway } = connect(url);
  const hanging = Array.from({ length: 40 }, () => gateway.personalOffers(canary.mobile, { deadlineMs: 60_000 }));
  await expect.poll(() => heard.length).toBe(32);
  const body = purchaseBody(purchase);
  expect(await gateway.buyPackage({ key: canary.key, body, route: gateway.purchaseRoute('data') })).toMatchObject({
    ok: true,
  });
  await gateway.close();
  await Promise.all(hanging);
});
