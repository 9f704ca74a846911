import { type Figure, line } from '#test/bench/figure.ts';
import { measured } from '#test/bench/statistics.ts';
import { openTestbed } from '#test/bench/testbed.ts';

/** From the start of the process to the first answer. */
async function firstAnswer(): Promise<number> {
  const testbed = await openTestbed();
  try {
    const { telegram } = testbed;
    const bot = telegram.addBot({ username: 'sharj_bot' });
    await telegram
      .person({ id: 1, first_name: 'Early', language_code: 'fa' })
      .with(bot)
      .type('/start', { wait: false });
    const answered = new Promise<number>((resolve) => {
      telegram.subscribe((event) => {
        if (event.type === 'message' && event.message.from?.id === bot.user.id) resolve(performance.now());
      });
    });
    const began = performance.now();
    await testbed.startBot('sharj');
    return (await answered) - began;
  } finally {
    await testbed.close();
  }
}

/** Start to first answer, with an empty database and 420 products. */
export const figure: Figure = async function* ({ quick }) {
  const rounds: number[] = [];
  for (let round = 0; round < (quick ? 2 : 7); round += 1) rounds.push(await firstAnswer());
  yield line('start to first answer', measured(rounds), 'ms', { atMost: 1_300 });
};
