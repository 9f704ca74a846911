import { expect, test } from 'vitest';
import { mostRials } from '#domain/money.ts';
import { chargeByPoints } from '#domain/price.ts';
import { priceOfBase } from '#domain/quote.ts';
import { connect } from './client.ts';
import { wireCategory, wireEnvelope, wireProduct } from './samples.ts';
import { json, serve } from './wire-server.ts';

async function read(...elements: unknown[]) {
  const { url } = await serve(json(wireEnvelope(elements)));
  const result = await connect(url).gateway.listProducts();
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

async function readOne(over: object) {
  const page = await read({ ...wireProduct, ...over });
  return page.products[0] ?? null;
}

async function readWithout(field: string) {
  const { [field as 'id']: _, ...product } = wireProduct;
  const page = await read(product);
  return page.products[0] ?? null;
}

test('the client reads every field that the shop uses', async () => {
  expect(await readOne({})).toEqual({
    id: 41,
    name: 'بسته ۱۰ گیگابایت <b>شبانه</b>',
    nameEn: '10 GB at night',
    description: 'سی روزه',
    type: 'data',
    operatorId: 2,
    simType: 'prepaid',
    price: 30_000,
    maxPrice: 50_000,
    days: 30,
    profileId: '7013',
    onSale: true,
    order: 12,
    categories: [
      {
        id: 9,
        name: 'بسته‌های اینترنت',
        subs: [
          { id: 3, name: 'ماهانه' },
          { id: 7, name: 'شبانه' },
        ],
      },
    ],
  });
});

test('text and numbers that a database cannot store are cleaned or dropped', async () => {
  expect(await readOne({ name: 'بسته \ud83d', description: 'a\0b' })).toMatchObject({
    name: 'بسته \ufffd',
    description: 'ab',
  });
  expect(await readOne({ period: 9_999_999_999 })).toMatchObject({ days: null });
});

test('the products behind personal offers are not on sale themselves', async () => {
  expect(await readOne({ id: 510, status: 1 })).toMatchObject({ onSale: false });
});

test('nullable fields may be null', async () => {
  const empty = {
    name_en: null,
    description_full: null,
    sku: null,
    second_price: null,
    showable_price: null,
    minimum_sale: null,
    dimension: null,
    options: null,
    third_party_id: null,
    capacity: null,
    period: null,
    created_at: null,
    updated_at: null,
    categories: [],
  };
  expect(await readOne(empty)).toMatchObject({ nameEn: null, maxPrice: null, days: null, categories: [] });
});

test.each([
  'name_en',
  'description',
  'description_full',
  'sku',
  'second_price',
  'showable_price',
  'minimum_sale',
  'dimension',
  'score',
  'options',
  'deliverable',
  'third_party_id',
  'capacity',
  'period',
  'profile_id',
  'order',
  'created_at',
  'updated_at',
  'categories',
])('a product without %s is accepted', async (field) => {
  expect(await readWithout(field)).toMatchObject({ id: 41, price: 30_000 });
});

test.each(['id', 'name', 'price', 'type', 'status', 'sim_card_type', 'operator_id'])(
  'a product without %s cannot be sold',
  async (field) => {
    expect(await readWithout(field)).toBeNull();
  },
);

test.each([
  [1, true],
  [0, false],
  [true, true],
  [false, false],
  ['1', true],
  ['0', false],
])('status %j means on sale: %j', async (status, onSale) => {
  expect((await readOne({ status }))?.onSale).toBe(onSale);
});

test.each([2, 'yes', null, {}])('status %j is invalid', async (status) => {
  expect(await readOne({ status })).toBeNull();
});

test.each([
  [1, 1],
  ['1', 1],
  [5, 5],
  ['5', 5],
])('operator_id %j is operator %j', async (operator_id, operatorId) => {
  expect((await readOne({ operator_id }))?.operatorId).toBe(operatorId);
});

test.each([0, 6, '6', 1.5, 'two', null])('operator_id %j is unknown', async (operator_id) => {
  expect(await readOne({ operator_id })).toBeNull();
});

test.each([
  ['cell_internet', 'data'],
  ['cell_direct_charge', 'topup'],
  ['td_lte_internet', 'tdlte'],
])('type %s is %s', async (wire, type) => {
  expect((await readOne({ type: wire }))?.type).toBe(type);
});

test.each([
  ['credit', 'prepaid'],
  ['permanent', 'postpaid'],
])('sim_card_type %s is %s', async (wire, simType) => {
  expect((await readOne({ sim_card_type: wire }))?.simType).toBe(simType);
});

test('a product of an unknown type or SIM type cannot be sold', async () => {
  expect(await readOne({ type: 'cell_voice' })).toBeNull();
  expect(await readOne({ sim_card_type: 'esim' })).toBeNull();
});

test.each([
  [30_000, 30_000],
  [30_000.0, 30_000],
  ['30000', 30_000],
  [0, 0],
])('price %j is %j rials', async (price, rials) => {
  expect((await readOne({ price, second_price: null }))?.price).toBe(rials);
});

/** Whole and exact, but too large to add tax or other prices. */
const beyondSums = [9e15, '9000000000000000', Number.MAX_SAFE_INTEGER, mostRials + 1];

test.each([
  ...[30_000.5, '30000.5', '30,000', '3e4', '', ' 30000', -1, '-1', 2 ** 53, '9007199254740992', null, true, {}],
  ...beyondSums,
])('price %j is refused', async (amount) => {
  expect(await readOne({ price: amount, second_price: null })).toBeNull();
});

test('the highest price stays exact with any tax and the highest fee, even in a sum of thousands', async () => {
  const { price = 0 } = (await readOne({ price: mostRials, second_price: null })) ?? {};
  expect(price).toBe(mostRials);
  const { total } = priceOfBase(price, 100);
  expect(Number.isSafeInteger(2_000 * chargeByPoints(total, -10_000))).toBe(true);
});

test.each([50_000.5, 'much', -1, 29_999, {}, ...beyondSums])(
  'second_price %j makes the product unsellable',
  async (second_price) => {
    expect(await readOne({ second_price })).toBeNull();
  },
);

test.each([
  ['7013', '7013'],
  [7013, '7013'],
  ['', null],
  [null, null],
])('profile_id %j is %j', async (profile_id, profileId) => {
  expect((await readOne({ profile_id }))?.profileId).toBe(profileId);
});

test('an unknown field is ignored', async () => {
  expect(await readOne({ tomorrow: { anything: [1] } })).not.toHaveProperty('tomorrow');
});

test('__proto__ and constructor stay plain data', async () => {
  const { url } = await serve((response) => {
    const product = JSON.stringify(wireProduct).replace('{', '{"__proto__":{"onSale":false},"constructor":1,');
    response.end(`{"__proto__":{"data":[1]},"data":[${product}]}`);
  });
  const result = await connect(url).gateway.listProducts();
  expect(result).toMatchObject({ ok: true, value: { products: [{ id: 41, onSale: true }] } });
  expect(({} as { onSale?: boolean }).onSale).toBeUndefined();
});

test('a product survives a deeply nested value', async () => {
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  const { url } = await serve((response) => {
    response.end(`{"data":[${JSON.stringify({ ...wireProduct, options: 'DEEP' }).replace('"DEEP"', deep)}]}`);
  });
  const result = await connect(url).gateway.listProducts();
  expect(result).toMatchObject({ ok: true, value: { products: [{ id: 41 }] } });
});

test('an unreadable product is dropped, counted and logged', async () => {
  const broken = [{ price: 1.5 }, { price: 9e15, second_price: null }].map((over) => ({
    ...wireProduct,
    id: 42,
    ...over,
  }));
  const { url } = await serve(json(wireEnvelope([wireProduct, ...broken, null, 'x', []])));
  const { gateway, lines } = connect(url);
  const result = await gateway.listProducts();
  expect(result).toMatchObject({ ok: true, value: { products: [{ id: 41 }], dropped: 5 } });
  expect(lines.join()).toContain('"dropped":5');
});

const place = async (over: object) => {
  const page = await read({ ...wireProduct, categories: [{ ...wireCategory, ...over }] });
  const category = page.products[0]?.categories[0];
  return { subs: category?.subs.map(({ id }) => id), dropped: page.droppedCategories };
};
const at = (address: unknown) => place({ pivot: { ...wireCategory.pivot, address } });

test.each([
  ['3/7', [3, 7]],
  ['7', [3, 7]],
  ['3,7', [3, 7]],
  ['[3][7]', [3, 7]],
  ['3', [3]],
  ['3/99', [3]],
  ['99', []],
  ['', []],
  ['root', []],
  [null, []],
  [7, [3, 7]],
])('the address %j gives the path %j', async (address, subs) => {
  expect(await at(address)).toMatchObject({ subs, dropped: 0 });
});

test.each(['not json', '{"id":1}', '[{"id":"x"}]', '"text"', 'null'])(
  'a category whose data is %s loses only its tree',
  async (data) => {
    expect(await place({ data })).toEqual({ subs: [], dropped: 1 });
  },
);

test('an unreadable sub-category is dropped and its siblings stay', async () => {
  const data = '[{"id":3,"text":"ماهانه","parent":0},{"id":null},{"id":7,"text":"شبانه","parent":3}]';
  expect(await place({ data })).toMatchObject({ subs: [3, 7], dropped: 1 });
});

test('the path ignores cycles and missing parents in a tree', async () => {
  const ring = '[{"id":3,"text":"a","parent":7},{"id":7,"text":"b","parent":3},{"id":8,"text":"c","parent":8}]';
  expect((await place({ data: ring })).subs).toEqual([7]);
  expect((await place({ data: '[{"id":7,"text":"b","parent":55}]' })).subs).toEqual([7]);
});

test('a category may have an array as data, strings as ids, and no pivot or times', async () => {
  const data = [{ id: '3', text: 'ماهانه', parent: '0' }];
  expect(await place({ id: '9', data, pivot: { address: '3' } })).toMatchObject({ subs: [3], dropped: 0 });
  expect(await place({ pivot: undefined, created_at: undefined, updated_at: undefined })).toMatchObject({ subs: [] });
});

test('a product survives an unreadable category', async () => {
  const page = await read({ ...wireProduct, categories: [null, 5, { id: 1 }, wireCategory] });
  expect(page).toMatchObject({ dropped: 0, droppedCategories: 3, products: [{ categories: [{ id: 9 }] }] });
});
