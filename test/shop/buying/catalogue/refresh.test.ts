import { expect, test } from 'vitest';
import { minute } from '#test/support/clock.ts';
import { down, open, product, products } from './shop.ts';

test('before the first load it is empty, and says so', () => {
  const { catalogue } = open();
  expect(catalogue.status()).toMatchObject({ asOf: null, ageMs: null, source: null, products: 0, problem: null });
  expect(catalogue.operators()).toEqual([]);
  expect(catalogue.search('x').total).toBe(0);
  expect(catalogue.product(1)).toBeNull();
});

test('one unpaginated answer is enough', async () => {
  const { catalogue, asked } = open({ products: [product({ id: 1 }), product({ id: 2, onSale: false })], dropped: 1 });
  expect(await catalogue.refresh()).toMatchObject({
    asOf: 1_000_000,
    ageMs: 0,
    source: 'gateway',
    products: 2,
    onSale: 1,
    dropped: 1,
    balance: 5_000,
    problem: null,
  });
  expect(asked).toEqual(['everything']);
});

test('if the answer is paginated, the pages of the filter follow', async () => {
  const { catalogue, asked } = open({ products: products(5), whole: false });
  expect(await catalogue.refresh()).toMatchObject({ products: 5, problem: null });
  expect(asked).toEqual(['everything', 'pages of filter']);
});

test('if the large answer fails, the plain list is tried', async () => {
  const { catalogue, asked } = open({ products: products(5), pagesOnly: true });
  expect(await catalogue.refresh()).toMatchObject({ products: 5, problem: null });
  expect(asked).toEqual(['everything', 'pages of list']);
});

test('every page reports the balance, even if a later one fails', async () => {
  const heard: number[] = [];
  const onBalance = async (balance: number) => heard.push(balance);
  const { catalogue } = open({ products: products(3), whole: false, breaksAfter: 2 }, { onBalance });
  await catalogue.refresh();
  expect(catalogue.status()).toMatchObject({ problem: { failure: { kind: 'unavailable' } }, balance: 5_000 });
  // The paginated answer, and two pages.
  expect(heard).toHaveLength(3);
});

test('a refused token is not tried in two ways', async () => {
  const { catalogue, asked } = open({ failure: { kind: 'unauthorized', status: 401 } });
  expect(await catalogue.refresh()).toMatchObject({ problem: { failure: { kind: 'unauthorized' } } });
  expect(asked).toEqual(['everything']);
});

test('while the gateway is down the last good catalogue is served, with its age', async () => {
  const { catalogue, stock, clock } = open({ products: products(3) });
  await catalogue.refresh();
  stock.failure = down;
  clock.now += 60_000;
  expect(await catalogue.refresh()).toMatchObject({
    ageMs: 60_000,
    products: 3,
    source: 'gateway',
    problem: { since: 1_060_000, failure: down },
  });
  clock.now += 60_000;
  expect(await catalogue.refresh()).toMatchObject({ ageMs: 120_000, problem: { since: 1_060_000 } });
  stock.failure = null;
  expect(await catalogue.refresh()).toMatchObject({ ageMs: 0, problem: null });
});

test('never two loads at once', async () => {
  const { catalogue, asked } = open({ products: products(3) });
  const [first, second] = await Promise.all([catalogue.refresh(), catalogue.refresh()]);
  expect(first).toBe(second);
  expect(asked).toEqual(['everything']);
});

test('an unreadable catalogue is a failure, even at first', async () => {
  const { catalogue } = open({ dropped: 10 });
  expect(await catalogue.refresh()).toMatchObject({ asOf: null, problem: { failure: { kind: 'unreadable' } } });
});

test('an empty catalogue is accepted at first', async () => {
  const { catalogue } = open();
  expect(await catalogue.refresh()).toMatchObject({ asOf: 1_000_000, products: 0, problem: null });
});

test.each([
  ['empty', 0],
  ['shrunken', 12],
])('a catalogue that is suddenly %s is accepted after repeated loads', async (kind, left) => {
  const { catalogue, stock, clock, lines } = open({ products: products(100) });
  await catalogue.refresh();
  stock.products = products(left);
  // However often an owner asks: a gateway that lists nothing for some minutes must not empty the shop.
  for (let time = 0; time < 5; time++) {
    expect(await catalogue.refresh()).toMatchObject({ products: 100, problem: { failure: { kind } } });
    clock.now += 2 * minute - 1;
  }
  clock.now += 5;
  expect(await catalogue.refresh()).toMatchObject({ products: left, problem: null });
  expect(lines.join()).toContain('accepted after repeated loads');
});

test('a mostly unreadable catalogue never replaces a good one', async () => {
  const { catalogue, stock } = open({ products: products(100) });
  await catalogue.refresh();
  stock.products = products(40);
  stock.dropped = 60;
  for (let time = 0; time < 5; time++) {
    expect(await catalogue.refresh()).toMatchObject({ products: 100, problem: { failure: { kind: 'unreadable' } } });
  }
});

