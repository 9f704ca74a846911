import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../../../src/log.ts';
import { backupSqlite } from '../../../src/storage/backup.ts';
import { type DatabaseSettings, openDatabase } from '../../../src/storage/database.ts';
import { claimDay } from '../../../src/storage/switches.ts';
import { decode, encode, type NamedAction } from '../../support/actions.ts';
import { type Figure, line } from '../figure.ts';
import { buttonOn } from '../journey.ts';
import { fillWithOrders, firstAgentId, type ManyOrders } from '../million-orders.ts';
import { against, median, timed } from '../statistics.ts';
import { stopwatch } from '../stopwatch.ts';
import { fillWallets, openTestbed, type RunningBot, sqliteIn, type Testbed, talk } from '../testbed.ts';

const ownerId = 1;
/** The agent who sold an eighth of everything. */
const sellerId = firstAgentId;
const boughtId = 37;
/** Of the first order of every filled shop. */
const firstMobile = '989120000000';

const shelf: NamedAction = {
  to: 'shelf',
  type: 'data',
  operator: 1,
  sim: 'prepaid',
  category: null,
  sub: null,
  all: 'yes',
  page: 1,
  sort: 'catalogue',
  mobile: null,
};

type Goal = { readonly atMost: number } | undefined;
const steady: Goal = { atMost: 1.2 };

/** Screens that read the database, and who opens them. A report of a month may take longer in a larger shop. */
const screens: readonly (readonly [string, number, NamedAction, Goal])[] = [
  ['press', sellerId, shelf, steady],
  ['my orders', sellerId, { to: 'orders', page: 1 }, steady],
  ['today', sellerId, { to: 'today' }, undefined],
  ['wallet', sellerId, { to: 'wallet' }, steady],
  ['desk', ownerId, { to: 'menu' }, steady],
  ['orders of a number', ownerId, { to: 'numberOrders', mobile: firstMobile, page: 1 }, steady],
  ['report', ownerId, { to: 'report', of: null, span: 'month', day: null }, undefined],
];

export const figure: Figure = ({ quick }) => growthOf(quick, async (directory) => sqliteIn(directory));

/** What grows with the shop: one with a million orders beside an empty one, and one with a thousand that shows as much. */
export async function* growthOf(quick: boolean, makeDatabase: MakeDatabase): ReturnType<Figure> {
  const large = quick
    ? { orders: 20_000, customers: 5_000, plans: 1_000 }
    : { orders: 1_000_000, customers: 200_000, plans: 50_000 };
  const small = { orders: 1_000, customers: 200, plans: 50, days: 3 };
  const rounds = quick ? 10 : 60;
  const testbed = await openTestbed();
  const started: Started[] = [];
  try {
    // The first start compiles.
    await testbed.startBot('sharj');
    for (const shop of [large, null, small]) started.push(await startShop(testbed, shop, makeDatabase));
    const bots = started.map(({ runningBot }) => ({ runningBot, time: stopwatch(testbed, runningBot) }));
    for (const { runningBot } of bots) await fillWallets(runningBot, [sellerId]);

    const chatOf = (runningBot: RunningBot, id: number) => talk(testbed, runningBot, id);
    const press = async ({ runningBot, time }: (typeof bots)[number], id: number, action: NamedAction) => {
      const chat = chatOf(runningBot, id);
      // Something else between: a screen that does not change is not sent.
      await time(id, () => chat.forge(encode({ to: 'help' }), { wait: false }));
      return time(id, () => chat.forge(encode(action), { wait: false }));
    };
    for (const id of [sellerId, ownerId])
      for (const { runningBot, time } of bots)
        await time(id, () => chatOf(runningBot, id).type('/start', { wait: false }));

    const count = large.orders.toLocaleString('en');
    const beside = ['none', small.orders.toLocaleString('en')];
    function* lines(what: string, [full = [], ...others]: readonly number[][], goal: Goal) {
      for (const [at, times] of others.entries())
        yield line(`${what}: ${count} orders against ${beside[at]}`, against(grouped(full), grouped(times)), 'x', goal);
      yield line(`${what}: ${count} orders`, median(full), 'ms');
    }

    for (const [what, id, action, goal] of screens) {
      const taken: number[][] = bots.map(() => []);
      for (let round = -5; round < rounds; round += 1)
        for (const [at, bot] of bots.entries()) {
          const ms = await press(bot, id, action);
          if (round >= 0) taken[at]?.push(ms);
        }
      yield* lines(what, taken, goal);
    }

    const confirms: number[][] = bots.map(() => []);
    for (let round = -5; round < rounds; round += 1)
      for (const [at, { runningBot, time }] of bots.entries()) {
        const chat = chatOf(runningBot, sellerId);
        const mobile = `98912${7_000_100 + round}`;
        await time(sellerId, () => chat.forge(encode({ to: 'product', id: boughtId, mobile }, true), { wait: false }));
        const { data, message } = buttonOn(chat, (data) => decode(data)?.to === 'confirm');
        const ms = await time(
          sellerId,
          () => chat.forge(data, { message, wait: false }),
          (text) => text.includes('✅'),
        );
        if (round >= 0) confirms[at]?.push(ms);
      }
    yield* lines('confirm to receipt', confirms, steady);
    const [full, empty] = started;
    if (!full || !empty) return;
    yield line(`start: ${count} orders against none`, full.ms / empty.ms, 'x', steady);
    yield line('memory of the process on it', (await full.runningBot.usage(true)).rssMiB, 'MiB');
    const { directory, database } = full.runningBot;
    if (database.kind !== 'sqlite') return;
    const { ms } = await timed(() => backupSqlite(database.file, join(directory, 'copy.db')));
    yield line(`backup of ${count} orders`, ms / 1_000, 's');
    yield line(`database file with ${count} orders`, (await stat(database.file)).size / 2 ** 20, 'MiB');
  } finally {
    await testbed.close();
  }
}

type MakeDatabase = (directory: string) => Promise<DatabaseSettings>;

interface Started {
  readonly runningBot: RunningBot;
  readonly ms: number;
}

/** A bot in the middle of a day: the daily check of the ledger has run. */
async function startShop(
  testbed: Testbed,
  shop: Omit<ManyOrders, 'until' | 'ledger'> | null,
  makeDatabase: MakeDatabase,
): Promise<Started> {
  let began = 0;
  const runningBot = await testbed.startBot('sharj', async (directory) => {
    const settings = await makeDatabase(directory);
    const database = await openDatabase(settings, { log: createLog('silent') });
    await claimDay(database, 'ledger-check', Date.now());
    await database.close();
    if (shop) await fillWithOrders(settings, { ...shop, ledger: true, until: Date.now() });
    began = performance.now();
    return settings;
  });
  return { runningBot, ms: performance.now() - began };
}

/** Medians of tens: single times are noisy. */
function grouped(times: readonly number[]): number[] {
  const medians: number[] = [];
  for (let from = 0; from < times.length; from += 10) medians.push(median(times.slice(from, from + 10)));
  return medians;
}
