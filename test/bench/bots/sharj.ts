import { startBot } from '#app/bot.ts';
import { readConfig } from '#config/config.ts';
import { createLog } from '#log.ts';
import { listening } from '#test/support/listening.ts';
import { answerTo, settingsOf } from './process.ts';

let statements = 0;

/** Sharj as `npm start` runs it with a token: its log, its timings, a database on disk. */
await answerTo(
  async (orders) => {
    const config = readConfig(settingsOf(orders));
    if (!config.ok || config.value.mode !== 'bot') throw new Error(`Not a bot: ${JSON.stringify(config)}.`);
    const count = () => {
      statements += 1;
    };
    const bot = await startBot(config.value, {
      log: createLog('info'),
      timings: {
        // One chat presses a thousand times in a row here: the rate limit must not stop it.
        rateLimits: { everyone: { burst: 100_000, perSecond: 100_000 } },
        ...(orders.isCounted ? { database: { wrap: (dialect) => listening(dialect, count) } } : {}),
      },
    });
    return () => bot.stop();
  },
  () => statements,
);
