import { type BenchShop, openBenchShop } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { settlingWorkers } from '#test/bench/settling-workers.ts';
import { measured, median } from '#test/bench/statistics.ts';

/** Orders a second, from confirmed to delivered with the receipt sent. */
async function settle({ shop }: Pick<BenchShop, 'shop'>, orders: number, concurrency: number): Promise<number> {
  const done = Promise.withResolvers<void>();
  let told = 0;
  const workers = settlingWorkers(shop, concurrency, () => {
    told += 1;
    if (told === orders) done.resolve();
  });
  const began = performance.now();
  workers.start();
  await done.promise;
  const ms = performance.now() - began;
  await workers.stop();
  return (orders * 1_000) / ms;
}

/** The purchase worker's throughput against the sandbox, by its concurrency. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, orders] = quick ? [2, 60] : [5, 600];
  const concurrencies = [1, 10, 100];
  const benchShop = await openBenchShop();
  try {
    const rates: number[][] = concurrencies.map(() => []);
    for (let round = 0; round <= rounds; round += 1) {
      for (const [at, concurrency] of concurrencies.entries()) {
        await benchShop.confirmed(orders);
        const rate = await settle(benchShop, orders, concurrency);
        if (round > 0) rates[at]?.push(rate);
      }
    }
    for (const [at, concurrency] of concurrencies.entries())
      yield line(`orders settled a second, ${concurrency} in flight`, measured(rates[at] ?? []), '/s', {
        headline: true,
      });
    const points = concurrencies.map((concurrency, at) => [concurrency, median(rates[at] ?? [])] as const);
    yield {
      kind: 'curve',
      title: 'Settling',
      x: 'purchases in flight',
      y: 'orders a second',
      series: [{ name: 'Sharj', points }],
    };
  } finally {
    await benchShop.close();
  }
};
