import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inFlight } from '#test/bench/bench-shop.ts';
import { spawnVersion } from '#test/bench/bots/process.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { buttonOn, purchase } from '#test/bench/journey.ts';
import { against, measured } from '#test/bench/statistics.ts';
import { stopwatch } from '#test/bench/stopwatch.ts';
import { openTestbed, type Testbed, talk } from '#test/bench/testbed.ts';

/** Work after the last message counts too: it may take this long. */
const aftermathMs = 500;
const isReceipt = (text: string) => text.includes('✅');
let people = 60_000_000;

/** Money, by columns that every version has. */
function fillWallets(file: string, ids: readonly number[]): void {
  const database = new DatabaseSync(file, { timeout: 10_000 });
  const wallet = database.prepare('insert into wallets (person_id, balance) values (?, ?)');
  const entry = database.prepare(
    "insert into ledger (key, person_id, kind, balance_delta, held_delta, balance_after, actor, at) values (?, ?, 'grant', ?, 0, ?, 'bench', ?)",
  );
  const amount = 100_000_000;
  database.exec('begin immediate');
  for (const id of ids) {
    wallet.run(id, amount);
    entry.run(`bench:${id}`, id, amount, amount, Date.now());
  }
  database.exec('commit');
  database.close();
}

/** A version as `npm start` runs it, and the people who buy from it. */
async function openVersion(testbed: Testbed, folder: string) {
  const runningBot = await testbed.startBot('sharj', undefined, 1, (orders) => spawnVersion(folder, orders));
  const time = stopwatch(testbed, runningBot);

  async function step(id: number, at: number, choice: number): Promise<void> {
    const { says, presses = () => false, differs = false } = purchase[at] ?? {};
    const chat = talk(testbed, runningBot, id);
    const act = () => {
      if (says) return chat.type(says(`98912${String(id).slice(-7)}`), { wait: false });
      const { data, message } = buttonOn(chat, presses, differs ? choice : 0);
      return chat.forge(data, { message, wait: false });
    };
    await time(id, act, at === purchase.length - 1 ? isReceipt : (text) => !text.includes('⏳'));
  }

  return {
    /** `count` people buy, so many at once. */
    async buy(count: number, together = count) {
      const ids = Array.from({ length: count }, () => ++people);
      if (runningBot.database.kind === 'sqlite') fillWallets(runningBot.database.file, ids);
      const before = await runningBot.usage();
      const began = performance.now();
      const last = purchase.length - 1;
      await inFlight([...ids.entries()], together, async ([nth, id]) => {
        for (let at = 0; at < last; at += 1) await step(id, at, nth);
      });
      const asked = performance.now();
      await inFlight([...ids.entries()], together, ([nth, id]) => step(id, last, nth));
      const ended = performance.now();
      await testbed.telegram.quiet(runningBot.bot);
      await pause(aftermathMs);
      const { cpuMs } = await runningBot.usage();
      testbed.telegram.journal.clear();
      return {
        cost: ((cpuMs - before.cpuMs) * 1_000) / (count * purchase.length),
        purchases: (count * 1_000) / (ended - began),
        confirmations: (count * 1_000) / (ended - asked),
      };
    },
  };
}

type Bought = Awaited<ReturnType<Awaited<ReturnType<typeof openVersion>>['buy']>>;

/** This version and another one in turns: both buy through their own `src/main.ts`, from one Telegram and one gateway. */
export const figure: Figure = async function* ({ quick, against: folder }) {
  if (folder === null) throw new Error('Which version? --against names it.');
  const [rounds, buyers, warming, crowds, chats] = quick ? [3, 40, 100, 2, 100] : [9, 160, 600, 3, 1_000];
  const testbed = await openTestbed();
  try {
    const ours = await openVersion(testbed, fileURLToPath(new URL('../../../', import.meta.url)));
    const theirs = await openVersion(testbed, folder);
    const turns = async (times: number, count: number, together: number): Promise<[Bought[], Bought[]]> => {
      const found: [Bought[], Bought[]] = [[], []];
      for (let turn = 0; turn < times; turn += 1) {
        found[0].push(await ours.buy(count, together));
        found[1].push(await theirs.buy(count, together));
      }
      return found;
    };
    await turns(1, warming, 20);
    const [calm, calmPeers] = await turns(rounds, buyers, 20);
    const [crowd, crowdPeers] = await turns(crowds, chats, chats);
    const peer = 'the version named by --against, in the same run';
    const cost = (all: Bought[]) => all.map((one) => one.cost);
    yield line('CPU per update of a purchase', measured(cost(calm)), 'µs');
    yield line('CPU per update, the other version', measured(cost(calmPeers)), 'µs');
    yield line('CPU per update against the other version', against(cost(calm), cost(calmPeers)), 'x', { peer });
    const name = `${chats.toLocaleString('en')} chats buying at once`;
    for (const [what, of] of [
      ['whole purchases a second', (all: Bought[]) => all.map((one) => one.purchases)],
      ['confirmations with receipts a second', (all: Bought[]) => all.map((one) => one.confirmations)],
    ] as const) {
      yield line(`${name}: ${what}`, measured(of(crowd)), '/s');
      yield line(`${name}: ${what}, the other version`, measured(of(crowdPeers)), '/s');
      yield line(`${name}: ${what}, against it`, against(of(crowd), of(crowdPeers)), 'x', { peer });
    }
  } finally {
    await testbed.close();
  }
};
