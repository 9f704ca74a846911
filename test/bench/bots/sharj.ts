import { startBot } from '#app/bot.ts';
import { readConfig } from '#config/config.ts';
import { createLog } from '#log.ts';
import { answerTo } from './process.ts';

/** Sharj as `npm start` runs it with a token: its log, its timings, a database on disk. */
await answerTo(async ({ token, apiRoot, gatewayUrl, gatewayToken, databaseUrl, webhook }) => {
  const config = readConfig({
    BOT_TOKEN: token,
    BOT_API_ROOT: apiRoot,
    GATEWAY_URL: gatewayUrl,
    GATEWAY_TOKEN: gatewayToken,
    GATEWAY_OPERATOR_NAMES: 'operator1,operator2,operator3,operator4,operator5',
    OWNER_IDS: '1',
    PORT: String(webhook?.port ?? 0),
    ...(webhook ? { WEBHOOK_URL: `${webhook.url}/telegram`, WEBHOOK_SECRET: 'bench-webhook-secret' } : {}),
    DATABASE_URL: databaseUrl,
  });
  if (!config.ok || config.value.mode !== 'bot') throw new Error(`Not a bot: ${JSON.stringify(config)}.`);
  const bot = await startBot(config.value, {
    log: createLog('info'),
    // One chat presses a thousand times in a row here: the rate limit must not stop it.
    timings: { rateLimits: { everyone: { burst: 100_000, perSecond: 100_000 } } },
  });
  return () => bot.stop();
});
