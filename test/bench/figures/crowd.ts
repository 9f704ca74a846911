import { setTimeout as pause } from 'node:timers/promises';
import { type Figure, line } from '#test/bench/figure.ts';
import { newcomers, walk } from '#test/bench/journey.ts';
import { gatewayToken, openTestbed, type Testbed } from '#test/bench/testbed.ts';

/** How long receipts may take. */
const receiptsMs = 120_000;

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
  } finally {
    await testbed.close();
  }
};
