import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import pg from 'pg';
import type { DatabaseSettings } from '#storage/database.ts';
import { type BenchShop, openBenchShop } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { against, measured } from '#test/bench/statistics.ts';
import { makePostgres } from '#test/support/databases.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';

const concurrency = 20;
const processCounts = [1, 3] as const;

/** Orders a second by so many processes on one database, from confirmed to delivered with the receipt sent. */
async function settle(benchShop: BenchShop, settings: DatabaseSettings, processes: number, orders: number) {
  await benchShop.confirmed(orders);
  const orderedOf = JSON.stringify({ settings, gatewayUrl: benchShop.gatewayUrl, concurrency });
  const children = Array.from({ length: processes }, () =>
    fork(new URL('../settling-process.ts', import.meta.url), [orderedOf], {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    }),
  );
  await Promise.all(children.map((child) => once(child, 'message')));
  const told = receiptsOf(children, orders);
  const began = performance.now();
  for (const child of children) child.send('start');
  await told;
  const ms = performance.now() - began;
  for (const child of children) {
    child.disconnect();
    await once(child, 'exit');
  }
  return (orders * 1_000) / ms;
}

function receiptsOf(children: readonly ChildProcess[], orders: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const told = new Set<string>();
  for (const child of children) {
    child.on('message', ({ orderId }: { orderId: string }) => {
      told.add(orderId);
      if (told.size === orders) resolve();
    });
    child.on('exit', (code) => reject(new Error(`A process ended with ${code}.`)));
  }
  return promise;
}

/** Commits a second: one row each, by as many connections as a process has purchases in flight. */
async function commitRate(url: string, ms: number): Promise<number> {
  const clients = Array.from({ length: concurrency }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query('create table if not exists bench_commits (at bigint)');
  const began = performance.now();
  let commits = 0;
  const work = clients.map(async (client) => {
    while (performance.now() - began < ms) {
      await client.query({ name: 'commit', text: 'insert into bench_commits values ($1)', values: [commits] });
      commits += 1;
    }
  });
  await Promise.all(work);
  const rate = (commits * 1_000) / (performance.now() - began);
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}

/** Its own transaction, by as many connections. */
async function pgbench(url: string, ...options: readonly string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('pgbench', [...options, url]);
  return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
}

/** Settling on PostgreSQL by one and three processes, beside what the same server commits, and pgbench if installed. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, orders, ms] = quick ? [1, 60, 500] : [3, 2_000, 2_000];
  const server = await createPostgresServer();
  try {
    const { settings } = await makePostgres(server.url);
    const benchShop = await openBenchShop(settings);
    try {
      const rates: number[][] = processCounts.map(() => []);
      const commits: number[] = [];
      const transactions: number[] = [];
      const hasPgbench = await pgbench(settings.url, '--initialize', '--quiet', `--scale=${concurrency}`).then(
        () => true,
        () => false,
      );
      for (let round = 0; round <= rounds; round += 1) {
        const rate = await commitRate(settings.url, ms);
        if (round > 0) commits.push(rate);
        if (round > 0 && hasPgbench)
          transactions.push(await pgbench(settings.url, `--client=${concurrency}`, `--transactions=${ms / 10}`));
        for (const [at, processes] of processCounts.entries()) {
          const settled = await settle(benchShop, settings, processes, orders);
          if (round > 0) rates[at]?.push(settled);
        }
      }
      yield line('PostgreSQL: commits of one row a second', measured(commits), '/s');
      if (hasPgbench) yield line('PostgreSQL: transactions of pgbench a second', measured(transactions), '/s');
      for (const [at, processes] of processCounts.entries()) {
        const by = processes === 1 ? '1 process' : `${processes} processes`;
        const peer = 'commits of one row a second, by as many connections, on the same server in the same run';
        yield line(`PostgreSQL: orders settled a second, ${by}`, measured(rates[at] ?? []), '/s', { headline: true });
        yield line(`PostgreSQL: orders settled against commits, ${by}`, against(rates[at] ?? [], commits), 'x', {
          peer,
        });
        if (hasPgbench)
          yield line(`PostgreSQL: orders settled against pgbench, ${by}`, against(rates[at] ?? [], transactions), 'x', {
            peer: 'transactions of pgbench a second, by as many connections, on the same server in the same run',
            ...(processes === 1 ? { atLeast: 0.2 } : {}),
          });
      }
    } finally {
      await benchShop.close();
    }
  } finally {
    await server.remove();
  }
};