test('refreshes in the background, sooner after a failure, and stops', async () => {
  const { catalogue, stock, timers, asked } = open({ products: products(3) });
  await catalogue.start();
  const next = () => timers.filter(({ off }) => !off).at(-1);
  expect(next()?.ms).toBe(600_000);
  stock.failure = down;
  for (const ms of [15_000, 30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
    next()?.run();
    await catalogue.refresh();
    expect(next()?.ms).toBe(ms);
  }
  stock.failure = { kind: 'unavailable', why: 'status 429', retryAfterMs: 3_600_000 };
  await catalogue.refresh();
  expect(next()?.ms).toBe(3_600_000);
  const before = asked.length;
  await catalogue.stop();
  expect(next()).toBeUndefined();
  expect(asked).toHaveLength(before);
});

test('the last good catalogue survives a restart, in pieces', async () => {
  const nested = { id: 9, name: 'اینترنت', subs: [{ id: 3, name: 'ماهانه' }] };
  const full = products(1_000).map((one) => ({ ...one, categories: [nested] }));
  const first = open({ products: full });
  await first.catalogue.refresh();
  expect(first.kept.size).toBe(5);

  const second = open({ failure: down });
  for (const [key, value] of first.kept) second.kept.set(key, value);
  second.clock.now += 5_000;
  await second.catalogue.start();
  expect(second.catalogue.status()).toMatchObject({ source: 'copy', ageMs: 5_000, products: 1_000, balance: 5_000 });
  expect(second.catalogue.product(7)).toEqual(full[6]);
  const place = { operatorId: 1, simType: 'prepaid', type: 'data', category: 9, sub: 3 } as const;
  expect(second.catalogue.shelf(place).total).toBe(1_000);
  await second.catalogue.stop();
});

test('only changed pieces are written again, and old ones are deleted', async () => {
  const { catalogue, stock, kept } = open({ products: products(1_000) });
  await catalogue.refresh();
  const before = new Set(kept.keys());
  stock.products = [...products(999), product({ id: 1_000, price: 77 })];
  await catalogue.refresh();
  const fresh = [...kept.keys()].filter((key) => !before.has(key));
  expect([kept.size, fresh.length]).toEqual([5, 1]);
});

test.each([
  [
    'a missing piece',
    (kept: Map<string, string>) => void kept.delete([...kept.keys()].find((key) => key.includes('piece')) ?? ''),
  ],
  [
    'a damaged piece',
    (kept: Map<string, string>) => void kept.set([...kept.keys()].find((key) => key.includes('piece')) ?? '', '[]'),
  ],
  ['a damaged head', (kept: Map<string, string>) => void kept.set('catalogue:head', '{')],
])('a copy with %s is ignored', async (_, damage) => {
  const { catalogue, kept } = open({ products: products(500) });
  await catalogue.refresh();
  const next = open({ failure: down });
  for (const [key, value] of kept) next.kept.set(key, value);
  damage(next.kept);
  await next.catalogue.start();
  expect(next.catalogue.status()).toMatchObject({ source: null, products: 0, problem: { failure: down } });
  await next.catalogue.stop();
});

test('a failing store loses the copy, not the catalogue', async () => {
  const broken = async () => {
    throw new Error('disk full');
  };
  const { catalogue, lines } = open({ products: products(3) }, { store: { get: broken, set: broken, delete: broken } });
  await catalogue.start();
  expect(catalogue.status()).toMatchObject({ products: 3, problem: null });
  expect(lines.join()).toContain('catalogue copy not saved');
  await catalogue.stop();
});

test('one product is checked: its current price, gone, or no answer', async () => {
  const { catalogue, stock } = open({ products: products(3) });
  await catalogue.refresh();
  const known = product({ id: 2 });
  stock.products = [product({ id: 1 }), product({ id: 2, price: 1_500, onSale: false })];
  expect(await catalogue.freshProduct(known)).toEqual({
    kind: 'found',
    product: product({ id: 2, price: 1_500, onSale: false }),
  });
  stock.products = [product({ id: 1 })];
  expect(await catalogue.freshProduct(known)).toEqual({ kind: 'gone' });
  stock.dropped = 1;
  expect(await catalogue.freshProduct(known)).toEqual({ kind: 'no-answer' });
  stock.failure = down;
  expect(await catalogue.freshProduct(known)).toEqual({ kind: 'no-answer' });
});

test('concurrent checks of one product share a call; the next one asks again', async () => {
  const { catalogue, stock, asked } = open({ products: products(3) });
  await catalogue.refresh();
  const [first, second] = [product({ id: 1 }), product({ id: 2 })];
  const answers = await Promise.all([first, second, first, first].map((one) => catalogue.freshProduct(one)));
  expect(answers.map((answer) => answer.kind === 'found' && answer.product.id)).toEqual([1, 2, 1, 1]);
  expect(asked.filter((call) => call === 'filter')).toHaveLength(2);
  stock.products = [product({ id: 1, price: 9_000 })];
  expect(await catalogue.freshProduct(first)).toMatchObject({ product: { price: 9_000 } });
  expect(asked.filter((call) => call === 'filter')).toHaveLength(3);
});

test('a product that is gone triggers a reload, at most once a minute', async () => {
  const { catalogue, stock, clock, asked } = open({ products: products(3) });
  await catalogue.start();
  stock.products = products(2);
  clock.now += 30_000;
  await catalogue.freshProduct(product({ id: 3 }));
  expect(catalogue.status().refreshing).toBe(false);
  clock.now += 31_000;
  await catalogue.freshProduct(product({ id: 3 }));
  expect(catalogue.status().refreshing).toBe(true);
  await catalogue.stop();
  expect(asked.filter((call) => call === 'everything')).toHaveLength(2);
});
