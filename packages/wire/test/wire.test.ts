import {
  createFilterBody,
  fingerprintOf,
  type Product,
  Refusal,
  readFields,
  readJson,
  readParameters,
  writeListing,
} from '@sharj/wire';
import { Hono } from 'hono';
import { expect, test } from 'vitest';

const purchase = { product_id: '510', mobile: '989351234567', price: '33000', webservice_code: 'W-1' };

/** What a server reads from a request. */
async function fieldsOf(request: Request): Promise<unknown> {
  const app = new Hono().all('*', async (c) => c.json(await readFields(c, 1_000)));
  return (await app.fetch(request)).json();
}

test('a purchase means the same as a form, as multipart, as JSON and as a query', async () => {
  const url = 'http://gateway.example/';
  const post = (body: string | URLSearchParams | FormData, type?: string) =>
    new Request(url, { method: 'POST', body, ...(type ? { headers: { 'content-type': type } } : {}) });
  const multipart = new FormData();
  for (const [name, value] of Object.entries(purchase)) multipart.append(name, value);
  const ways = [
    post(new URLSearchParams(purchase)),
    post(multipart),
    post(JSON.stringify({ ...purchase, price: 33_000 }), 'application/json'),
    new Request(`${url}?${new URLSearchParams(purchase)}`),
  ];
  for (const way of ways) expect(await fieldsOf(way)).toEqual(Object.entries(purchase));
  expect(await fieldsOf(post('x', 'text/plain'))).toMatchObject({ status: 415 });
  expect(await fieldsOf(post('{', 'application/json'))).toMatchObject({ status: 422 });
  expect(await fieldsOf(post(`a=${'x'.repeat(1_000)}`, 'application/x-www-form-urlencoded'))).toMatchObject({
    status: 413,
  });
});

test('the parameters of a purchase are checked, and the last of a repeated name counts', () => {
  const read = (more: Record<string, string>) => readParameters(Object.entries({ ...purchase, ...more }));
  expect(read({}).data).toMatchObject({ product_id: 510, price: 33_000 });
  for (const wrong of [{ price: '1.5' }, { mobile: '09351234567' }, { webservice_code: 'a\nb' }, { product_id: '' }])
    expect(read(wrong).success).toBe(false);
  expect(readParameters([...Object.entries(purchase), ['price', '44000']]).data?.price).toBe(44_000);
});

test('the same fields in another order have the same fingerprint, and other values have another', () => {
  const fields = Object.entries(purchase);
  expect(fingerprintOf(fields.toReversed())).toBe(fingerprintOf(fields));
  expect(fingerprintOf([...fields, ['price', '1']])).not.toBe(fingerprintOf(fields));
  expect(fingerprintOf([...fields, ['a', '1'], ['a', '2']])).not.toBe(
    fingerprintOf([...fields, ['a', '2'], ['a', '1']]),
  );
});

test('a listing is cut into linked pages of a hundred', async () => {
  const page = async (number: number | null) => {
    const listing = writeListing({
      products: Array.from({ length: 250 }, (_, index) => index + 1),
      toWire: (id) => ({ id, categories: [] }) as unknown as Product,
      descending: true,
      page: number,
      categories: false,
      balance: 5,
      url: new URL('http://gateway.example/products?order=id'),
    });
    return JSON.parse(await new Response(listing).text()) as {
      data: readonly { id: number }[];
      links: object;
      meta: object;
      balance: number;
    };
  };
  const last = await page(3);
  expect(last.data).toHaveLength(50);
  expect(last.data[0]).toEqual({ id: 50 });
  expect(last.links).toMatchObject({ prev: 'http://gateway.example/products?order=id&page=2', next: null });
  expect(last.meta).toMatchObject({ from: 201, to: 250, last_page: 3, total: 250 });
  expect(last.balance).toBe(5);
  expect((await page(null)).data).toHaveLength(250);
});

test('a filter is refused with the name of each wrong field', async () => {
  const app = new Hono().post('*', async (c) => c.json(await readJson(c, createFilterBody(['one', 'two']))));
  const ask = async (body: object) => {
    const request = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    return (await app.request('/', request)).json();
  };
  expect(await ask({ table: 'product' })).toEqual({ table: 'product', items: {} });
  const refused = await ask({ table: 'product', items: { operator: 'three', type: 'x' } });
  expect(refused).toMatchObject({ status: 422, errors: { 'items.operator': [expect.any(String)] } });
  expect(new Refusal(422, 'No.')).toMatchObject({ status: 422, message: 'No.' });
});
