import { dayOf } from '#domain/calendar.ts';
import { createLog } from '#log.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';
import { setSwitch } from '#storage/switches.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { buttonOn } from '#test/bench/journey.ts';
import { fillWithOrders, firstAgentId } from '#test/bench/million-orders.ts';
import { against, median } from '#test/bench/statistics.ts';
import { stopwatch } from '#test/bench/stopwatch.ts';
import { fillWallets, openTestbed, type RunningBot, sqliteIn, type Testbed, talk } from '#test/bench/testbed.ts';
import { decode, encode, type NamedAction } from '#test/support/actions.ts';
import { makePostgres } from '#test/support/databases.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';

const ownerId = 1;
/** The agent who sold an eighth of everything. */
const sellerId = firstAgentId;
const boughtId = 37;

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

/** Screens that read the database, and who opens them. */
const screens: readonly (readonly [string, number, NamedAction])[] = [
  ['press', sellerId, shelf],
  ['my orders', sellerId, { to: 'orders', page: 1 }],
  ['desk', ownerId, { to: 'menu' }],
];

type MakeDatabase = (directory: string) => Promise<DatabaseSettings>;

/** A shop with a million orders beside an empty one, on both databases. */
export const figure: Figure = async function* ({ quick }) {
  yield* compare('SQLite', quick, async (directory) => sqliteIn(directory));
  const server = await createPostgresServer();
  try {
    yield* compare('PostgreSQL', quick, async () => (await makePostgres(server.url)).settings);
  } finally {
    await server.remove();
  }
};

/** Screens and purchases of both shops in turns. */
async function* compare(name: string, quick: boolean, makeDatabase: MakeDatabase): ReturnType<Figure> {
  const large = quick
    ? { orders: 20_000, customers: 5_000, plans: 1_000 }
    : { orders: 1_000_000, customers: 200_000, plans: 50_000 };
  const rounds = quick ? 10 : 60;
  const testbed = await openTestbed();
  try {
    const bots: { readonly runningBot: RunningBot; readonly time: ReturnType<typeof stopwatch> }[] = [];
    for (const shop of [large, null]) {
      const runningBot = await startShop(testbed, makeDatabase, shop);
      await fillWallets(runningBot, [sellerId]);
      bots.push({ runningBot, time: stopwatch(testbed, runningBot) });
    }
    const chatOf = (runningBot: RunningBot, id: number) => talk(testbed, runningBot, id);
    for (const id of [sellerId, ownerId])
      for (const { runningBot, time } of bots)
        await time(id, () => chatOf(runningBot, id).type('/start', { wait: false }));

    const inTurns = async (what: string, act: (bot: (typeof bots)[number], round: number) => Promise<number>) => {
      const taken: [number[], number[]] = [[], []];
      // The first five are a warm-up.
      for (let round = -5; round < rounds; round += 1)
        for (const [at, bot] of bots.entries()) {
          const ms = await act(bot, round);
          if (round >= 0) taken[at]?.push(ms);
        }
      const ratio = against(grouped(taken[0]), grouped(taken[1]));
      const count = large.orders.toLocaleString('en');
      return line(`${what} on ${name}: ${count} orders against none`, ratio, 'x', { atMost: 1.2 });
    };

    for (const [what, id, action] of screens)
      yield await inTurns(what, async ({ runningBot, time }) => {
        const chat = chatOf(runningBot, id);
        // Something else between: a screen that does not change is not sent.
        await time(id, () => chat.forge(encode({ to: 'help' }), { wait: false }));
        return time(id, () => chat.forge(encode(action), { wait: false }));
      });
    yield await inTurns('confirm to receipt', async ({ runningBot, time }, round) => {
      const chat = chatOf(runningBot, sellerId);
      const mobile = `98912${7_000_100 + round}`;
      await time(sellerId, () => chat.forge(encode({ to: 'product', id: boughtId, mobile }, true), { wait: false }));
      const { data, message } = buttonOn(chat, (data) => decode(data)?.to === 'confirm');
      return time(
        sellerId,
        () => chat.forge(data, { message, wait: false }),
        (text) => text.includes('✅'),
      );
    });
  } finally {
    await testbed.close();
  }
}

type Filling = { readonly orders: number; readonly customers: number; readonly plans: number };

/** A bot in the middle of a day: the daily check of the ledger has run. */
const startShop = (testbed: Testbed, makeDatabase: MakeDatabase, shop: Filling | null): Promise<RunningBot> =>
  testbed.startBot('sharj', {
    prepare: async (directory) => {
      const settings = await makeDatabase(directory);
      const database = await openDatabase(settings, { log: createLog('silent') });
      const done = { value: String(dayOf(Date.now())), actor: 'bench', at: Date.now() };
      await setSwitch(database.db, { name: 'ledger-check', ...done });
      await database.close();
      if (shop) await fillWithOrders(settings, { ...shop, ledger: true, until: Date.now() });
      return settings;
    },
  });

/** Medians of tens: single times are noisy. */
function grouped(times: readonly number[]): number[] {
  const medians: number[] = [];
  for (let from = 0; from < times.length; from += 10) medians.push(median(times.slice(from, from + 10)));
  return medians;
}
