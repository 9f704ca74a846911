import type { BotRecord } from '@sharj/local-telegram';
import { type Figure, line } from '#test/bench/figure.ts';
import { openTestbed, sqliteIn, type Testbed } from '#test/bench/testbed.ts';
import { makeOwnShops } from '#test/support/own-shops.ts';

/** Resolves with the time at which the last of these bots has asked for updates. */
function allPolling({ telegram }: Testbed, bots: readonly BotRecord[]): Promise<number> {
  const waiting = new Set(bots.map(({ user }) => user.id));
  return new Promise((resolve) => {
    telegram.subscribe((event) => {
      if (event.type !== 'call' || event.call.method !== 'getUpdates') return;
      if (waiting.delete(event.call.botId) && waiting.size === 0) resolve(performance.now());
    });
  });
}

/** Memory and start of an agent's bot. */
export const figure: Figure = async function* ({ quick }) {
  const count = quick ? 4 : 20;
  const alone = await openTestbed();
  const empty = await alone.startBot('sharj');
  const before = await empty.usage(true);
  await alone.close();

  const testbed = await openTestbed();
  try {
    let ready = Promise.resolve(0);
    const parent = allPolling(testbed, [testbed.telegram.bot]);
    const bot = await testbed.startBot('sharj', {
      prepare: async (directory) => {
        const settings = sqliteIn(directory);
        const shops = await makeOwnShops(testbed.telegram, settings, count);
        ready = allPolling(
          testbed,
          shops.map((one) => one.bot),
        );
        return settings;
      },
    });
    yield line("start of an agent's bot", ((await ready) - (await parent)) / count, 'ms', { atMost: 200 });
    const after = await bot.usage(true);
    yield line("memory of an agent's bot", (after.rssMiB - before.rssMiB) / count, 'MiB', { atMost: 15 });
  } finally {
    await testbed.close();
  }
};
