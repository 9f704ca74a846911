import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createLog } from '../../../src/log.ts';
import { backupSqlite } from '../../../src/storage/backup.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { decode, encode, type NamedAction } from '../../support/actions.ts';
import { type Figure, line } from '../figure.ts';
import { buttonOn } from '../journey.ts';
import { fillWithOrders, firstAgentId } from '../million-orders.ts';
import { against, median, timed } from '../statistics.ts';
import { stopwatch } from '../stopwatch.ts';
import { fillWallets, openTestbed, type RunningBot, talk } from '../testbed.ts';

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
  ['today', sellerId, { to: 'today' }],
  ['wallet', sellerId, { to: 'wallet' }],
  ['desk', ownerId, { to: 'menu' }],
  ['report', ownerId, { to: 'report', of: null, span: 'month', day: null }],
];

/** What grows with the shop: an empty database beside one with a million orders. */
export const figure: Figure = async function* ({ quick }) {
  const size = quick
    ? { orders: 20_000, customers: 5_000, plans: 1_000 }
    : { orders: 1_000_000, customers: 200_000, plans: 50_000 };
  const rounds = quick ? 10 : 60;
  const testbed = await openTestbed();
  let filledAt = 0;
  try {
    const full = await testbed.startBot('sharj', async (directory) => {
      const settings = { kind: 'sqlite', file: join(directory, 'sharj.db') } as const;
      await (await openDatabase(settings, { log: createLog('silent') })).close();
      await fillWithOrders(settings, { ...size, ledger: true, until: Date.now() });
      filledAt = performance.now();
    });
    const startedMs = performance.now() - filledAt;
    const empty = await timed(() => testbed.startBot('sharj'));
    const bots = [full, empty.value].map((runningBot) => ({ runningBot, time: stopwatch(testbed, runningBot) }));
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

    const name = `${size.orders.toLocaleString('en')} orders against none`;
    for (const [what, id, action] of screens) {
      const taken: number[][] = [[], []];
      for (let round = -5; round < rounds; round += 1)
        for (const [at, bot] of bots.entries()) {
          const ms = await press(bot, id, action);
          if (round >= 0) taken[at]?.push(ms);
        }
      yield line(`${what}: ${name}`, against(grouped(taken[0] ?? []), grouped(taken[1] ?? [])), 'x', { atMost: 1.2 });
    }

    const confirms: number[][] = [[], []];
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
    yield line(`confirm to receipt: ${name}`, against(grouped(confirms[0] ?? []), grouped(confirms[1] ?? [])), 'x', {
      atMost: 1.2,
    });
    yield line(`start: ${name}`, startedMs / empty.ms, 'x', { atMost: 1.2 });
    const copy = join(full.directory, 'copy.db');
    const { ms } = await timed(() => backupSqlite(join(full.directory, 'sharj.db'), copy));
    yield line(`backup of ${size.orders.toLocaleString('en')} orders`, ms / 1_000, 's');
    const bytes = (await stat(join(full.directory, 'sharj.db'))).size;
    yield line(`database file with ${size.orders.toLocaleString('en')} orders`, bytes / 2 ** 20, 'MiB');
    yield line('memory of the process on it', (await full.usage(true)).rssMiB, 'MiB');
  } finally {
    await testbed.close();
  }
};

/** Medians of tens: single times are noisy. */
function grouped(times: readonly number[]): number[] {
  const medians: number[] = [];
  for (let from = 0; from < times.length; from += 10) medians.push(median(times.slice(from, from + 10)));
  return medians;
}
