import { expect, test } from 'vitest';
import { open, product } from './shop.ts';

const place = { operatorId: 1, simType: 'prepaid', type: 'data' } as const;
const ids = (shelf: { products: readonly { id: number }[] }) => shelf.products.map(({ id }) => id);

async function stocked(...products: ReturnType<typeof product>[]) {
  const { catalogue } = open({ products });
  await catalogue.refresh();
  return catalogue;
}

const monthly = { id: 9, name: 'اینترنت', subs: [{ id: 3, name: 'ماهانه' }] };
const nightly = {
  id: 9,
  name: 'اینترنت',
  subs: [
    { id: 3, name: 'ماهانه' },
    { id: 7, name: 'شبانه' },
  ],
};
const plain = { id: 9, name: 'اینترنت', subs: [] };
const other = { id: 4, name: 'ویژه', subs: [{ id: 3, name: 'جشنواره' }] };

test('a shelf has one operator, SIM type and type, in pages of eight', async () => {
  const catalogue = await stocked(
    ...Array.from({ length: 20 }, (_, at) => product({ id: at + 1, order: at })),
    product({ id: 100, operatorId: 2 }),
    product({ id: 101, simType: 'postpaid' }),
    product({ id: 102, type: 'topup' }),
  );
  expect(catalogue.shelf(place)).toMatchObject({ total: 20, page: 1, pages: 3, branches: [], path: [] });
  expect(ids(catalogue.shelf(place))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ids(catalogue.shelf(place, { page: 3 }))).toEqual([17, 18, 19, 20]);
  expect(ids(catalogue.shelf({ ...place, operatorId: 2 }))).toEqual([100]);
  expect(ids(catalogue.shelf({ ...place, simType: 'postpaid' }))).toEqual([101]);
  expect(ids(catalogue.shelf({ ...place, type: 'topup' }))).toEqual([102]);
});

test('a page that does not exist any more becomes the nearest one', async () => {
  const catalogue = await stocked(...Array.from({ length: 9 }, (_, at) => product({ id: at + 1 })));
  expect(catalogue.shelf(place, { page: 50 })).toMatchObject({ page: 2, pages: 2 });
  expect(catalogue.shelf(place, { page: 0 })).toMatchObject({ page: 1 });
  expect(catalogue.shelf(place, { page: Number.NaN })).toMatchObject({ page: 1 });
  expect(catalogue.shelf({ ...place, operatorId: 5 })).toEqual({
    products: [],
    total: 0,
    page: 1,
    pages: 1,
    branches: [],
    path: [],
  });
});

test('a shelf is sorted by catalogue order, price or days; ties in catalogue order', async () => {
  const catalogue = await stocked(
    product({ id: 1, order: 5, price: 300, days: null }),
    product({ id: 2, order: 1, price: 300, days: 30 }),
    product({ id: 3, order: -2, price: 900, days: 1 }),
    product({ id: 4, order: 1, price: 0, days: 30 }),
  );
  expect(ids(catalogue.shelf(place))).toEqual([3, 2, 4, 1]);
  expect(ids(catalogue.shelf(place, { sort: 'price' }))).toEqual([4, 2, 1, 3]);
  expect(ids(catalogue.shelf(place, { sort: 'days' }))).toEqual([3, 2, 4, 1]);
});

test('a product off sale is on no shelf, but is found by its id', async () => {
  const catalogue = await stocked(product({ id: 1 }), product({ id: 2, onSale: false, categories: [plain] }));
  expect(catalogue.shelf(place)).toMatchObject({ total: 1, branches: [] });
  expect(catalogue.search('بسته').total).toBe(1);
  expect(catalogue.product(2)).toMatchObject({ id: 2, onSale: false });
  expect(catalogue.product(3)).toBeNull();
});

test('categories lead to sub-categories, with everything below them', async () => {
  const catalogue = await stocked(
    product({ id: 1, categories: [plain] }),
    product({ id: 2, categories: [monthly] }),
    product({ id: 3, categories: [nightly] }),
    product({ id: 4, categories: [other, nightly] }),
    product({ id: 5 }),
  );
  const down = (category?: number, sub?: number) => catalogue.shelf({ ...place, category, sub });
  expect(down()).toMatchObject({
    total: 5,
    branches: [
      { id: 4, name: 'ویژه', count: 1 },
      { id: 9, name: 'اینترنت', count: 4 },
    ],
  });
  expect(down(9)).toMatchObject({ total: 4, branches: [{ id: 3, name: 'ماهانه', count: 3 }], path: [{ id: 9 }] });
  expect(down(9, 3)).toMatchObject({ total: 3, branches: [{ id: 7, name: 'شبانه', count: 2 }] });
  expect(ids(down(9, 7))).toEqual([3, 4]);
  expect(down(9, 7).path.map(({ name }) => name)).toEqual(['اینترنت', 'ماهانه', 'شبانه']);
  expect(ids(down(4, 3))).toEqual([4]);
  expect(down(77).total).toBe(0);
  expect(down(9, 77).total).toBe(0);
});

test('a product that is twice in one category is counted once', async () => {
  const catalogue = await stocked(product({ id: 1, categories: [monthly, nightly, monthly] }));
  expect(catalogue.shelf({ ...place, category: 9 })).toMatchObject({ total: 1, branches: [{ id: 3, count: 1 }] });
});

