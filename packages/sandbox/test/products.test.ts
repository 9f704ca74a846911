import { expect, test } from 'vitest';
import { type Driver, startSandbox } from './driver.ts';
import { complaint, envelopeOf, type Product, product } from './wire.ts';

const envelope = envelopeOf(product);

const list = async (sandbox: Driver, query = '') => {
  const reply = await sandbox.call(`/api/clients/products${query}`);
  expect(reply.status).toBe(200);
  expect(reply.headers['content-type']).toContain('application/json');
  return envelope.parse(JSON.parse(reply.text));
};

const everything = async (sandbox: Driver): Promise<Product[]> => {
  const first = await list(sandbox);
  const pages = Array.from({ length: first.meta.last_page - 1 }, (_, at) => list(sandbox, `?page=${at + 2}`));
  return [first, ...(await Promise.all(pages))].flatMap(({ data }) => data);
};

test('the first page is an envelope of a hundred products, field for field', async () => {
  const sandbox = await startSandbox();
  const { data, links, meta, balance } = await list(sandbox);
  const path = `${sandbox.url}/api/clients/products`;
  expect(data).toHaveLength(100);
  expect(balance).toBe(50_000_000_000);
  expect(links).toEqual({ first: `${path}?page=1`, last: `${path}?page=5`, prev: null, next: `${path}?page=2` });
  expect({ ...meta, links: [] }).toEqual({
    current_page: 1,
    from: 1,
    to: 100,
    last_page: 5,
    per_page: 100,
    total: 420,
    path,
    links: [],
  });
  expect(meta.links.map(({ label, active }) => [label, active])).toEqual([
    ['&laquo; Previous', false],
    ['1', true],
    ...['2', '3', '4', '5'].map((label) => [label, false]),
    ['Next &raquo;', false],
  ]);
  expect(meta.links.at(0)?.url).toBeNull();
  expect(meta.links.at(-1)?.url).toBe(links.next);
});

test('a page has a hundred products whatever per_page says', async () => {
  const sandbox = await startSandbox();
  for (const asked of ['1', '10', '1000', 'many']) {
    const { data, meta } = await list(sandbox, `?per_page=${asked}`);
    expect([data.length, meta.per_page]).toEqual([100, 100]);
  }
});

test('the last page is short, and the next one is empty', async () => {
  const sandbox = await startSandbox();
  const last = await list(sandbox, '?page=5');
  expect([last.data.length, last.meta.from, last.meta.to, last.links.next]).toEqual([20, 401, 420, null]);
  const beyond = await list(sandbox, '?page=6');
  expect([beyond.data, beyond.meta.from, beyond.meta.to, beyond.meta.current_page]).toEqual([[], null, null, 6]);
  expect(beyond.links.next).toBeNull();
});

test('an invalid page number gives the first page', async () => {
  const sandbox = await startSandbox();
  for (const page of ['0', '-1', 'two', '1.5', '']) {
    expect((await list(sandbox, `?page=${page}`)).meta.current_page).toBe(1);
  }
});

test('products come in the shop’s order, or by id if requested, in either direction', async () => {
  const sandbox = await startSandbox();
  const shop = await everything(sandbox);
  expect(shop).toEqual(shop.toSorted((a, b) => a.order - b.order || a.id - b.id));
  const ids = async (query: string) => (await list(sandbox, query)).data.map(({ id }) => id);
  const sorted = shop.map(({ id }) => id).toSorted((a, b) => a - b);
  expect(shop.map(({ id }) => id)).not.toEqual(sorted);
  expect(await ids('?order=id')).toEqual(sorted.slice(0, 100));
  expect(await ids('?order=id&type_order=asc&page=2')).toEqual(sorted.slice(100, 200));
  expect(await ids('?order=id&type_order=desc')).toEqual(sorted.toReversed().slice(0, 100));
  expect(await ids('?type_order=desc')).toEqual(
    shop
      .toReversed()
      .slice(0, 100)
      .map(({ id }) => id),
  );
});

