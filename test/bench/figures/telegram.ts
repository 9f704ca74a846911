import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { startTelegram } from '@sharj/local-telegram';
import { Hono } from 'hono';
import { Pool } from 'undici';
import { type Figure, line } from '#test/bench/figure.ts';
import { against } from '#test/bench/statistics.ts';

const body = JSON.stringify({
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

async function costOfCalls(pool: Pool, path: string, calls: number): Promise<number> {
  const before = process.cpuUsage();
  for (let call = 0; call < calls; call += 1) {
    const answer = await pool.request({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
    if (answer.statusCode !== 200) throw new Error(await answer.body.text());
    await answer.body.json();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

/** The local Telegram's own cost: one sendMessage against a Hono server that echoes the body. */
export const figure: Figure = async function* ({ quick }) {
  const [rounds, calls] = quick ? [3, 200] : [7, 3_000];
  const app = new Hono();
  app.post('/echo', async (c) => c.json({ ok: true, result: await c.req.json() }));
  const echo = createAdaptorServer({ fetch: app.fetch });
  echo.listen(0, '127.0.0.1');
  await once(echo, 'listening');
  const echoPool = new Pool(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`);
  const telegram = await startTelegram();
  await telegram.person({ id: 1 }).type('/start', { wait: false });
  const telegramPool = new Pool(telegram.url);

  const ours: number[] = [];
  const echoed: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const echoCost = await costOfCalls(echoPool, '/echo', calls);
    const cost = await costOfCalls(telegramPool, `/bot${telegram.token}/sendMessage`, calls);
    if (round === 0) continue;
    ours.push(cost);
    echoed.push(echoCost);
  }
  yield line('a call of the local Telegram against a bare echo', against(ours, echoed), 'x', {
    peer: 'Hono sending the same body back',
  });
  await echoPool.close();
  await telegramPool.close();
  await telegram.close();
  echo.close();
};
