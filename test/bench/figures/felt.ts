import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, line } from '#test/bench/figure.ts';
import { buttonOn, newcomers } from '#test/bench/journey.ts';
import { quantile } from '#test/bench/statistics.ts';
import { stopwatch } from '#test/bench/stopwatch.ts';
import { openTestbed, talk } from '#test/bench/testbed.ts';
import { decode, encode, type NamedAction } from '#test/support/actions.ts';

const telegramMs = 100;
const gatewayMs = 300;
/** Chats in which people press as fast as they read: about once a second. */
const busy = 50;
const readingMs = () => 500 + Math.random() * 1_000;
/** Beside them, each at a moment of their own. */
const confirmsPerSecond = 5;
/** A confirmation asks for the current price and then buys. */
const gatewayCalls = 2;
const isReceipt = (text: string) => text.includes('✅');

const firstId = 60_000_000;

const page = (number: number) =>
  ({
    to: 'shelf',
    type: 'data',
    operator: 1,
    sim: 'prepaid',
    category: null,
    sub: null,
    all: 'yes',
    page: 1 + (number % 4),
    sort: 'catalogue',
    mobile: null as string | null,
  }) as const satisfies NamedAction;

/** What people feel, with Telegram and the gateway as far away as they are in life. */
export const figure: Figure = async function* ({ quick }) {
  const testbed = await openTestbed({ telegramMs, gatewayMs });
  try {
    const runningBot = await testbed.startBot('sharj');
    const time = stopwatch(testbed, runningBot);
    const ids = Array.from({ length: busy }, (_, nth) => firstId + nth);
    const chats = ids.map((id) => ({ id, chat: talk(testbed, runningBot, id) }));
    await Promise.all(chats.map(({ id, chat }) => time(id, () => chat.type('/start', { wait: false }))));

    async function turnPages(times: number, pauseMs = readingMs): Promise<number[]> {
      const each = chats.map(async ({ id, chat }) => {
        const taken: number[] = [];
        for (let at = 0; at < times; at += 1) {
          await pause(pauseMs());
          taken.push(await time(id, () => chat.forge(encode(page(at)), { wait: false })));
        }
        return taken;
      });
      return (await Promise.all(each)).flat();
    }
    // Warm-up.
    await turnPages(quick ? 4 : 20, () => 0);
    const pages = (await turnPages(quick ? 8 : 20)).map((ms) => ms - telegramMs);
    const among = `among ${busy} busy chats`;
    yield line(`press to screen, ${among}, p50`, quantile(pages, 0.5), 'ms', { atMost: 4 });
    yield line(`press to screen, ${among}, p90`, quantile(pages, 0.9), 'ms', { atMost: 10 });
    yield line(`press to screen, ${among}, p99`, quantile(pages, 0.99), 'ms', { atMost: 15 });

    const buyers = await newcomers(testbed, runningBot, quick ? 20 : 200);
    for (const [at, { id, chat, mobile }] of buyers.entries()) {
      await time(id, () => chat.type('/start', { wait: false }));
      await time(id, () => chat.forge(encode({ ...page(at), mobile }), { wait: false }));
      // Of many products: taps for one product at the same time would share one price check.
      const { data, message } = buttonOn(chat, (data) => decode(data)?.to === 'product', Math.floor(at / 4));
      await time(id, () => chat.forge(data, { message, wait: false }));
    }
    const over = new AbortController();
    const others = chats.map(async ({ id, chat }) => {
      for (let at = 0; !over.signal.aborted; at += 1) {
        await pause(readingMs());
        await time(id, () => chat.forge(encode(page(at)), { wait: false }));
      }
    });
    const confirmed = await Promise.all(
      buyers.map(async ({ id, chat }) => {
        const { data, message } = buttonOn(chat, (data) => decode(data)?.to === 'confirm');
        await pause((Math.random() * buyers.length * 1_000) / confirmsPerSecond);
        const ms = await time(id, () => chat.forge(data, { message, wait: false }), isReceipt);
        return ms - telegramMs - gatewayCalls * gatewayMs;
      }),
    );
    over.abort();
    await Promise.all(others);
    yield line(`Confirm to receipt, ${among}, p50`, quantile(confirmed, 0.5), 'ms');
    yield line(`Confirm to receipt, ${among}, p90`, quantile(confirmed, 0.9), 'ms');
    yield line(`Confirm to receipt, ${among}, p99`, quantile(confirmed, 0.99), 'ms', { atMost: 50 });
  } finally {
    await testbed.close();
  }
};