test('links keep the query', async () => {
  const sandbox = await startSandbox();
  const { links } = await list(sandbox, '?order=id&type_order=desc&page=2');
  expect(links.next).toBe(`${sandbox.url}/api/clients/products?order=id&type_order=desc&page=3`);
});

test('an unknown order is refused by name', async () => {
  const sandbox = await startSandbox();
  for (const [query, field] of [
    ['?order=price', 'order'],
    ['?type_order=up', 'type_order'],
  ] as const) {
    const reply = await sandbox.call(`/api/clients/products${query}`);
    expect(reply.status).toBe(422);
    expect(Object.keys(complaint.parse(JSON.parse(reply.text)).errors)).toEqual([field]);
  }
});

test('the catalogue has products of every kind', async () => {
  const products = await everything(await startSandbox());
  const having = (test: (one: Product) => boolean): number => products.filter(test).length;
  expect(new Set(products.map(({ id }) => id)).size).toBe(420);
  for (const operator of [1, 2, 3, 4, 5]) {
    for (const sim of ['credit', 'permanent']) {
      for (const type of ['cell_internet', 'cell_direct_charge']) {
        const shelf = having((p) => Number(p.operator_id) === operator && p.sim_card_type === sim && p.type === type);
        expect(shelf, `${operator} ${sim} ${type}`).toBeGreaterThan(5);
      }
    }
  }
  const tdLte = products.filter(({ type }) => type === 'td_lte_internet');
  expect(new Set(tdLte.map((p) => Number(p.operator_id)))).toEqual(new Set([2]));
  expect(new Set(tdLte.map((p) => p.sim_card_type)).size).toBe(2);
  const ranged = products.filter((p) => p.second_price !== null);
  expect(ranged.length).toBeGreaterThan(10);
  expect(ranged.every((p) => p.type === 'cell_direct_charge' && Number(p.second_price) > p.price)).toBe(true);
  expect(having((p) => p.type === 'cell_direct_charge' && p.second_price === null)).toBeGreaterThan(10);
  expect(having((p) => p.status === 0)).toBeGreaterThan(10);
  expect(having((p) => p.profile_id !== undefined)).toBeGreaterThan(10);
  expect(having((p) => p.profile_id === undefined)).toBeGreaterThan(10);
  expect(having((p) => p.name_en === null)).toBeGreaterThan(10);
  expect(having((p) => /^[\x20-\x7e]+$/.test(p.name_en ?? ''))).toBeGreaterThan(300);
  expect(having((p) => /\p{Script=Arabic}/u.test(p.name) && /\p{Script=Arabic}/u.test(p.description))).toBe(420);
  for (const sim of ['credit', 'permanent']) {
    const kinds = products.filter((p) => p.sim_card_type === sim).map((p) => typeof p.operator_id);
    expect(new Set(kinds)).toEqual(new Set(['number', 'string']));
  }
  // Prices are whole tomans, even with VAT.
  expect(having((p) => p.price % 100 !== 0)).toBe(0);
});

test('every address is a path in its category, and some are three steps deep', async () => {
  const products = await everything(await startSandbox());
  const depths = products.flatMap((one) =>
    one.categories.map(({ id, data, pivot }) => {
      expect([pivot.categorizable_id, pivot.category_id]).toEqual([one.id, id]);
      const steps = pivot.address === '' ? [] : pivot.address.split('/').map(Number);
      const parents = steps.map((step) => data.find((sub) => sub.id === step)?.parent);
      expect(parents).toEqual([0, ...steps].slice(0, steps.length));
      return steps.length;
    }),
  );
  expect(new Set(depths)).toEqual(new Set([0, 1, 2, 3]));
  expect(products.some(({ categories }) => categories.length > 1)).toBe(true);
});

test('a product is the same in a larger catalogue, and the ids of the offer products stay free', async () => {
  const small = await everything(await startSandbox());
  const large = await everything(await startSandbox({ products: 600 }));
  const byId = new Map(large.map((one) => [one.id, one]));
  expect(small.map(({ id }) => byId.get(id))).toEqual(small);
  expect([byId.size, byId.has(509), byId.has(510), byId.has(511), byId.has(512)]).toEqual([
    600,
    true,
    false,
    false,
    true,
  ]);
});
