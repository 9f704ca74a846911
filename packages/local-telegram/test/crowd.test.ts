import { Bot } from 'grammy';
import { expect, inject, test } from 'vitest';
import { startTelegram } from '#telegram/start.ts';
import { createRawApi } from './raw-api.ts';
import { listen } from './story-bots.ts';

const PEOPLE = inject('long') ? 2000 : 300;

test('a bot serves many chats at once, and each person sees their own answer', async () => {
  const telegram = await startTelegram({ timeoutMs: 100_000 });
  const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  bot.on('message:text', (ctx) => ctx.reply(`${ctx.from.id}: ${ctx.message.text}`));
  const crowd = Array.from({ length: PEOPLE }, (_, index) => telegram.person({ id: 10_000 + index }));
  for (const person of crowd) await person.type('hello', { wait: false });
  const running = bot.start();
  await telegram.quiet();
  expect(crowd.every((person) => person.last().text === `${person.id}: hello`)).toBe(true);
  await bot.stop();
  await running;
  await telegram.close();
});

test('a webhook gets the updates of many chats within its connection limit', async () => {
  const telegram = await startTelegram({ timeoutMs: 100_000 });
  let open = 0;
  let most = 0;
  const seen = new Set<string>();
  const hook = await listen((request, response) => {
    open += 1;
    most = Math.max(most, open);
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.add(body);
      open -= 1;
      response.end();
    });
  });
  await createRawApi(telegram).result('setWebhook', { url: hook.url, max_connections: 20 });
  for (let id = 1; id <= PEOPLE; id += 1) await telegram.person({ id }).type('hello', { wait: false });
  await telegram.quiet();
  expect(seen.size).toBe(PEOPLE);
  expect(most).toBeLessThanOrEqual(20);
  await telegram.close();
  await hook.close();
});
