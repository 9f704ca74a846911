import type { BotKind } from '#test/bench/bots/process.ts';
import { type Figure, line } from '#test/bench/figure.ts';
import { against, measured } from '#test/bench/statistics.ts';
import { openTestbed } from '#test/bench/testbed.ts';

/** From the start of the process to the first answer. */
async function firstAnswer(kind: BotKind): Promise<number> {
  const testbed = await openTestbed();
  try {
    const bot = testbed.telegram.addBot({ username: `${kind}_bot` });
    await testbed.telegram
      .person({ id: 1, first_name: 'Early', language_code: 'fa' })
      .with(bot)
      .type('/start', { wait: false });
    const answered = new Promise<number>((resolve) => {
      testbed.telegram.subscribe((event) => {
        if (event.type === 'message' && event.message.from?.id === bot.user.id) resolve(performance.now());
      });
    });
    const began = performance.now();
    await testbed.startBot(kind);
    return (await answered) - began;
  } finally {
    await testbed.close();
  }
}

/** Start to first answer, with an empty database and 420 products. */
export const figure: Figure = async function* ({ quick }) {
  const rounds = quick ? 2 : 7;
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await firstAnswer('sharj'));
    bare.push(await firstAnswer('grammy'));
  }
  yield line('start to first answer', measured(ours), 'ms', { headline: true });
  yield line('start to first answer against bare grammY', against(ours, bare), 'x', { peer: 'the bare grammY bot' });
};
