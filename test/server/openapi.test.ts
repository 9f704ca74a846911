import { readFileSync } from 'node:fs';
import type { Offer, Product } from '@sharj/wire';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type ApiDeps, createApi } from '#server/api/api.ts';
import { describeApi } from '#server/api/description.ts';
import { apiSurface, breaksBetween, type Description } from '#test/support/api-surface.ts';
import { mismatches } from '#test/support/json-schema.ts';
import { agentId, ownerId, startShopApi } from '#test/support/shop-api.ts';

const names = { operator2Path: 'second', operatorNames: ['one', 'two', 'three', 'four', 'five'] };
const mobile = '989121234567';

const schema: z.ZodType<object> = z.lazy(() =>
  z.strictObject({
    $ref: z.string().startsWith('#/components/schemas/').optional(),
    description: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).min(1).optional(),
    const: z.string().optional(),
    default: z.unknown().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    minLength: z.int().optional(),
    maxLength: z.int().optional(),
    propertyNames: schema.optional(),
    properties: z.record(z.string(), schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), schema]).optional(),
    items: schema.optional(),
    anyOf: z.array(schema).optional(),
  }),
);
const content = z.record(z.string().regex(/^[a-z]+\/[a-z-]+$/), z.strictObject({ schema }));
const operation = z.strictObject({
  operationId: z.string().regex(/^\w+$/),
  summary: z.string(),
  security: z.array(z.unknown()).optional(),
  parameters: z
    .array(
      z
        .strictObject({ name: z.string(), in: z.enum(['query', 'header', 'path']), required: z.boolean(), schema })
        .refine((it) => it.in !== 'path' || it.required),
    )
    .optional(),
  requestBody: z.strictObject({ required: z.boolean(), content }).optional(),
  responses: z.record(
    z.string().regex(/^[1-5](\d\d|XX)$/),
    z.strictObject({
      description: z.string(),
      headers: z.record(z.string(), z.strictObject({ schema })).optional(),
      content: content.optional(),
    }),
  ),
});
/** The rules of OpenAPI 3.1 that this document touches. */
const document = z.strictObject({
  openapi: z.string().regex(/^3\.1\.\d+$/),
  info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
  servers: z.array(z.strictObject({ url: z.string() })),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post']), operation)),
  webhooks: z.record(z.string(), z.partialRecord(z.enum(['get', 'post']), operation)),
  components: z.strictObject({
    securitySchemes: z.record(z.string(), z.strictObject({ type: z.literal('http'), scheme: z.literal('bearer') })),
    schemas: z.record(z.string(), schema),
  }),
});

const written: unknown = JSON.parse(JSON.stringify(describeApi(names)));
const description = document.parse(written);
const { schemas } = description.components;
const operationOf = (path: string, method: string) => description.paths[path]?.[method as 'get' | 'post'];

