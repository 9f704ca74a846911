import { expect, test } from 'vitest';
import { type Driver, startSandbox } from './driver.ts';
import { bareProduct, complaint, envelopeOf, product } from './wire.ts';

const bare = envelopeOf(bareProduct);
const full = envelopeOf(product);

const ask = async (sandbox: Driver, items: Record<string, unknown>, query = '') => {
  const reply = await sandbox.call(`/api/filter${query}`, { json: { table: 'product', items } });
  expect(reply.status).toBe(200);
  return JSON.parse(reply.text) as unknown;
};

const all = async (sandbox: Driver, items: Record<string, unknown> = {}) =>
  bare.parse(await ask(sandbox, { pagination: 'false', ...items })).data;

test('an empty filter returns the first hundred in the same envelope, without categories', async () => {
  const sandbox = await startSandbox();
  const { data, links, meta, balance } = bare.parse(await ask(sandbox, {}));
  expect([data.length, meta.total, meta.per_page, meta.last_page, balance]).toEqual([100, 420, 100, 5, 50_000_000_000]);
  expect(links.next).toBe(`${sandbox.url}/api/filter?page=2`);
  expect(bare.parse(await ask(sandbox, {}, '?page=5')).data).toHaveLength(20);
});

test('categories come on request', async () => {
  const { data } = full.parse(await ask(await startSandbox(), { categories: 'categories' }));
  expect(data.every(({ categories }) => categories.length > 0)).toBe(true);
});

test('without pagination everything is on one page', async () => {
  const sandbox = await startSandbox();
  const { data, links, meta } = full.parse(await ask(sandbox, { pagination: 'false', categories: 'categories' }));
  expect(data).toHaveLength(420);
  expect([meta.current_page, meta.last_page, meta.from, meta.to, meta.total]).toEqual([1, 1, 1, 420, 420]);
  expect([links.prev, links.next]).toEqual([null, null]);
});

test('each field filters', async () => {
  const sandbox = await startSandbox();
  const products = await all(sandbox);
  const cases: [Record<string, string>, (one: (typeof products)[number]) => boolean][] = [
    [{ name: 'شبانه' }, (one) => one.name.includes('شبانه')],
    [{ name: 'td-lte' }, (one) => one.name.includes('TD-LTE')],
    [{ sim_card_type: 'credit' }, (one) => one.sim_card_type === 'credit'],
    [{ sim_card_type: 'permanent' }, (one) => one.sim_card_type === 'permanent'],
    [{ type: 'cell_internet' }, (one) => one.type === 'cell_internet'],
    [{ type: 'cell_direct_charge' }, (one) => one.type === 'cell_direct_charge'],
    [{ type: 'td_lte_internet' }, (one) => one.type === 'td_lte_internet'],
    ...['one', 'two', 'three', 'four', 'five'].map((operator, at): (typeof cases)[number] => [
      { operator },
      (one) => Number(one.operator_id) === at + 1,
    ]),
  ];
  for (const [items, matches] of cases) {
    const found = await all(sandbox, items);
    expect(found.length, JSON.stringify(items)).toBeGreaterThan(0);
    expect(found).toEqual(products.filter(matches));
  }
});

test('fields combine', async () => {
  const sandbox = await startSandbox();
  const items = { name: 'شبانه', sim_card_type: 'credit', type: 'cell_internet', operator: 'two' };
  const { data, meta } = full.parse(await ask(sandbox, { ...items, categories: 'categories', pagination: 'false' }));
  expect(data.length).toBeGreaterThan(1);
  expect(meta.total).toBe(data.length);
  for (const one of data) {
    expect(one).toMatchObject({
      name: expect.stringContaining('شبانه'),
      sim_card_type: 'credit',
      type: 'cell_internet',
    });
    expect(Number(one.operator_id)).toBe(2);
  }
});

test('a filter without a match returns an empty page', async () => {
  const sandbox = await startSandbox();
  for (const items of [{ name: '(no such) name.*' }, { type: 'td_lte_internet', operator: 'one' }]) {
    const { data, meta } = bare.parse(await ask(sandbox, items));
    expect([data, meta.total, meta.from, meta.to, meta.last_page]).toEqual([[], 0, null, null, 1]);
  }
});

test('an invalid body is refused with the name of the field', async () => {
  const sandbox = await startSandbox();
  const cases: [unknown, string][] = [
    [{}, 'table'],
    [{ table: 'users', items: {} }, 'table'],
    [{ table: 'product', items: 'all' }, 'items'],
    [{ table: 'product', items: { type: 'sms' } }, 'items.type'],
    [{ table: 'product', items: { operator: 'six' } }, 'items.operator'],
    [{ table: 'product', items: { sim_card_type: 'esim' } }, 'items.sim_card_type'],
    [{ table: 'product', items: { categories: true } }, 'items.categories'],
    [{ table: 'product', items: { pagination: false } }, 'items.pagination'],
    [{ table: 'product', items: { name: 7 } }, 'items.name'],
    [[], 'body'],
    [null, 'body'],
  ];
  for (const [json, field] of cases) {
    const reply = await sandbox.call('/api/filter', { json });
    expect(reply.status, field).toBe(422);
    expect(Object.keys(complaint.parse(JSON.parse(reply.text)).errors)).toEqual([field]);
  }
  const headers = { 'content-type': 'application/json' };
  expect((await sandbox.call('/api/filter', { body: '{"table":', headers })).status).toBe(422);
  expect((await sandbox.call('/api/filter', { form: { table: 'product' } })).status).toBe(415);
});
