import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { isEnd } from '#domain/order.ts';
import type { ReceiptWorkerDeps } from '#shop/money/receipts/receipt-worker.ts';
import { type BenchShop, mostEach, openBenchShop } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { against, measured } from '#test/bench/statistics.ts';
import { makePostgres } from '#test/support/databases.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';

const concurrency = 20;

/** Orders a second by this process, from confirmed to delivered with the receipt sent. */
async function settle({ shop }: BenchShop, orders: number): Promise<number> {
  const done = Promise.withResolvers<void>();
  const told = new Set<string>();
  const deliver: ReceiptWorkerDeps['deliver'] = async (what, { messages }) => {
    if (what.kind === 'order' && isEnd(what.order.state)) told.add(what.order.id);
    if (told.size === orders) done.resolve();
    return { kind: 'delivered', messages };
  };
  const announcing = { send: async () => ({ kind: 'sent' }) as const, report: async () => true };
  const deliverSupport = async () => ({ kind: 'done', how: 'sent' }) as const;
  const tellOwner = async () => ({ kind: 'delivered' }) as const;
  const { purchaseWorker, receiptWorker } = shop.createWorkers(
    { deliver, tellOwner, announcing, deliverSupport },
    { concurrency },
  );
  const began = performance.now();
  purchaseWorker.start();
  receiptWorker.start();
  await done.promise;
  const ms = performance.now() - began;
  await Promise.all([purchaseWorker.stop(), receiptWorker.stop()]);
  return (orders * 1_000) / ms;
}

/** Its own transaction, by as many connections. */
async function pgbench(url: string, ...options: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('pgbench', [...options, url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** Settling on PostgreSQL by one warm process, beside pgbench on the same server if it is installed. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, orders, transactions] = quick ? [1, 60, 50] : [3, 2_000, 200];
  const server = await createPostgresServer();
  try {
    const { settings } = await makePostgres(server.url);
    const benchShop = await openBenchShop(settings);
    try {
      const hasPgbench = await pgbench(settings.url, '--initialize', '--quiet', `--scale=${concurrency}`).then(
        () => true,
        () => false,
      );
      const kinds = [
        { each: 1, name: 'one a buyer', rates: [] as number[], facts: { atLeast: 0.3 } },
        { each: mostEach, name: `${mostEach} a buyer`, rates: [] as number[], facts: {} },
      ];
      const peers: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        if (hasPgbench) {
          const rate = await pgbench(settings.url, `--client=${concurrency}`, `--transactions=${transactions}`);
          if (round > 0) peers.push(rate);
        }
        for (const { each, rates } of kinds) {
          await benchShop.confirmed(orders, each);
          const rate = await settle(benchShop, orders);
          // Warm-up.
          if (round > 0) rates.push(rate);
        }
      }
      if (hasPgbench) yield line('PostgreSQL: transactions of pgbench a second', measured(peers), '/s');
      const peer = 'transactions of pgbench a second, by as many connections, on the same server in the same run';
      for (const { name, rates, facts } of kinds) {
        yield line(`PostgreSQL: orders settled a second, ${name}`, measured(rates), '/s');
        if (hasPgbench) yield line(`the same against pgbench, ${name}`, against(rates, peers), 'x', { peer, ...facts });
      }
    } finally {
      await benchShop.close();
    }
  } finally {
    await server.remove();
  }
};