test('only operators, SIM types and types with something on sale are offered', async () => {
  const catalogue = await stocked(
    product({ id: 1 }),
    product({ id: 2, operatorId: 3, simType: 'postpaid', type: 'topup' }),
    product({ id: 3, operatorId: 3 }),
    product({ id: 4, operatorId: 5, onSale: false }),
  );
  expect(catalogue.operators()).toEqual([
    { operatorId: 1, count: 1 },
    { operatorId: 3, count: 2 },
  ]);
  expect(catalogue.operators({ type: 'topup' })).toEqual([{ operatorId: 3, count: 1 }]);
  expect(catalogue.simTypes({ operatorId: 1 })).toEqual([{ simType: 'prepaid', count: 1 }]);
  expect(catalogue.types({ operatorId: 3, simType: 'postpaid' })).toEqual([{ type: 'topup', count: 1 }]);
  expect(catalogue.types({ operatorId: 5 })).toEqual([]);
});

test('search finds by both names, within the filter', async () => {
  const catalogue = await stocked(
    product({ id: 1, name: 'بسته ۱۰ گیگابایت ماهانه', order: 2 }),
    product({ id: 2, name: 'بسته', nameEn: 'Monthly 10 GB', order: 1 }),
    product({ id: 3, name: 'بسته ۱ گیگابایت' }),
    product({ id: 4, name: 'بسته ۱۰ گیگابایت', operatorId: 2, simType: 'postpaid', type: 'tdlte', order: 3 }),
  );
  expect(ids(catalogue.search('10gb'))).toEqual([2, 1, 4]);
  expect(ids(catalogue.search('۱۰ گیگ monthly'))).toEqual([2, 1]);
  expect(ids(catalogue.search('10gb', { operatorId: 2 }))).toEqual([4]);
  expect(ids(catalogue.search('10gb', { operatorId: 1, simType: 'prepaid', type: 'data' }))).toEqual([2, 1]);
  expect(ids(catalogue.search('10gb', { simType: 'postpaid', type: 'data' }))).toEqual([]);
  expect(catalogue.search('')).toEqual({ products: [], total: 0, page: 1, pages: 1 });
  expect(catalogue.search('ناموجود').total).toBe(0);
});

test('mobile packages are found before fixed-wireless ones, however well those fit', async () => {
  const catalogue = await stocked(
    product({ id: 1, name: 'بسته ۲۰ گیگابایت', type: 'tdlte', operatorId: 2, order: 1 }),
    product({ id: 2, name: 'بسته اینترنت شبانه ۳۰ روزه ۲۰ گیگابایت', order: 2 }),
  );
  expect(ids(catalogue.search('۲۰ گیگ'))).toEqual([2, 1]);
  expect(ids(catalogue.search('td-lte ۲۰ گیگ'))).toEqual([1]);
});

test('what fits best is found first: whole words, then shorter names, then catalogue order', async () => {
  const catalogue = await stocked(
    product({ id: 1, name: 'بسته شبانه ۱۰ گیگابایت', order: 1 }),
    product({ id: 2, name: 'بسته ۱۰ گیگابایت', order: 2 }),
    product({ id: 3, name: 'بسته شب ۱۰ گیگابایت', order: 3 }),
    product({ id: 4, name: 'بسته ۱۰ گیگابایت', order: 4 }),
  );
  expect(ids(catalogue.search('10gb'))).toEqual([2, 4, 1, 3]);
  expect(ids(catalogue.search('شب ۱۰ گیگ'))).toEqual([3, 1]);
});

test('search has pages of eight', async () => {
  const catalogue = await stocked(
    ...Array.from({ length: 10 }, (_, at) => product({ id: at + 1, name: 'بسته شبانه' })),
  );
  expect(catalogue.search('شبانه')).toMatchObject({ total: 10, pages: 2 });
  expect(ids(catalogue.search('شبانه', { page: 2 }))).toEqual([9, 10]);
});

test('search knows operators, sizes and times as people write them, and forgives a slip', async () => {
  const catalogue = await stocked(
    product({ id: 1, name: 'بسته ۱۰ گیگابایت', days: 30, order: 1 }),
    product({ id: 2, name: 'بسته ۱۰ گیگابایت', days: 30, operatorId: 2, order: 2 }),
    product({ id: 3, name: 'بسته ۵ گیگابایت', days: 7, order: 3 }),
    product({ id: 4, name: 'بسته شبانه ۵ گیگابایت', days: 90, operatorId: 3, order: 4 }),
    product({ id: 5, name: 'بسته ۴۰ گیگابایت', type: 'tdlte', operatorId: 5, order: 5 }),
  );
  for (const [words, found] of [
    ['td-lte 40gb', [5]],
    ['TDLTE', [5]],
    ['ایرانسل ۱۰ گیگ یک ماهه', [2]],
    ['irancell 10gb', [2]],
    ['10gb mtn 30 days', [2]],
    ['هفتگی همراه', [3]],
    ['همراه اول ۱۰ گیگ', [1]],
    ['hamrah 1 week', [3]],
    ['رایتل سه ماهه', [4]],
    ['irancel 10gb', [2]],
    ['ایارنسل', [2]],
    ['شبنه', [4]],
    ['irancell weekly', []],
    ['raitell', []],
  ] as const)
    expect(ids(catalogue.search(words)), words).toEqual(found);
});
