import { setTimeout as pause } from 'node:timers/promises';
import { createLog } from '#log.ts';
import { openDatabase } from '#storage/database.ts';
import { inFlight } from '#test/bench/bench-shop.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { buttonOn, newcomers } from '#test/bench/journey.ts';
import { fillWithOrders, firstCustomerId } from '#test/bench/million-orders.ts';
import { measured, quantile } from '#test/bench/statistics.ts';
import { stopwatch } from '#test/bench/stopwatch.ts';
import { openTestbed, type RunningBot, sqliteIn, type Testbed, talk } from '#test/bench/testbed.ts';
import { decode, encode } from '#test/support/actions.ts';

const ownerId = 1;
const boughtId = 37;
const ordersASecond = 10;
/** Each has received an order long before the next. */
const buyerCount = 1_000;
/** The worker's own pace, and about what Telegram allows a bot. */
const pace = 20;
const allowed = 30;
const text = 'Closed on Friday';
const isReceipt = (shown: string) => shown.includes('✅');

/** Counts the bot's new messages by second: copies of the broadcast, and all. */
function countMessages({ telegram }: Testbed, { bot }: RunningBot) {
  const bySecond = new Map<number, number>();
  const copied = new Set<number>();
  let repeated = 0;
  const stop = telegram.subscribe((event) => {
    if (event.type !== 'message' || event.message.from?.id !== bot.user.id) return;
    const second = Math.floor(performance.now() / 1_000);
    bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
    const { id } = event.message.chat;
    if (event.message.text !== text || id === ownerId) return;
    if (copied.has(id)) repeated += 1;
    copied.add(id);
  });
  return {
    stop,
    copies: () => copied.size,
    repeated: () => repeated,
    busiest: () => Math.max(...bySecond.values()),
  };
}

/** A broadcast to everyone at its own pace while orders are bought, next to the same orders without it. */
export const figure: Figure = async function* ({ quick, whole }) {
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
    const hello = (id: number) => time(id, () => talk(testbed, runningBot, id).type('/start', { wait: false }));
    const reached = Math.min(people, whole ? people : seconds * pace * 2);
    const ids = Array.from({ length: reached }, (_, nth) => firstCustomerId + nth);
    await inFlight(ids, 50, async (id) => void (await hello(id)));
    const buyers = await newcomers(testbed, runningBot, buyerCount);
    await inFlight(buyers, 50, async ({ id }) => void (await hello(id)));

    let ordered = 0;
    async function buy(): Promise<number> {
      ordered += 1;
      const buyer = buyers[ordered % buyers.length];
      if (!buyer) throw new Error('There are no buyers.');
      const { id, chat } = buyer;
      const mobile = `98912${String(ordered).padStart(7, '0')}`;
      await time(id, () => chat.forge(encode({ to: 'product', id: boughtId, mobile }), { wait: false }));
      const { data, message } = buttonOn(chat, (one) => decode(one)?.to === 'confirm');
      return time(id, () => chat.forge(data, { message, wait: false }), isReceipt);
    }

    /** The times from Confirm to receipt of orders that begin at a steady rate. */
    async function buyWhile(goesOn: () => boolean): Promise<number[]> {
      const bought: Promise<number>[] = [];
      const began = performance.now();
      while (goesOn()) {
        await pause(Math.max(0, began + (bought.length * 1_000) / ordersASecond - performance.now()));
        bought.push(buy());
      }
      return Promise.all(bought);
    }
    const lasting = (ms: number) => {
      const end = performance.now() + ms;
      return () => performance.now() < end;
    };

    const alone = await buyWhile(lasting(seconds * 1_000));
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
    const inTime = lasting(whole ? (people * 1_200) / pace : seconds * 1_000);
    const beside = await buyWhile(() => inTime() && counted.copies() < people);
    const sentASecond = (counted.copies() * 1_000) / (performance.now() - began);
    counted.stop();
    const name = `a broadcast to ${people.toLocaleString('en')} people`;
    yield line(`${name}: people who got it`, counted.copies(), 'people', whole ? { atLeast: people } : {});
    yield line(`${name}: people who got it twice`, counted.repeated(), 'people', { atMost: 0 });
    yield line(`${name}: copies a second`, sentASecond, '/s', { atLeast: pace * 0.9, headline: true });
    yield line(`${name}: new messages in the busiest second`, counted.busiest(), 'messages', {
      atMost: allowed,
    });
    yield line('orders beside a broadcast, all with a receipt', beside.length, 'orders');
    yield line('Confirm to receipt, 10 orders a second, p99', quantile(alone, 0.99), 'ms');
    yield line('Confirm to receipt, 10 orders a second beside a broadcast, p50', quantile(beside, 0.5), 'ms');
    yield line('Confirm to receipt, 10 orders a second beside a broadcast, p99', quantile(beside, 0.99), 'ms', {
      headline: true,
    });
    // The host of a virtual machine stops it now and then: the median of many minutes says more than one of them.
    yield line('the same p99, minute by minute', measured(byMinute(beside)), 'ms');
    yield line('receipts beside a broadcast against without, p50', quantile(beside, 0.5) / quantile(alone, 0.5), 'x', {
      peer: 'the same orders without a broadcast, in the same run',
    });
  } finally {
    await testbed.close();
  }
};

/** The p99 of each minute's orders. */
function byMinute(times: readonly number[]): number[] {
  const perMinute = 60 * ordersASecond;
  return Array.from({ length: Math.ceil(times.length / perMinute) }, (_, at) =>
    quantile(times.slice(at * perMinute, (at + 1) * perMinute), 0.99),
  );
}