test('the description is a valid OpenAPI 3.1 document', () => {
  expect(description).toEqual(written);
  const operations = [...Object.values(description.paths), description.webhooks.orderEnded].flatMap((path) =>
    Object.values(path ?? {}),
  );
  const ids = operations.map((one) => one?.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const used = [...JSON.stringify(written).matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  expect(new Set(used)).toEqual(new Set(Object.keys(schemas)));
  // The parameters of a path are exactly those in its name.
  for (const [path, methods] of Object.entries(description.paths))
    for (const one of Object.values(methods))
      expect((one?.parameters ?? []).filter((it) => it.in === 'path').map((it) => `{${it.name}}`)).toEqual(
        path.match(/\{\w+\}/g) ?? [],
      );
});

describe('clients of the last release', () => {
  const released = readFileSync(new URL('released-api.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

  // Each release writes its own surface to the file and says in the changelog what it breaks.
  test('work unchanged with this one', () => {
    expect(breaksBetween(released, apiSurface(describeApi(names) as Description))).toEqual([]);
  });

  test.each([
    ['a call is gone', '"/me":', '"/myself":', 'removed: < get /me'],
    ['a field of an answer is gone', '"order_code":', '"id":', 'removed: < Purchase.order_code: string'],
    [
      'an answer may lack a field',
      '"required":["message","code","webservice_code"',
      '"required":["message","code"',
      'removed: < Purchase.webservice_code: string',
    ],
    [
      'a code is renamed',
      '"daily_limit","rejected"',
      '"limit_a_day","rejected"',
      'removed: < post /top-up 422 .code = daily_limit',
    ],
    [
      'a field must be sent',
      '"required":["table"]',
      '"required":["table","items"]',
      'demanded: > post /filter application/json .items: object',
    ],
    ['a status is gone', '"402":', '"418":', 'removed: < post /top-up 402 : object'],
  ])('break if %s', (_, from, to, expected) => {
    const changed = JSON.stringify(written).replaceAll(from, to);
    expect(breaksBetween(released, apiSurface(JSON.parse(changed)))).toContain(expected);
  });
});

test('every route is described, and every description has a route', () => {
  const api = createApi({ ...names, now: Date.now, words: {}, tokens: {} } as unknown as ApiDeps);
  const routes = api.routes
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*'))
    .map(({ method, path }) => `${method} ${path}`)
    .map((route) =>
      route.replace(':operator', names.operator2Path).replace(':code', '{webservice_code}').replace(':key', '{key}'),
    );
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} /api${path}`),
  );
  expect(new Set(described)).toEqual(new Set(routes));
  expect(described.length).toBeGreaterThan(9);
});

test('real answers match their descriptions', async () => {
  const stage = await startShopApi();
  const { call, shop } = stage;
  const seen = new Set<string>();

  /** Checks the answer and returns its body. */
  async function check(path: string, answer: Response, operationPath = path.split('?')[0] ?? '', method = 'post') {
    const described = operationOf(operationPath.replace(/\/$/, ''), method)?.responses[answer.status];
    const body: unknown = await answer.json();
    expect(described, `${method} ${path} ${answer.status} ${JSON.stringify(body)}`).toBeDefined();
    const expected = described?.content?.['application/json']?.schema ?? {};
    expect(mismatches(expected, body, schemas), `${path} ${answer.status}`).toEqual([]);
    const { 'Idempotent-Replayed': replayed, ...always } = described?.headers ?? {};
    for (const header of Object.keys(always)) expect(answer.headers.get(header)).toMatch(/^\d+$/);
    expect([null, ...(replayed ? ['true'] : [])]).toContain(answer.headers.get('idempotent-replayed'));
    seen.add(`${operationPath} ${answer.status}`);
    return body;
  }
  const get = async (path: string, described?: string) =>
    check(path, await call(`/api${path}`), described ?? path.split('?')[0], 'get');
  const post = async (path: string, body: unknown) =>
    check(
      path,
      await call(`/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );

  const own = await fetch(`${stage.url}/api/openapi.json`);
  expect(await check('/openapi.json', own, '/openapi.json', 'get')).toEqual(written);

  const { data } = (await get('/clients/products?order=id&type_order=asc&page=1')) as { data: Product[] };
  await get('/clients/products?order=price');
  await post('/filter', { table: 'product', items: { type: 'cell_internet', operator: 'one' } });
  await post('/filter', { table: 'product', items: { categories: 'categories', pagination: 'false' } });
  await post('/filter', { table: 'other' });
  const { offersList } = (await post('/second/offers', { mobile: '989351234567' })) as { offersList: Offer[] };
  await post('/second/offers', { mobile: '1' });
  await post('/second/offers', { mobile });

  const gigabytes = data.find((one) => one.status === 1 && one.second_price === null && one.type === 'cell_internet');
  const topUp = data.find((one) => one.status === 1 && one.type === 'cell_direct_charge' && one.second_price !== null);
  const offer = offersList[0];
  if (!gigabytes || !topUp || !offer) throw new Error('nothing to buy');
  const withVat = (price: number) => String(price + Math.floor((price + 5) / 10));
  let counted = 0;
  const fieldsOf = (more: Record<string, string> = {}) => {
    counted += 1;
    const product_id = String(gigabytes.id);
    return { product_id, mobile, price: withVat(gigabytes.price), webservice_code: `T-${counted}`, ...more };
  };
  const buy = async (init: RequestInit, path = '/top-up/package/', key = `key-${counted}`) =>
    check(
      path,
      await call(`/api${path}`, { method: 'POST', ...init, headers: { 'idempotency-key': key, ...init.headers } }),
    );
  const form = (fields: Record<string, string>) => ({ body: new URLSearchParams(fields) });
  const asJson = (body: string) => ({ headers: { 'content-type': 'application/json' }, body });

  // Every purchase style works.
  expect(await buy(form(fieldsOf()))).toMatchObject({ code: 'delivered' });
  const multipart = new FormData();
  for (const [name, value] of Object.entries(fieldsOf())) multipart.set(name, value);
  expect(await buy({ body: multipart })).toMatchObject({ code: 'delivered' });
  expect(await buy(asJson(JSON.stringify(fieldsOf())))).toMatchObject({ code: 'delivered' });
  const query = new URLSearchParams(fieldsOf());
  const asked = await call(`/api/top-up/package?${query}`, { headers: { 'idempotency-key': `key-${counted}` } });
  expect(await check('/top-up/package', asked, '/top-up/package', 'get')).toMatchObject({ code: 'delivered' });
  const credit = { product_id: String(topUp.id), price: String(topUp.price) };
  expect(await buy(form(fieldsOf(credit)), '/top-up')).toMatchObject({ code: 'delivered' });
  const personal = { product_id: '510', mobile: '989351234567', price: withVat(Number(offer.amount)) };
  const { offerCode, offerType } = offer;
  expect(await buy(form(fieldsOf({ ...personal, offerCode, offerType })))).toMatchObject({ code: 'delivered' });
  await get('/orders/T-1', '/orders/{webservice_code}');
  expect(await get(`/orders/T-${counted}`, '/orders/{webservice_code}')).toMatchObject({ product_id: null });
  await get('/orders/none', '/orders/{webservice_code}');
  expect(await get('/purchases/key-1', '/purchases/{key}')).toMatchObject({
    code: 'delivered',
    webservice_code: 'T-1',
  });
  expect(await get('/purchases/never', '/purchases/{key}')).toMatchObject({ code: 'not_found' });
  await get('/me');

  // Refusals match as well.
  await check('/top-up', await call('/api/top-up', { method: 'POST' }));
  expect(await buy(form(fieldsOf({ price: '1' })))).toMatchObject({ code: 'price' });
  expect(await buy(form(fieldsOf({ mobile: '1' })))).toMatchObject({ code: 'field', field: 'mobile' });
  await buy(form(fieldsOf({ product_id: '1' })));
  expect(await buy(form(fieldsOf({ product_id: '999999' })))).toMatchObject({ code: 'product_gone' });
  const off = data.find((one) => one.status === 0 && one.second_price === null);
  if (off) await buy(form(fieldsOf({ product_id: String(off.id), price: withVat(off.price) })));
  expect(await buy(form(fieldsOf({ ...credit, price: '1' })))).toMatchObject({ code: 'amount_out_of_range' });
  expect(await buy(form(fieldsOf({ ...personal, offerCode: 'x', offerType: 'y' })))).toMatchObject({
    code: 'offer_gone',
  });
  expect(await buy(form(fieldsOf()), '/top-up/package', 'key-1')).toMatchObject({ code: 'key_reused' });
  await buy(asJson('[]'));
  await buy(asJson(' '.repeat(2_000_000)));
  await buy({ headers: { 'content-type': 'text/xml' }, body: '<a/>' });
  await check('/me', await call('/api/me', { headers: { authorization: 'Bearer none' } }), '/me', 'get');
  await shop.apiAccess.limit(ownerId, agentId, 1);
  expect(await buy(form(fieldsOf()))).toMatchObject({ code: 'daily_limit' });
  await shop.apiAccess.limit(ownerId, agentId, null);
  await shop.ownerPause.pause(ownerId, 'stock-taking');
  expect(await buy(form(fieldsOf()))).toMatchObject({ code: 'selling_paused' });
  await shop.ownerPause.resume(ownerId);
  await stage.database.db.updateTable('wallets').set({ balance: 0 }).where('person_id', '=', agentId).execute();
  expect(await buy(form(fieldsOf()))).toMatchObject({ code: 'wallet_too_small' });
  const statuses = [...seen].filter((one) => one.startsWith('/top-up')).map((one) => one.split(' ')[1]);
  expect(new Set(statuses)).toEqual(new Set(['200', '400', '402', '409', '413', '415', '422', '503']));
});

test('a body is refused as unreadable or for a field exactly if it differs from its description', async () => {
  const { call } = await startShopApi();
  const purchase = { product_id: 999_999, mobile, price: '30800', webservice_code: 'T-1' };
  const bodies: Readonly<Record<string, readonly object[]>> = {
    '/filter': [
      {},
      { table: 'other' },
      ...[{}, { name: 'x'.repeat(200) }, { name: 'x'.repeat(201) }, { operator: 'two' }, { operator: 'six' }].map(
        (items) => ({ table: 'product', items }),
      ),
      ...[{ pagination: false }, { type: 'topup' }, { sim_card_type: '' }, { categories: 'all' }, { other: 1 }].map(
        (items) => ({ table: 'product', items }),
      ),
      { table: 'product', other: 1 },
    ],
    '/second/offers': [{ mobile: '989351234567', other: 1 }, { mobile: '09351234567' }, { mobile: 989351234567 }, {}],
    '/top-up/package': [
      ...Object.keys(purchase).map((name) => ({ ...purchase, [name]: undefined })),
      ...Object.keys(purchase).map((name) => ({ ...purchase, [name]: '' })),
      ...Object.keys(purchase).map((name) => ({ ...purchase, [name]: [] })),
      purchase,
      { ...purchase, product_id: '999999', other: 1 },
      { ...purchase, product_id: 1.5 },
      { ...purchase, price: 'x' },
      { ...purchase, price: '1'.repeat(16) },
      { ...purchase, mobile: '09121234567' },
      { ...purchase, webservice_code: 'x'.repeat(191) },
      { ...purchase, webservice_code: 'x'.repeat(192) },
      { ...purchase, webservice_code: 'a\nb' },
      { ...purchase, offerCode: '', offerType: 'x', profile_id: 'y' },
    ],
  };
  let count = 0;
  for (const [path, given] of Object.entries(bodies)) {
    const described = operationOf(path, 'post')?.requestBody?.content['application/json']?.schema ?? {};
    for (const body of given.map((one) => JSON.stringify(one))) {
      count += 1;
      const headers = { 'content-type': 'application/json', 'idempotency-key': `key-${count}` };
      const answer = await call(`/api${path}`, { method: 'POST', headers, body });
      const { code } = (await answer.json()) as { code?: string };
      const isDescribed = mismatches(described, JSON.parse(body), schemas).length === 0;
      expect(isDescribed, `${path} ${body}: ${answer.status} ${code}`).toBe(code !== 'invalid' && code !== 'field');
    }
  }
});

test('the answers to an open purchase, to one the operator refused and to a flood match their descriptions', async () => {
  const stage = await startShopApi({ waitMs: 1, limits: { token: { burst: 12, perSecond: 0 } } });
  const { data } = (await (await stage.call('/api/clients/products')).json()) as { data: Product[] };
  const product = data.find((one) => one.status === 1 && one.second_price === null && one.type === 'cell_internet');
  const price = (product?.price ?? 0) + Math.floor(((product?.price ?? 0) + 5) / 10);
  const fields = { product_id: String(product?.id), mobile, price: String(price), webservice_code: 'T-1' };
  await fetch(`${stage.sandbox.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { authorization: 'Bearer canary-gateway', 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint: 'purchase', fault: 'rejected', times: 1 }),
  });
  const matches = async (answer: Response) => {
    const described = operationOf('/top-up/package', 'post')?.responses[answer.status];
    const expected = described?.content?.['application/json']?.schema ?? { enum: [] };
    const body = (await answer.json()) as { code: string };
    expect(mismatches(expected, body, schemas)).toEqual([]);
    return `${answer.status} ${body.code}`;
  };
  expect(await matches(await stage.buy('key', fields))).toBe('503 pending');
  await expect.poll(async () => (await stage.sold()).purchases[0]?.state).toBe('rejected');
  expect(await matches(await stage.buy('key', fields))).toBe('422 rejected');
  for (let left = 12; left > 0; left -= 1) await stage.call('/api/me');
  const flooded = await stage.buy('key', fields);
  expect(flooded.headers.get('retry-after')).toBe('1');
  expect(await matches(flooded)).toBe('429 too_many');
});

test('the page’s example of a notice matches its description', () => {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const example = /```json\n(\{\n {2}"id": [\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(mismatches({ $ref: '#/components/schemas/Notice' }, JSON.parse(example), schemas)).toEqual([]);
});
