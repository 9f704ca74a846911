import { type Figure, line } from '#test/bench/figure.ts';
import { openTestbed, talk } from '#test/bench/testbed.ts';

/** The bot's memory for people who wrote once. */
export const figure: Figure = async function* ({ quick }) {
  const people = quick ? 1_000 : 10_000;
  const together = 200;
  const testbed = await openTestbed();
  try {
    const runningBot = await testbed.startBot('sharj');
    let id = 40_000_000;
    const greet = async (count: number) => {
      for (let met = 0; met < count; met += together) {
        const seen = runningBot.said(together);
        for (let one = 0; one < together; one += 1) {
          id += 1;
          await talk(testbed, runningBot, id).type('/start', { wait: false });
        }
        await seen;
        testbed.telegram.journal.clear();
      }
    };
    await greet(2 * together);
    const before = await runningBot.usage(true);
    await greet(people);
    const after = await runningBot.usage(true);
    const each = 10_000 / people;
    yield line('memory for 10,000 known people', (after.heapMiB - before.heapMiB) * each, 'MiB', { headline: true });
    yield line('memory of the whole process', after.rssMiB, 'MiB');
  } finally {
    await testbed.close();
  }
};
