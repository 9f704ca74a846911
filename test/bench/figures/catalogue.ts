import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { loadProducts } from '#shop/catalogue/load.ts';
import { buildSnapshot } from '#shop/catalogue/snapshot.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { openStall } from '#test/bench/stall.ts';
import { against, heapMiB, measured, median, timed } from '#test/bench/statistics.ts';

const signal = new AbortController().signal;

async function atSize(products: number, rounds: number) {
  const stall = await openStall(products);
  const before = heapMiB();
  const rows = [];
  for (let round = 0; round <= rounds; round += 1) {
    const bytes = Buffer.from(await (await fetch(stall.url)).arrayBuffer());
    const parsed = await timed(() => void JSON.parse(bytes.toString('utf8')));
    await pause(50);
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const loaded = await timed(() => loadProducts(stall.gateway, signal));
    if (!loaded.value.ok) throw new Error(loaded.value.error.kind);
    const loadedProducts = loaded.value.value.products;
    const indexed = await timed(() => buildSnapshot(loadedProducts));
    delay.disable();
    // Warm-up.
    if (round > 0) rows.push({ parsed, loaded, indexed, stall: delay.max / 1e6, bytes: bytes.length });
  }
  const held = await loadProducts(stall.gateway, signal);
  if (!held.ok) throw new Error(held.error.kind);
  const snapshot = await buildSnapshot(held.value.products);
  const memory = heapMiB() - before;
  // Keeps it alive until its memory was measured.
  if (snapshot.products.length === 0) throw new Error('The catalogue is empty.');
  await stall.close();
  return { rows, memory };
}

/** Loading a whole catalogue, from bytes to shelves and search, at three sizes. */
export const figure: Figure = async function* ({ quick }) {
  const sizes = quick ? [1_000, 10_000, 20_000] : [1_000, 10_000, 100_000];
  const curve: { name: string; points: [number, number][] }[] = [
    { name: 'JSON.parse of the same bytes', points: [] },
    { name: 'load', points: [] },
    { name: 'load and index', points: [] },
  ];
  const peer = 'JSON.parse of the same bytes, already in memory';
  for (const size of sizes) {
    const { rows, memory } = await atSize(size, quick ? 2 : 5);
    const of = size.toLocaleString('en');
    const goal = size === sizes.at(-1);
    const parse = rows.map(({ parsed }) => parsed.cpu);
    const load = rows.map(({ loaded }) => loaded.cpu);
    const whole = rows.map(({ loaded, indexed }) => loaded.cpu + indexed.cpu);
    yield line(`loading ${of} products`, measured(rows.map(({ loaded }) => loaded.ms)), 'ms');
    yield line(`loading ${of} products against JSON.parse`, against(load, parse), 'x', {
      ...(goal ? { atMost: 2 } : {}),
      peer,
    });
    yield line(`loading and indexing ${of} against JSON.parse`, against(whole, parse), 'x', { peer });
    yield line(
      `longest stall while loading ${of}`,
      measured(rows.map((row) => row.stall)),
      'ms',
      goal ? { atMost: 250 } : {},
    );
    yield line(`memory of ${of} products`, memory, 'MiB');
    for (const [at, values] of [parse, load, whole].entries()) curve[at]?.points.push([size, median(values)]);
  }
  yield { kind: 'curve', title: 'Loading the catalogue', x: 'products', y: 'ms of CPU', series: curve };
};
