import { createTelegram, startPlaygroundServer } from '@sharj/local-telegram';
import { Bot } from 'grammy';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openBrowser } from '#test/support/browser.ts';
import { personOf } from './stage.ts';

test.each([1440, 360])(
  'without a panel, %s pixels wide, a visitor sees the people and chats with the bot',
  async (width) => {
    const telegram = createTelegram({ bot: { token: '77:abc', username: 'till_bot', name: 'Till' } });
    const server = await startPlaygroundServer({ telegram, host: '127.0.0.1', port: 0 });
    server.show();
    const bot = new Bot(telegram.token, { client: { apiRoot: server.url } });
    bot.on('message:text', (ctx) => ctx.reply(`You said ${ctx.message.text}`));
    const running = bot.start();
    const browser = await openBrowser(inject('browser'));
    onTestFinished(async () => {
      await browser.close();
      await bot.stop();
      await running;
      await server.close();
      telegram.close();
    });

    const page = await browser.newPage({ viewport: { width, height: 740 } });
    await page.goto(server.url);
    const emma = personOf('customer', 'en');
    await page.locator('.person').getByText(emma.name).click();
    await page.locator('.composer .start').click();
    await page.locator('.message.theirs').getByText('You said /start').waitFor();
    await page.locator('textarea').fill('hello');
    await page.keyboard.press('Enter');
    await page.locator('.message.theirs').getByText('You said hello').waitFor();
    expect(await page.title()).toContain('Till');
    for (const part of ['.panel', '.to-panel', '.intro', '.example', '.part'])
      expect(await page.locator(part).filter({ visible: true }).count(), part).toBe(0);
  },
);
