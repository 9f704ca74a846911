import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { dayOf } from '#domain/calendar.ts';
import { createLog } from '#log.ts';
import { backupSqlite } from '#storage/backup.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { setSwitch } from '#storage/switches.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { buttonOn } from '#test/bench/journey.ts';
import { fillWithOrders, firstAgentId, type ManyOrders } from '#test/bench/million-orders.ts';
import { against, median, timed } from '#test/bench/statistics.ts';
import { stopwatch } from '#test/bench/stopwatch.ts';
import { fillWallets, openTestbed, type RunningBot, sqliteIn, type Testbed, talk } from '#test/bench/testbed.ts';
import { decode, encode, type NamedAction } from '#test/support/actions.ts';

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
export async function* growthOf(
  quick: boolean,
  makeDatabase: MakeDatabase,
  manyProcesses: number | null = null,
): ReturnType<Figure> {
  const large = quick
    ? { orders: 20_000, customers: 5_000, plans: 1_000 }
    : { orders: 1_000_000, customers: 200_000, plans: 50_000 };
  const small = { orders: 1_000, customers: 200, plans: 50, days: 3 };
  const sizes = { rounds: quick ? 10 : 60, starts: quick ? 1 : 5, orders: large.orders, fewOrders: small.orders };
  const testbed = await openTestbed();
  try {
    // The first start compiles.
    await testbed.startBot('sharj');
    const bots: RunningBot[] = [];
    for (const shop of [large, null, small]) bots.push(await startShop(testbed, shop, makeDatabase));
    for (const bot of bots) await fillWallets(bot, [sellerId]);
    yield* compare(testbed, bots, 1, sizes);
    const [full, empty] = bots;
    if (!full || !empty) return;
    const count = large.orders.toLocaleString('en');
    yield line('memory of the process on it', (await full.usage(true)).rssMiB, 'MiB');
    const starts: [number[], number[]] = [[], []];
    for (let round = 0; round < sizes.starts; round += 1)
      for (const [at, bot] of [full, empty].entries()) starts[at]?.push(await startTime(testbed, bot));
    yield line(`start: ${count} orders against none`, against(...starts), 'x', steady);
    if (manyProcesses) yield* compare(testbed, await restart(testbed, bots, manyProcesses), manyProcesses, sizes);
    const { directory, database } = full;
    if (database.kind !== 'sqlite') return;
    const { ms } = await timed(() => backupSqlite(database.file, join(directory, 'copy.db')));
    yield line(`backup of ${count} orders`, ms / 1_000, 's');
    yield line(`database file with ${count} orders`, (await stat(database.file)).size / 2 ** 20, 'MiB');
  } finally {
    await testbed.close();
  }
}

/** Screens and purchases of each shop in turns: the full one, the empty one, and the small one. */
async function* compare(
  testbed: Testbed,
  running: readonly RunningBot[],
  processes: number,
  { rounds, orders, fewOrders }: { readonly rounds: number; readonly orders: number; readonly fewOrders: number },
): ReturnType<Figure> {
  const bots = running.map((runningBot) => ({ runningBot, time: stopwatch(testbed, runningBot) }));
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

  const by = processes === 1 ? '' : ` by ${processes} processes`;
  const count = orders.toLocaleString('en');
  const beside = ['none', fewOrders.toLocaleString('en')];
  function* lines(what: string, [full = [], ...others]: readonly number[][], goal: Goal) {
    for (const [at, times] of others.entries())
      yield line(
        `${what}${by}: ${count} orders against ${beside[at]}`,
        against(grouped(full), grouped(times)),
        'x',
        processes === 1 ? goal : undefined,
      );
    yield line(`${what}${by}: ${count} orders`, median(full), 'ms');
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
      const mobile = `98912${7_000_100 + processes * 1_000 + round}`;
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
}

/** How long another process on the same shop takes to start; no other runs meanwhile. */
async function startTime(testbed: Testbed, { stop, database }: RunningBot): Promise<number> {
  await stop();
  const { ms, value } = await timed(() => testbed.startBot('sharj', async () => database));
  await value.stop();
  return ms;
}

/** The same shops, each run by several processes. */
async function restart(testbed: Testbed, bots: readonly RunningBot[], processes: number): Promise<RunningBot[]> {
  const restarted: RunningBot[] = [];
  for (const { stop, database } of bots) {
    await stop();
    restarted.push(await testbed.startBot('sharj', async () => database, processes));
  }
  return restarted;
}

type MakeDatabase = (directory: string) => Promise<DatabaseSettings>;

/** A bot in the middle of a day: the daily check of the ledger has run. */
async function startShop(
  testbed: Testbed,
  shop: Omit<ManyOrders, 'until' | 'ledger'> | null,
  makeDatabase: MakeDatabase,
): Promise<RunningBot> {
  return testbed.startBot('sharj', async (directory) => {
    const settings = await makeDatabase(directory);
    const database = await openDatabase(settings, { log: createLog('silent') });
    const done = { value: String(dayOf(Date.now())), actor: 'bench', at: Date.now() };
    await setSwitch(database.db, { name: 'ledger-check', ...done });
    await database.close();
    if (shop) await fillWithOrders(settings, { ...shop, ledger: true, until: Date.now() });
    return settings;
  });
}

/** Medians of tens: single times are noisy. */
function grouped(times: readonly number[]): number[] {
  const medians: number[] = [];
  for (let from = 0; from < times.length; from += 10) medians.push(median(times.slice(from, from + 10)));
  return medians;
}
