import type { Product } from '#domain/product.ts';
import { loadProducts } from '#shop/catalogue/load.ts';
import { buildSnapshot, type Snapshot } from '#shop/catalogue/snapshot.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { openStall } from '#test/bench/stall.ts';
import { against, costOf, measured, median } from '#test/bench/statistics.ts';

const place = { operatorId: 1, simType: 'prepaid', type: 'data' } as const;
const queries = ['10gb', '۱۰ گیگابایت', 'روزانه', 'بسته اینترنت ۳۰ روزه'];

/** Everything on one shelf: the worst case. */
const stocked = (products: readonly Product[]): Promise<Snapshot> =>
  buildSnapshot(new Map(products.map((product) => [product.id, { ...product, ...place, onSale: true }])));

/** One page of a shelf and of a search, in shops of growing size. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, ms] = quick ? [5, 40] : [15, 100];
  const sizes = quick ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000];
  const stall = await openStall(sizes.at(-1) ?? 0);
  const loaded = await loadProducts(stall.gateway, new AbortController().signal);
  await stall.close();
  if (!loaded.ok) throw new Error(loaded.error.kind);
  const products = [...loaded.value.products.values()];
  const shops: Snapshot[] = [];
  for (const size of sizes) shops.push(await stocked(products.slice(0, size)));

  const browse = (shop: Snapshot) => costOf(() => shop.shelf(place, { page: 3, sort: 'price' }), ms);
  const search = (shop: Snapshot) => costOf(() => queries.map((query) => shop.search(query)), ms) / queries.length;
  for (const shop of shops) for (const measure of [browse, search]) measure(shop);
  const shelves: number[][] = sizes.map(() => []);
  const found: number[][] = sizes.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, shop] of shops.entries()) {
      shelves[at]?.push(browse(shop));
      found[at]?.push(search(shop));
    }
  }
  for (const [at, size] of sizes.entries()) {
    yield line(`a shelf of ${size.toLocaleString('en')}`, measured(shelves[at] ?? []), 'µs');
    yield line(`a search among ${size.toLocaleString('en')}`, measured(found[at] ?? []), 'µs');
  }
  const most = (sizes.at(-1) ?? 0).toLocaleString('en');
  const peer = 'the same screen of a shelf with 100 products';
  yield line(`a shelf of ${most} against one of 100`, against(shelves.at(-1) ?? [], shelves[0] ?? []), 'x', {
    atMost: 1.2,
    peer,
  });
  const points = (costs: number[][]) => sizes.map((size, at) => [size, median(costs[at] ?? [])] as const);
  yield {
    kind: 'curve',
    title: 'A shelf of a growing shop',
    x: 'products',
    y: 'µs',
    series: [{ name: 'shelf', points: points(shelves) }],
  };
  yield {
    kind: 'curve',
    title: 'A search in a growing shop',
    x: 'products',
    y: 'µs',
    series: [{ name: 'search', points: points(found) }],
  };
};
