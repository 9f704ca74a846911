import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import type { Product } from '#domain/product.ts';
import { loadProducts } from '#shop/buying/catalogue/load.ts';
import { buildSnapshot, type Snapshot } from '#shop/buying/catalogue/snapshot.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { openStall } from '#test/bench/stall.ts';
import { against, costOf, measured, timed } from '#test/bench/statistics.ts';

const place = { operatorId: 1, simType: 'prepaid', type: 'data' } as const;

/** Everything on one shelf: the worst case. */
const stocked = (products: readonly Product[]): Promise<Snapshot> =>
  buildSnapshot(new Map(products.map((product) => [product.id, { ...product, ...place, onSale: true }])));

/** Loading a large catalogue, from bytes to shelves and search, and one page of its shelf. */
export const figure: Figure = async function* ({ quick }) {
  const [size, loads, rounds, ms] = quick ? [2_000, 2, 3, 20] : [100_000, 5, 15, 100];
  const stall = await openStall(size);
  const parsing: number[] = [];
  const loading: number[] = [];
  const stalls: number[] = [];
  let products: readonly Product[] = [];
  for (let round = 0; round <= loads; round += 1) {
    const bytes = Buffer.from(await (await fetch(stall.url)).arrayBuffer());
    const parsed = await timed(() => void JSON.parse(bytes.toString('utf8')));
    await pause(50);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const loaded = await timed(() => loadProducts(stall.gateway, new AbortController().signal));
    if (!loaded.value.ok) throw new Error(loaded.value.error.kind);
    await buildSnapshot(loaded.value.value.products);
    delay.disable();
    products = [...loaded.value.value.products.values()];
    // Warm-up.
    if (round === 0) continue;
    parsing.push(parsed.cpu);
    loading.push(loaded.cpu);
    stalls.push(delay.max / 1e6);
  }
  await stall.close();
  const of = size.toLocaleString('en');
  const peer = 'JSON.parse of the same bytes, already in memory';
  yield line(`loading ${of} products against JSON.parse`, against(loading, parsing), 'x', { atMost: 2, peer });
  yield line(`longest stall while loading ${of}`, measured(stalls), 'ms', { atMost: 100 });

  const [large, small] = [await stocked(products), await stocked(products.slice(0, 100))];
  const browse = (shop: Snapshot) => costOf(() => shop.shelf(place, { page: 3, sort: 'price' }), ms);
  for (const shop of [large, small]) browse(shop);
  const pages: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    pages[0].push(browse(large));
    pages[1].push(browse(small));
  }
  yield line(`a shelf of ${of} against one of 100`, against(...pages), 'x', {
    atMost: 1.2,
    peer: 'the same screen of a shelf with 100 products',
  });
};
