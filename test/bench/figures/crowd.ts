import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, line } from '#test/bench/figure.ts';
import { newcomers, walk } from '#test/bench/journey.ts';
import { quantile } from '#test/bench/statistics.ts';
import { gatewayToken, openTestbed, type RunningBot, type Testbed } from '#test/bench/testbed.ts';

/** How long receipts may take. */
const receiptsMs = 120_000;

/** The latency of each update: with the wait at Telegram, and in the bot alone. */
function stopwatch({ telegram }: Testbed, { bot }: RunningBot) {
  interface Watched {
    readonly update: number;
    readonly queuedAt: number;
    takenAt: number | null;
  }
  const watched = new Map<number, Watched>();
  const waited: number[] = [];
  const handled: number[] = [];
  telegram.subscribe((event) => {
    const now = performance.now();
    if (event.type === 'queued' || event.type === 'delivered') {
      const { update_id: update, callback_query, message } = event.update;
      const from = (callback_query ?? message)?.from?.id ?? 0;
      if (event.type === 'queued') watched.set(from, { update, queuedAt: now, takenAt: null });
      const known = watched.get(from);
      // An unconfirmed update may be delivered again: the first time counts.
      if (event.type === 'delivered' && known?.update === update) known.takenAt ??= now;
    }
    if ((event.type === 'message' || event.type === 'edited') && event.message.from?.id === bot.user.id) {
      const known = watched.get(event.message.chat.id);
      if (!known || known.takenAt === null) return;
      watched.delete(event.message.chat.id);
      waited.push(now - known.queuedAt);
      handled.push(now - known.takenAt);
    }
  });
  return { waited, handled };
}

async function soldOnce({ sandbox }: Testbed, mobiles: readonly string[]): Promise<number> {
  const headers = { authorization: `Bearer ${gatewayToken}` };
  const answer = await fetch(`${sandbox.url}/sandbox/purchases`, { headers });
  const { purchases } = (await answer.json()) as { purchases: { mobile: string; outcome: string }[] };
  const times = new Map<string, number>();
  for (const { mobile, outcome } of purchases)
    if (outcome === 'bought') times.set(mobile, (times.get(mobile) ?? 0) + 1);
  return mobiles.filter((mobile) => times.get(mobile) === 1).length;
}

/** Everyone buys at the same time, from /start to the receipt, on one process. */
export const figure: Figure = async function* ({ quick }) {
  const chats = quick ? 100 : 1_000;
  const testbed = await openTestbed();
  try {
    const runningBot = await testbed.startBot('sharj');
    await walk(runningBot, await newcomers(testbed, runningBot, quick ? 20 : 100));
    const buyers = await newcomers(testbed, runningBot, chats);
    const { waited, handled } = stopwatch(testbed, runningBot);
    const began = performance.now();
    await walk(runningBot, buyers);
    // A late receipt is a new message, and the older one becomes a line: both count as answers.
    const told = () => buyers.filter(({ chat }) => chat.last().text.includes('✅')).length;
    while (told() < chats && performance.now() - began < receiptsMs) await pause(50);
    const seconds = (performance.now() - began) / 1_000;
    const sold = await soldOnce(
      testbed,
      buyers.map(({ mobile }) => mobile),
    );
    const name = `${chats.toLocaleString('en')} chats buying at once`;
    yield line(`${name}: bought exactly once`, sold, 'orders', { atLeast: chats });
    yield line(`${name}: receipts`, told(), 'receipts', { atLeast: chats });
    yield line(`${name}: whole purchases a second`, chats / seconds, '/s');
    yield line(`${name}: tap to answer, p50`, quantile(waited, 0.5), 'ms');
    yield line(`${name}: tap to answer, p99`, quantile(waited, 0.99), 'ms');
    yield line(`${name}: handling one update, p50`, quantile(handled, 0.5), 'ms');
    yield line(`${name}: handling one update, p99`, quantile(handled, 0.99), 'ms', { headline: true });
  } finally {
    await testbed.close();
  }
};
