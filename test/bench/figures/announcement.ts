import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '../../../src/log.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { decode, encode } from '../../support/actions.ts';
import { inFlight } from '../bench-shop.ts';
import { type Figure, line } from '../figure.ts';
import { buttonOn, newcomers } from '../journey.ts';
import { fillWithOrders, firstCustomerId } from '../million-orders.ts';
import { quantile } from '../statistics.ts';
import { stopwatch } from '../stopwatch.ts';
import { openTestbed, type RunningBot, sqliteIn, type Testbed, talk } from '../testbed.ts';

const ownerId = 1;
const boughtId = 37;
const ordersASecond = 10;
/** The worker's own pace, and about what Telegram allows a bot. */
const pace = 20;
const allowed = 30;
const text = 'Closed on Friday';
const isReceipt = (shown: string) => shown.includes('✅');

/** Counts the bot's new messages by second: copies of the broadcast, and all. */
function countMessages({ telegram }: Testbed, { bot }: RunningBot) {
  const bySecond = new Map<number, number>();
  let copies = 0;
  const stop = telegram.subscribe((event) => {
    if (event.type !== 'message' || event.message.from?.id !== bot.user.id) return;
    const second = Math.floor(performance.now() / 1_000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
    if (event.message.text === text && event.message.chat.id !== ownerId) copies += 1;
  });
  return { stop, copies: () => copies, busiest: () => Math.max(...bySecond.values()) };
}

/** A broadcast to everyone at its own pace while orders are bought, next to the same orders without it. */
export const figure: Figure = async function* ({ quick }) {
  const people = quick ? 2_000 : 100_000;
  const seconds = quick ? 4 : 60;
  const testbed = await openTestbed();
  try {
    const runningBot = await testbed.startBot('sharj', async (directory) => {
      const settings = sqliteIn(directory);
      await (await openDatabase(settings, { log: createLog('silent') })).close();
      await fillWithOrders(settings, { orders: 100, agents: 1, customers: people, until: Date.now() });
      return settings;
    });
    const time = stopwatch(testbed, runningBot);
    const reached = Array.from({ length: seconds * pace * 2 }, (_, nth) => firstCustomerId + nth);
    const hello = (id: number) => time(id, () => talk(testbed, runningBot, id).type('/start', { wait: false }));
    await inFlight(reached.slice(0, people), 20, async (id) => void (await hello(id)));

    async function quoted() {
      const buyers = await newcomers(testbed, runningBot, seconds * ordersASecond);
      for (const { id, chat, mobile } of buyers) {
        await hello(id);
        await time(id, () => chat.forge(encode({ to: 'product', id: boughtId, mobile }), { wait: false }));
      }
      return buyers;
    }

    const confirm = (buyers: Awaited<ReturnType<typeof quoted>>) =>
      Promise.all(
        buyers.map(async ({ id, chat }, nth) => {
          await pause((nth * 1_000) / ordersASecond);
          const { data, message } = buttonOn(chat, (one) => decode(one)?.to === 'confirm');
          return time(id, () => chat.forge(data, { message, wait: false }), isReceipt);
        }),
      );

    const [first, second] = [await quoted(), await quoted()];
    const alone = await confirm(first);
    const owner = talk(testbed, runningBot, ownerId);
    await hello(ownerId);
    await time(ownerId, () => owner.forge(encode({ to: 'askAnnounce' }), { wait: false }));
    await time(
      ownerId,
      () => owner.type(text, { wait: false }),
      (shown) => shown.includes('⬆️'),
    );
    const { data, message } = buttonOn(owner, (one) => decode(one)?.to === 'sendAnnouncement');
    await time(ownerId, () => owner.forge(data, { message, wait: false }));
    const counted = countMessages(testbed, runningBot);
    const began = performance.now();
    const beside = await confirm(second);
    const sentASecond = (counted.copies() * 1_000) / (performance.now() - began);
    counted.stop();
    const name = `a broadcast to ${people.toLocaleString('en')} people`;
    yield line(`${name}: copies a second`, sentASecond, '/s', { atLeast: pace * 0.9, headline: true });
    yield line(`${name}: new messages in the busiest second`, counted.busiest(), 'messages', {
      atMost: allowed,
    });
    yield line('Confirm to receipt, 10 orders a second, p99', quantile(alone, 0.99), 'ms');
    yield line('Confirm to receipt, 10 orders a second beside a broadcast, p99', quantile(beside, 0.99), 'ms', {
      headline: true,
    });
    yield line('receipts beside a broadcast against without, p50', quantile(beside, 0.5) / quantile(alone, 0.5), 'x', {
      peer: 'the same orders without a broadcast, in the same run',
    });
  } finally {
    await testbed.close();
  }
};
