import type { BotRecord } from '@sharj/local-telegram';
import { type Figure, line } from '#test/bench/figure.ts';
import { quantile } from '#test/bench/statistics.ts';
import { openTestbed, sqliteIn, type Testbed } from '#test/bench/testbed.ts';
import { makeOwnShops, type OwnShop } from '#test/support/own-shops.ts';

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

/** Milliseconds from a message to its answer, one after the other. */
async function answerMs({ telegram }: Testbed, bot: BotRecord, id: number, times: number): Promise<number[]> {
  const person = telegram.person({ id, first_name: 'Someone', language_code: 'fa' }).with(bot);
  const taken: number[] = [];
  for (let nth = 0; nth < times; nth += 1) {
    const answered = new Promise<void>((resolve) => {
      const unsubscribe = telegram.subscribe((event) => {
        if (event.type !== 'message' || event.message.from?.id !== bot.user.id || event.message.chat.id !== id) return;
        unsubscribe();
        resolve();
      });
    });
    const began = performance.now();
    await person.type('/start', { wait: false });
    await answered;
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Memory and start of an agent's bot, and what a flood in one shop does to another. */
export const figure: Figure = async function* ({ quick }) {
  const [count, presses, flooding] = quick ? [4, 20, 10] : [20, 200, 50];
  const alone = await openTestbed();
  const empty = await alone.startBot('sharj');
  const before = await empty.usage(true);
  await alone.close();

  const testbed = await openTestbed();
  try {
    let shops: OwnShop[] = [];
    let ready = Promise.resolve(0);
    const parent = allPolling(testbed, [testbed.telegram.bot]);
    const bot = await testbed.startBot('sharj', async (directory) => {
      const settings = sqliteIn(directory);
      shops = await makeOwnShops(testbed.telegram, settings, count);
      ready = allPolling(
        testbed,
        shops.map((one) => one.bot),
      );
      return settings;
    });
    yield line("start of an agent's bot", ((await ready) - (await parent)) / count, 'ms', { atMost: 200 });
    const after = await bot.usage(true);
    const heap = (after.heapMiB - before.heapMiB) / count;
    yield line("memory of an agent's bot", (after.rssMiB - before.rssMiB) / count, 'MiB', { atMost: 15 });
    yield line("heap of an agent's bot", heap, 'MiB');

    const [flooded, quiet] = shops as [OwnShop, OwnShop];
    await answerMs(testbed, quiet.bot, 700_001, 20);
    const calm = await answerMs(testbed, quiet.bot, 700_001, presses);
    const over = new AbortController();
    const flood = Array.from({ length: flooding }, async (_, nth) => {
      while (!over.signal.aborted) await answerMs(testbed, flooded.bot, 710_000 + nth, 1);
    });
    const busy = await answerMs(testbed, quiet.bot, 700_001, presses);
    over.abort();
    await Promise.all(flood);
    yield line('an answer in one shop, p50', quantile(calm, 0.5), 'ms');
    yield line(
      `the same while ${flooding} chats of another shop press without a pause, p50`,
      quantile(busy, 0.5),
      'ms',
    );
    yield line('p90', quantile(busy, 0.9), 'ms');
  } finally {
    await testbed.close();
  }
};
