import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Product } from '../../src/domain/product.ts';
import { createGateway } from '../../src/gateway/gateway.ts';
import { createLog } from '../../src/log.ts';
import { createCatalogue } from '../../src/shop/catalogue/catalogue.ts';
import { loadProducts } from '../../src/shop/catalogue/load.ts';
import { buildSnapshot } from '../../src/shop/catalogue/snapshot.ts';

// The figures of a catalogue of 100,000 products: loading against JSON.parse, the longest stall, shelves and search.

const rounds = 5;
const log = createLog('silent');

function print(name: string, value: number, unit: string, goal: number | null = null): void {
  const ok = goal === null ? null : value <= goal;
  process.stdout.write(`${JSON.stringify({ name, value: Math.round(value * 1000) / 1000, unit, goal, ok })}\n`);
}

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Time by the clock, and of this thread alone: on a busy machine the first tells more of the machine than of us. */
async function timed<T>(run: () => T | Promise<T>): Promise<{ ms: number; cpu: number; value: T }> {
  const started = performance.now();
  const used = cpuMs();
  const value = await run();
  return { ms: performance.now() - started, cpu: cpuMs() - used, value };
}

/** The longest turn of the event loop while something runs, in this thread's own time. */
async function longestTurn(run: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = cpuMs();
  const watch = new AbortController();
  const look = () => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
    if (!watch.signal.aborted) setImmediate(look);
  };
  setImmediate(look);
  await run();
  watch.abort();
  return longest;
}

async function openShop(products: number) {
  const worker = new Worker(new URL('./catalogue-server.ts', import.meta.url), {
    workerData: { products, token: 'bench' },
  });
  const [baseUrl] = (await once(worker, 'message')) as [string];
  const gateway = createGateway({
    baseUrl,
    token: 'bench',
    operator2Path: 'operator2',
    operatorNames: null,
    purchaseStyle: 'post-form',
    successPattern: null,
    log,
    now: Date.now,
    random: Math.random,
  });
  const kept = new Map<string, string>();
  const store = {
    get: async (key: string) => kept.get(key),
    set: async (key: string, value: string) => void kept.set(key, value),
    delete: async (key: string) => void kept.delete(key),
  };
  const catalogue = createCatalogue({ gateway, store, log, now: Date.now, random: Math.random });
  const close = async () => {
    await gateway.close();
    await worker.terminate();
  };
  return { baseUrl, gateway, catalogue, kept, close };
}

/** Microseconds a call, the best of several runs: what it costs when nothing else happens. */
function cost(run: () => unknown, times: number): number {
  const runs = Array.from({ length: 7 }, () => {
    const started = performance.now();
    for (let i = 0; i < times; i++) run();
    return ((performance.now() - started) * 1000) / times;
  });
  return Math.min(...runs);
}

/** One screen, page and sort chosen, of a shop that has all these products on one shelf. */
async function browsing(products: Iterable<Product>): Promise<() => number> {
  const place = { operatorId: 1, simType: 'prepaid', type: 'data' } as const;
  const snapshot = await buildSnapshot(
    new Map(Array.from(products, (product) => [product.id, { ...product, ...place, onSale: true }])),
  );
  return () => cost(() => snapshot.shelf(place, { page: 3, sort: 'price' }), 50_000);
}

const large = await openShop(100_000);
const signal = new AbortController().signal;

const parse: number[] = [];
const parseCpu: number[] = [];
const load: number[] = [];
const index: number[] = [];
const wholeCpu: number[] = [];
const stalls: number[] = [];
for (let round = 0; round < rounds; round++) {
  const bytes = Buffer.from(await (await fetch(large.baseUrl)).arrayBuffer());
  if (round === 0) print('size of the answer', bytes.length / 1024 / 1024, 'MiB');
  const parsed = await timed(() => JSON.parse(bytes.toString('utf8')));
  parse.push(parsed.ms);
  parseCpu.push(parsed.cpu);
  await pause(200);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const loaded = await timed(() => loadProducts(large.gateway, signal));
  if (!loaded.value.ok) throw new Error(loaded.value.error.kind);
  const { products } = loaded.value.value;
  const built = await timed(() => buildSnapshot(products));
  delay.disable();
  load.push(loaded.ms);
  index.push(built.ms);
  wholeCpu.push(loaded.cpu + built.cpu);
  stalls.push(delay.max / 1e6);
}
print('JSON.parse of the same bytes', median(parse), 'ms');
print('load', median(load), 'ms');
print('index', median(index), 'ms');
print('load against JSON.parse', median(load) / median(parse), 'x', 2);
print('load and index against JSON.parse', median(load.map((ms, at) => ms + (index[at] ?? 0))) / median(parse), 'x');
print('load and index against JSON.parse, CPU time', median(wholeCpu) / median(parseCpu), 'x', 2);
print('longest stall while loading', median(stalls), 'ms', 50);
print('longest turn of a refresh, CPU time', await longestTurn(() => large.catalogue.refresh()), 'ms', 50);

print('largest piece of the copy', Math.max(...[...large.kept.values()].map((text) => text.length)) / 1024, 'KiB');
print('products on sale', large.catalogue.status().onSale, 'products');

const everything = Array.from({ length: 100_000 }, (_, at) => large.catalogue.product(at + 1)).filter(
  (found) => found !== null,
);
const few = await browsing(everything.slice(0, 100));
const many = await browsing(everything);
many();
const little = few();
const much = many();
print('a shelf at 100 products', little, 'us');
print('a shelf at 100,000 products', much, 'us');
print('a shelf at 100,000 against 100', much / little, 'x', 1.2);
for (const query of ['10gb', '۱۰ گیگابایت', 'روزانه', 'net', 'بسته اینترنت ۳۰ روزه']) {
  print(`search "${query}" at 100,000`, cost(() => large.catalogue.search(query), 20) / 1000, 'ms');
}
print('memory in use', process.memoryUsage().heapUsed / 1024 / 1024, 'MiB');
await large.close();
