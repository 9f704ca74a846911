import { setTimeout as pause } from 'node:timers/promises';
import { inFlight } from '#test/bench/bench-shop.ts';
import { type Figure, type Finding, line } from '#test/bench/figure.ts';
import { buttonOn, newcomers } from '#test/bench/journey.ts';
import { quantile } from '#test/bench/statistics.ts';
import { stopwatch } from '#test/bench/stopwatch.ts';
import { gatewayToken, openTestbed, type RunningBot, type Testbed, talk } from '#test/bench/testbed.ts';
import { decode, encode } from '#test/support/actions.ts';

const boughtId = 37;
const isReceipt = (shown: string) => shown.includes('✅');

/** Samples the memory of the bot while `work` runs. */
async function withMemory<T>(runningBot: RunningBot, work: () => Promise<T>): Promise<{ value: T; mostMiB: number }> {
  let mostMiB = 0;
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      mostMiB = Math.max(mostMiB, (await runningBot.usage()).rssMiB);
      await pause(500, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  const value = await work();
  over.abort();
  await sampling;
  return { value, mostMiB };
}

async function* manyPresses(testbed: Testbed, runningBot: RunningBot, quick: boolean): AsyncIterable<Finding> {
  const [chats, seconds] = quick ? [200, 2] : [5_000, 10];
  const time = stopwatch(testbed, runningBot);
  const ids = Array.from({ length: chats }, (_, nth) => 70_000_000 + nth);
  await inFlight(ids, 50, async (id) => {
    await time(id, () => talk(testbed, runningBot, id).type('/start', { wait: false }));
  });
  const began = performance.now();
  const { value: waited, mostMiB } = await withMemory(runningBot, () =>
    Promise.all(
      ids.map(async (id, nth) => {
        await pause((nth * seconds * 1_000) / chats);
        return time(id, () => talk(testbed, runningBot, id).forge(encode({ to: 'help' }), { wait: false }));
      }),
    ),
  );
  const late = (performance.now() - began) / 1_000 - seconds;
  const name = `${chats.toLocaleString('en')} chats press within ${seconds} s`;
  yield line(`${name}: answered`, waited.length, 'presses', { atLeast: chats, headline: true });
  yield line(`${name}: press to screen, p50`, quantile(waited, 0.5), 'ms');
  yield line(`${name}: press to screen, p99`, quantile(waited, 0.99), 'ms', { headline: true });
  yield line(`${name}: all answered after the last press`, late * 1_000, 'ms');
  yield line(`${name}: memory`, mostMiB, 'MiB');
}

async function slowDown({ sandbox }: Testbed, ms: number | null): Promise<void> {
  for (const endpoint of ['purchase', 'products', 'filter', 'offers']) {
    const answer = await fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${gatewayToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ endpoint, fault: ms === null ? null : 'slow', ...(ms === null ? {} : { ms }) }),
    });
    if (!answer.ok) throw new Error(`The sandbox answered ${answer.status}.`);
  }
}

async function* slowGateway(testbed: Testbed, runningBot: RunningBot, quick: boolean): AsyncIterable<Finding> {
  const [lateMs, seconds, orders] = quick ? [1_000, 3, 15] : [20_000, 300, 600];
  const time = stopwatch(testbed, runningBot);
  const buyers = await newcomers(testbed, runningBot, orders);
  for (const { id, chat, mobile } of buyers) {
    await time(id, () => chat.type('/start', { wait: false }));
    await time(id, () => chat.forge(encode({ to: 'product', id: boughtId, mobile }), { wait: false }));
  }
  await slowDown(testbed, lateMs);
  const { value: recoveredMs, mostMiB } = await withMemory(runningBot, async () => {
    const receipts = buyers.map(async ({ id, chat }, nth) => {
      await pause((nth * seconds * 1_000) / orders);
      const { data, message } = buttonOn(chat, (one) => decode(one)?.to === 'confirm');
      await time(id, () => chat.forge(data, { message, wait: false }), isReceipt);
    });
    await pause(seconds * 1_000);
    await slowDown(testbed, null);
    const began = performance.now();
    await Promise.all(receipts);
    return performance.now() - began;
  });
  const name = `a gateway that answers after ${lateMs / 1_000} s for ${seconds} s, ${orders / seconds} orders a second`;
  yield line(`${name}: receipts`, orders, 'receipts', { atLeast: orders });
  yield line(`${name}: all delivered after it recovered`, recoveredMs / 1_000, 's', { headline: true });
  yield line(`${name}: memory`, mostMiB, 'MiB');
}

/** Everybody at once, and a gateway that becomes slow and recovers. */
export const figure: Figure = async function* ({ quick }) {
  const testbed = await openTestbed();
  try {
    const runningBot = await testbed.startBot('sharj');
    yield* manyPresses(testbed, runningBot, quick);
    yield* slowGateway(testbed, runningBot, quick);
  } finally {
    await testbed.close();
  }
};
