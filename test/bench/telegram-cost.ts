import { once } from 'node:events';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { Pool } from 'undici';
import { startTelegram } from '../../src/playground/telegram/start.ts';

/** What one sendMessage costs against a Hono that reads the same body and sends it back. */

const CALLS = 3000;
const ROUNDS = 7;
const BODY = JSON.stringify({
  chat_id: 1,
  text: '<b>Confirm</b>\n⁦0912 123 4567⁩\nTotal: <b>55,000</b> rials',
  parse_mode: 'HTML',
  reply_markup: {
    inline_keyboard: [
      [
        { text: 'Confirm', callback_data: 'c:1' },
        { text: 'Cancel', callback_data: 'x:1' },
      ],
    ],
  },
});

async function microsecondsPerCall(pool: Pool, path: string): Promise<number> {
  const started = process.cpuUsage();
  for (let call = 0; call < CALLS; call += 1) {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json' },
      body: BODY,
    });
    if (statusCode !== 200) throw new Error(await body.text());
    await body.json();
  }
  const { user, system } = process.cpuUsage(started);
  return (user + system) / CALLS;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const echoApp = new Hono();
echoApp.post('/echo', async (c) => c.json({ ok: true, result: await c.req.json() }));
const echo = createAdaptorServer({ fetch: echoApp.fetch });
echo.listen(0, '127.0.0.1');
await once(echo, 'listening');
const address = echo.address();
if (typeof address !== 'object' || !address) throw new Error('the echo has no port');
const echoPool = new Pool(`http://127.0.0.1:${address.port}`);

const telegram = await startTelegram();
await telegram.person({ id: 1 }).type('/start', { wait: false });
const telegramPool = new Pool(telegram.url);

const echoCosts: number[] = [];
const telegramCosts: number[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  echoCosts.push(await microsecondsPerCall(echoPool, '/echo'));
  telegramCosts.push(await microsecondsPerCall(telegramPool, `/bot${telegram.token}/sendMessage`));
}
const [echoCost, telegramCost] = [median(echoCosts), median(telegramCosts)];
process.stdout.write(
  `${JSON.stringify({ name: 'telegram call against a bare Hono echo', value: Number((telegramCost / echoCost).toFixed(2)), unit: 'x', echoMicroseconds: Math.round(echoCost), telegramMicroseconds: Math.round(telegramCost) })}\n`,
);

await echoPool.close();
await telegramPool.close();
await telegram.close();
echo.close();
