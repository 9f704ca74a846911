import { setTimeout } from 'node:timers/promises';
import type { BotKind } from '#test/bench/bots/process.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { newcomers, updatesPerJourney, walk } from '#test/bench/journey.ts';
import { against, measured } from '#test/bench/statistics.ts';
import { openTestbed, type RunningBot, type Testbed } from '#test/bench/testbed.ts';

const kinds: readonly BotKind[] = ['sharj', 'usual', 'grammy'];
/** Concurrent buyers. */
const together = 20;
/** Work after the last message counts too: it may take this long. */
const aftermathMs = 100;

interface Round {
  /** CPU microseconds of the bot's process for an update. */
  readonly cost: number;
  readonly calls: Readonly<Record<string, number>>;
}

async function round(testbed: Testbed, runningBot: RunningBot, waves: number): Promise<Round> {
  const crowds = [];
  for (let wave = 0; wave < waves; wave += 1) crowds.push(await newcomers(testbed, runningBot, together));
  const calls: Record<string, number> = {};
  const count = (name: string) => {
    calls[name] = (calls[name] ?? 0) + 1;
  };
  const stop = [
    testbed.telegram.subscribe((event) => {
      if (event.type === 'call' && event.call.botId === runningBot.bot.user.id) count(event.call.method);
    }),
    testbed.sandbox.subscribe(({ path }) => count(path)),
  ];
  const before = await runningBot.usage();
  for (const crowd of crowds) await walk(runningBot, crowd);
  await testbed.telegram.quiet(runningBot.bot);
  await setTimeout(aftermathMs);
  const after = await runningBot.usage();
  for (const one of stop) one();
  const updates = waves * together * updatesPerJourney;
  return { cost: ((after.cpuMs - before.cpuMs) * 1_000) / updates, calls };
}

/** All bots share concurrent price checks, and Sharj does not say that it is buying when it has bought: it depends on timing. */
const tolerance: Readonly<Record<string, number>> = { '/api/filter': 1.5, editMessageText: 1.1 };

/** Checks that all bots do the same work; only Sharj may do more. */
function check([ours, ...peers]: readonly Round[]): void {
  for (const peer of peers) {
    for (const [name, count] of Object.entries(peer.calls)) {
      const most = (ours?.calls[name] ?? 0) * (tolerance[name] ?? 1);
      if (name !== 'getUpdates' && count > most) throw new Error(`A peer did more of ${name}: ${count}, not ${most}.`);
    }
  }
}

/** CPU for an update of a purchase over local HTTP: Sharj, the usual way and a bare grammY bot in turn. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, waves, warming] = quick ? [3, 2, 8] : [11, 8, 40];
  const testbed = await openTestbed();
  try {
    const bots: RunningBot[] = [];
    for (const kind of kinds) bots.push(await testbed.startBot(kind));
    for (const runningBot of bots) await round(testbed, runningBot, warming);
    const costs: Record<BotKind, number[]> = { sharj: [], usual: [], grammy: [] };
    for (let turn = 0; turn < rounds; turn += 1) {
      const found: Round[] = [];
      for (const runningBot of bots) found.push(await round(testbed, runningBot, waves));
      // In a small sample it depends on how many share a price check.
      if (!quick) check(found);
      for (const [at, { cost }] of found.entries()) costs[kinds[at] ?? 'sharj'].push(cost);
    }
    const usual = 'one conversation, its state, the session and the orders in SQLite through Keyv';
    const bare = 'a bare grammY bot over undici, state in a Map, making the same calls';
    yield line('CPU per update of a purchase', measured(costs.sharj), 'µs');
    yield line('CPU per update, the usual way', measured(costs.usual), 'µs');
    yield line('CPU per update, bare grammY', measured(costs.grammy), 'µs');
    yield line('CPU per update against the usual way', against(costs.sharj, costs.usual), 'x', {
      atMost: 0.5,
      peer: usual,
    });
    yield line('CPU per update against bare grammY', against(costs.sharj, costs.grammy), 'x', {
      atMost: 2,
      peer: bare,
    });
  } finally {
    await testbed.close();
  }
};
