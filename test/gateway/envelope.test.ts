import { expect, test } from 'vitest';
import { connect } from './client.ts';
import { wireEnvelope, wireProduct } from './samples.ts';
import { json, raw, serve } from './wire-server.ts';

async function list(body: unknown) {
  const { url } = await serve(json(body));
  return connect(url).gateway.listProducts();
}

test('the client reads the balance and the page numbers', async () => {
  const result = await list(wireEnvelope([wireProduct]));
  expect(result).toMatchObject({
    ok: true,
    value: { balance: 1_250_000, dropped: 0, droppedCategories: 0, page: { current: 1, last: 3, total: 240 } },
  });
});

test('an envelope needs only its data', async () => {
  expect(await list({ data: [wireProduct] })).toMatchObject({
    ok: true,
    value: { products: [{ id: 41 }], balance: null, page: { current: null, last: null, total: null } },
  });
});

test('unreadable parts of the envelope count as missing', async () => {
  const meta = { current_page: 'first', last_page: '3', links: [5, { url: 'u', label: 1, active: 1 }], path: {} };
  expect(await list({ data: [], links: 'none', meta, balance: 'plenty' })).toMatchObject({
    ok: true,
    value: { balance: null, page: { current: null, last: 3, total: null } },
  });
  expect(await list({ data: [], meta: 7, links: null })).toMatchObject({ ok: true, value: { page: { last: null } } });
});

test.each([
  [1_250_000, 1_250_000],
  ['1250000', 1_250_000],
  [-20, -20],
  [10.9, 10],
  [null, null],
])('balance %j is read as %j', async (balance, rials) => {
  expect(await list({ data: [], balance })).toMatchObject({ ok: true, value: { balance: rials } });
});

test('the keys may come in any order, and the list may be empty', async () => {
  const { url } = await serve(raw('{"balance":5,"meta":{"total":1},"data":[],"links":{"next":"x"}}'));
  expect(await connect(url).gateway.listProducts()).toMatchObject({
    ok: true,
    value: { products: [], balance: 5, page: { total: 1 } },
  });
});

test.each([
  '[]',
  '{}',
  'null',
  '5',
  '"data"',
  '{"data":{}}',
  '{"data":null}',
  '{"data":[1}',
  '{"data":[{}',
  '{"data":[]}}',
  '',
  '<html>',
])('the answer %s is malformed', async (body) => {
  const { url } = await serve(raw(body));
  expect(await connect(url).gateway.listProducts()).toMatchObject({ ok: false, error: { kind: 'malformed' } });
});
