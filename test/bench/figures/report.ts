import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayOf } from '#domain/calendar.ts';
import { createLog } from '#log.ts';
import { createReports } from '#shop/reports/reports.ts';
import { openDatabase } from '#storage/database.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { fillWithOrders } from '#test/bench/million-orders.ts';
import { measured, timed } from '#test/bench/statistics.ts';

/** The owner's report of thirty days, in a shop with three months of sales. */
export const figure: Figure = async function* ({ quick }) {
  const sizes = quick ? [10_000, 50_000] : [10_000, 100_000, 1_000_000];
  const rounds = quick ? 5 : 15;
  const points: [number, number][] = [];
  for (const orders of sizes) {
    const directory = await mkdtemp(join(tmpdir(), 'sharj-bench-'));
    const settings = { kind: 'sqlite', file: join(directory, 'sharj.db') } as const;
    const database = await openDatabase(settings, { log: createLog('silent') });
    try {
      const until = Date.now();
      await fillWithOrders(settings, { orders, until });
      const reports = createReports({ database, ownerIds: [1], now: () => until });
      const days = { from: dayOf(until) - 29, to: dayOf(until) };
      const times: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const { ms, value } = await timed(() => reports.period(null, days));
        if (value.count === 0) throw new Error('Nothing was sold.');
        if (round > 0) times.push(ms);
      }
      const found = measured(times);
      yield line(`report of 30 days over ${orders.toLocaleString('en')} orders`, found, 'ms', {
        headline: orders === sizes.at(-1),
      });
      points.push([orders, found.value]);
    } finally {
      await database.close();
      await rm(directory, { recursive: true, force: true });
    }
  }
  yield { kind: 'curve', title: 'A report of 30 days', x: 'orders', y: 'ms', series: [{ name: 'whole shop', points }] };
};
