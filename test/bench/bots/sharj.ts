import { join } from 'node:path';
import { startBot } from '../../../src/app.ts';
import { defaultOperators } from '../../../src/domain/operators.ts';
import { createLog } from '../../../src/log.ts';
import { answerTo } from './process.ts';

/** Sharj as `npm start` runs it with a token: its own log, its own pace, SQLite on the disk in WAL with FULL. */
await answerTo(async ({ token, apiRoot, gatewayUrl, gatewayToken, directory }) => {
  const bot = await startBot(
    {
      mode: 'bot',
      botToken: token,
      apiRoot,
      webhook: null,
      gateway: {
        url: gatewayUrl,
        token: gatewayToken,
        operator2Path: 'operator2',
        operatorNames: ['operator1', 'operator2', 'operator3', 'operator4', 'operator5'],
        purchaseStyle: 'post-form',
        successPattern: null,
      },
      host: '127.0.0.1',
      port: 0,
      ownerIds: [],
      operators: defaultOperators,
      keyHours: 24,
      database: { kind: 'sqlite', file: join(directory, 'sharj.db') },
      payments: null,
      vatPercent: 10,
      quoteMinutes: 10,
      logLevel: 'info',
    },
    // One chat that presses a thousand times in a row is what is measured here, and no flood.
    { log: createLog('info'), pace: { admission: { everyone: { burst: 100_000, perSecond: 100_000 } } } },
  );
  return () => bot.stop();
});
