import type { Conversation } from '@sharj/local-telegram';
import { type Figure, line } from '#test/bench/figure.ts';
import { against, median } from '#test/bench/statistics.ts';
import { openTestbed, type RunningBot, talk } from '#test/bench/testbed.ts';
import { encode } from '#test/support/actions.ts';

/** Chats that press at the same time, and presses of each in a window. */
const together = 10;
const window = 25;

let people = 30_000_000;

const pageOf = (press: number): string =>
  encode({
    to: 'shelf',
    type: 'data',
    operator: 1,
    sim: 'prepaid',
    category: null,
    sub: null,
    all: 'yes',
    page: 1 + (press % 4),
    sort: 'catalogue',
    mobile: null,
  });

/** CPU microseconds for a press, by window, while chats turn pages in one message. */
async function turnPages(runningBot: RunningBot, chats: readonly Conversation[], presses: number): Promise<number[]> {
  const hello = runningBot.said(chats.length);
  await Promise.all(chats.map((chat) => chat.type('/start', { wait: false })));
  await hello;
  const costs: number[] = [];
  let { cpuMs } = await runningBot.usage();
  for (let press = 1; press <= presses; press += 1) {
    const seen = runningBot.said(chats.length);
    await Promise.all(chats.map((chat) => chat.forge(pageOf(press), { wait: false })));
    await seen;
    if (press % window !== 0) continue;
    const now = (await runningBot.usage()).cpuMs;
    costs.push(((now - cpuMs) * 1_000) / (window * chats.length));
    cpuMs = now;
  }
  return costs;
}

/** Whether a press costs more after a long session. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, presses, warming] = quick ? [2, 150, 50] : [5, 1_000, 500];
  const testbed = await openTestbed();
  try {
    const runningBot = await testbed.startBot('sharj');
    const newChats = () =>
      Array.from({ length: together }, () => {
        people += 1;
        return talk(testbed, runningBot, people);
      });
    await turnPages(runningBot, newChats(), warming);
    const curves: number[][] = [];
    for (let round = 0; round < rounds; round += 1) curves.push(await turnPages(runningBot, newChats(), presses));
    const first = curves.map((costs) => median(costs.slice(0, 2)));
    const last = curves.map((costs) => median(costs.slice(-2)));
    const name = `press ${presses.toLocaleString('en')} against the first`;
    yield line(name, against(last, first), 'x', { atMost: 1.1, peer: 'the first presses of the same chats' });
    const points = (curves[0] ?? []).map(
      (_, at) => [(at + 1) * window, median(curves.map((costs) => costs[at] ?? Number.NaN))] as const,
    );
    yield {
      kind: 'curve',
      title: 'One chat, browsing on and on',
      x: 'presses so far',
      y: 'µs of CPU a press',
      series: [{ name: 'Sharj', points }],
    };
  } finally {
    await testbed.close();
  }
};
