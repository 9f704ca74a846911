import { startTelegram } from '@sharj/local-telegram';
import { Bot, InlineKeyboard } from 'grammy';
import { expect, test } from 'vitest';

test('Sara presses a button and sees that it was counted', async () => {
  const telegram = await startTelegram();
  const bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  let count = 0;
  bot.command('start', (ctx) => ctx.reply('Hello', { reply_markup: new InlineKeyboard().text('Count', 'count') }));
  bot.callbackQuery('count', async (ctx) => {
    await ctx.answerCallbackQuery();
    count += 1;
    await ctx.editMessageText(`Pressed ${count}`);
  });
  const running = bot.start();

  const sara = telegram.person({ first_name: 'Sara' });
  await sara.type('/start');
  await sara.press('Count');
  expect(sara.last().text).toBe('Pressed 1');

  await bot.stop();
  await running;
  await telegram.close();
});
