import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { createSandbox } from '@sharj/sandbox';
import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '#log.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { bundled, compiledOnce } from '#test/support/bundle.ts';
import { type DatabaseKind, databaseKinds, makeDatabase } from '#test/support/databases.ts';
import type { ChainOrders } from './chain-process.ts';
import { createRandom } from './random.ts';

const gatewayToken = 'canary-gateway';
const log = createLog('silent');
const locales = new URL('../../locales', import.meta.url).pathname;

/** A process that can be killed and started again on the same database. */
async function startShop(orders: Omit<ChainOrders, 'clock' | 'locales'>, clock: ChainOrders['clock']) {
  const bundle = await bundled(new URL('./chain-process.ts', import.meta.url));
  let child: ChildProcess;
  let url = '';
  const listeners: ((message: Record<string, unknown>) => void)[] = [];
  async function start(): Promise<void> {
    const port = url === '' ? 0 : Number(new URL(url).port);
    child = fork(bundle, [JSON.stringify({ ...orders, port, clock, locales })], { env: compiledOnce(bundle) });
    const [first] = (await once(child, 'message')) as [{ url: string }];
    url = first.url;
    child.on('message', (message) => {
      for (const listener of listeners) listener(message as Record<string, unknown>);
    });
  }
  async function kill(): Promise<void> {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await start();
  onTestFinished(kill);
  return {
    url: () => url,
    send: (message: object) => void (child.connected && child.send(message)),
    heard: (listener: (message: Record<string, unknown>) => void) => void listeners.push(listener),
    restart: async () => {
      await kill();
      await start();
    },
  };
}

/** If both databases are available, each shop of the second pair has another one. */
const pairs: readonly (readonly [upper: DatabaseKind, lower: DatabaseKind])[] = databaseKinds.includes('postgres')
  ? [
      ['sqlite', 'sqlite'],
      ['postgres', 'sqlite'],
    ]
  : [['sqlite', 'sqlite']];

test.each(pairs)(
  'a Sharj on %s sells to one on %s, both killed at random, with one sale, charge and receipt per order',
  { timeout: 1_200_000 },
  async (upperKind, lowerKind) => {
    const [count, kills] = [1_000, 40];
    const random = createRandom(inject('seed'));
    const sandbox = await createSandbox({
      token: gatewayToken,
      operator2Path: 'second',
      operatorNames: ['one', 'two', 'three', 'four', 'five'],
      products: 420,
      database: ':memory:',
      host: '127.0.0.1',
      port: 0,
    });
    const [upperBase, lowerBase] = [await makeDatabase(upperKind), await makeDatabase(lowerKind)];
    onTestFinished(async () => {
      await sandbox.close();
      await upperBase.remove();
      await lowerBase.remove();
    });
    const clock = { from: Date.now(), times: 20 };
    const bySandbox = { gatewayUrl: sandbox.url, gatewayToken, port: 0 };
    const upper = await startShop({ role: 'upper', settings: upperBase.settings, ...bySandbox }, clock);
    const { promise: made, resolve } = Promise.withResolvers<string>();
    upper.heard(({ token }) => typeof token === 'string' && resolve(token));
    upper.send({ token: true });
    const byUpper = { gatewayUrl: upper.url(), gatewayToken: await made, port: 0 };
    const lower = await startShop({ role: 'lower', settings: lowerBase.settings, ...byUpper }, clock);

    const confirmed = new Set<number>();
    lower.heard(({ confirmed: order }) => typeof order === 'number' && confirmed.add(order));
    const ask = () => {
      for (let order = 0; order < count; order += 1) if (!confirmed.has(order)) lower.send({ order });
    };
    ask();
    for (let killed = 0; killed < kills; killed += 1) {
      await pause(200 + random.next() * 800);
      const isLower = random.chance(0.5);
      await (isLower ? lower : upper).restart();
      if (isLower) ask();
    }
    ask();
    const states = () => read(lowerBase.settings, 'select state, count(*) as n from orders group by state');
    await expect.poll(() => confirmed.size, { timeout: 300_000, interval: 500 }).toBe(count);
    await expect.poll(states, { timeout: 600_000, interval: 500 }).toEqual([{ state: 'delivered', n: count }]);

    // Each order has one sale, and all three books have the same money.
    const answer = await fetch(`${sandbox.url}/sandbox/purchases`, {
      headers: { authorization: `Bearer ${gatewayToken}` },
    });
    const sold = (await answer.json()) as {
      count: number;
      purchases: { key: string; mobile: string; price: number }[];
    };
    expect(sold.count).toBe(count);
    expect(new Set(sold.purchases.map(({ mobile }) => mobile)).size).toBe(count);
    const sums = 'select count(*) as n, cast(sum(total) as bigint) as total, cast(sum(charge) as bigint) as charge';
    const [above] = await read(upperBase.settings, `${sums} from orders where state = 'delivered' and source = 'api'`);
    const [below] = await read(lowerBase.settings, `${sums} from orders where state = 'delivered'`);
    const paid = sold.purchases.reduce((sum, { price }) => sum + price, 0);
    expect([above, below]).toMatchObject([
      { n: count, total: paid },
      { n: count, total: paid },
    ]);
    const [agent] = await read(upperBase.settings, 'select balance, held from wallets where person_id = 501');
    expect(agent).toEqual({ balance: 1_000_000_000_000 - Number(above?.charge), held: 0 });
    // The lower shop's keys reach the upper shop, each for one order.
    const keysBelow = await read(lowerBase.settings, 'select idempotency_key as k from orders');
    const keysAbove = await read(upperBase.settings, 'select key as k from api_purchases where order_id is not null');
    expect(new Set(keysAbove.map(({ k }) => k))).toEqual(new Set(keysBelow.map(({ k }) => k)));
    expect(keysAbove).toHaveLength(count);
    // Each order has one receipt; the upper shop's agent gets no single messages.
    await expect
      .poll(() => read(lowerBase.settings, 'select count(*) as n from receipt_jobs where done_at is null'), {
        timeout: 60_000,
      })
      .toEqual([{ n: 0 }]);
    const [receipts] = await read(lowerBase.settings, 'select count(*) as n from receipt_jobs');
    expect(receipts).toEqual({ n: count });
  },
);

async function read(settings: DatabaseSettings, query: string): Promise<Record<string, unknown>[]> {
  const database = await openDatabase(settings, { log });
  try {
    return [...(await sql.raw<Record<string, unknown>>(query).execute(database.db)).rows].map((row) => ({ ...row }));
  } finally {
    await database.close();
  }
}
