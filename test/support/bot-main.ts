import { flushCompileCache } from 'node:module';
import { startBot } from '#app/bot.ts';
import { createLog } from '#log.ts';
import type { BotOrders } from './bot-process.ts';
import { createPassingClock } from './passing-clock.ts';

const { settings, pace, random, passed } = JSON.parse(process.argv[2] ?? '') as BotOrders;
const log = createLog('debug', { write: (line) => void process.stdout.write(line) });
const bot = await startBot(settings, {
  log,
  clock: createPassingClock(() => passed),
  random: () => random,
  isAnyHookAllowed: true,
  ...(pace ? { timings: pace } : {}),
});
process.once('SIGTERM', () => {
  void bot.stop().then(() => process.disconnect?.());
});
// Most of these processes are killed.
flushCompileCache();
process.send?.(bot.url);
