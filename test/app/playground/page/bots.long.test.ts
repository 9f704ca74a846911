import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { newBot } from '@sharj/local-telegram';
import { Bot, InlineKeyboard, Keyboard } from 'grammy';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { personOf, type Stage, setStage, wordsIn } from './stage.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
// The shop allows these people no bot, so the test itself answers for it.
const sara = personOf('customer', 'fa').id;
const emma = personOf('customer', 'en').id;
const fa = wordsIn('fa');
const en = wordsIn('en');

let stage: Stage;
let shop: Bot;
const stops: (() => Promise<void>)[] = [];

const client = () => ({ client: { apiRoot: stage.playground.url } });

beforeAll(async () => {
  stage = await setStage();
  // This client speaks as the shop's own bot, next to the bot's process.
  shop = new Bot(newBot({}, 0).token, client());
});

afterAll(async () => {
  for (const stop of stops) await stop();
  await stage.close();
});

async function run(token: string): Promise<void> {
  const bot = new Bot(token, client());
  await bot.api.setMyDescription('Data packages from Sara');
  bot.command('start', (ctx) =>
    ctx.reply(`Welcome to ${ctx.me.first_name} ${ctx.match}`, {
      reply_markup: new InlineKeyboard().text('Buy', 'buy'),
    }),
  );
  bot.on('callback_query', (ctx) => ctx.answerCallbackQuery({ text: 'Bought here' }));
  const running = bot.start();
  stops.push(async () => {
    await bot.stop();
    await running;
  });
}

test('a visitor makes a bot with a button and talks to both bots', async () => {
  const play = await stage.open(sara);
  const { page } = play;
  await play.start();
  await play.sees(fa('home-title'));
  expect(await page.locator('.bots').isVisible()).toBe(false);
  const reply_markup = new Keyboard([
    [
      {
        text: 'ربات من',
        request_managed_bot: { request_id: 1, suggested_name: 'شارژ سارا', suggested_username: 'Sharj_bot' },
      },
    ],
  ]);
  await shop.api.sendMessage(sara, 'ربات خودتان را بسازید', { reply_markup });

  await page.locator('.keys .key', { hasText: 'ربات من' }).click();
  const dialog = page.locator('dialog');
  expect(await dialog.locator('input').first().inputValue()).toBe('شارژ سارا');
  expect(await dialog.locator('input').last().inputValue()).toBe('Sharj_bot');
  await dialog.locator('.primary').click();
  await dialog.locator('.problem', { hasText: 'گرفته شده' }).waitFor();
  await dialog.locator('input').last().fill('@sara_charge');
  await dialog.locator('.primary').click();
  await dialog.locator('.problem', { hasText: 'با bot تمام' }).waitFor();
  await dialog.locator('input').last().fill('sara_charge_bot');
  await dialog.locator('.primary').click();
  await page.locator('.message.mine', { hasText: 'sara_charge_bot' }).waitFor();
  // The shop's own answer would count as unread later.
  await play.sees(fa('own-bot-closed'));

  const chips = page.locator('.bot-chat');
  await chips.nth(1).waitFor();
  expect(await chips.allInnerTexts()).toEqual([await page.locator('#chat h2').innerText(), 'شارژ سارا']);
  const made = await page.locator('.bot-chat').nth(1).getAttribute('href');
  expect(made).toBe(`#${sara}@sara_charge_bot`);
  await page.locator('.message.mine a', { hasText: 'شارژ سارا' }).click();
  await page.locator('#chat h2', { hasText: 'شارژ سارا' }).waitFor();
  // This is the second bot of this Telegram.
  await run(await shop.api.getManagedBotToken(newBot({}, 1).user.id));
  await page.locator('.greeting', { hasText: 'Data packages from Sara' }).waitFor();
  await play.start();
  await play.sees('Welcome to شارژ سارا');
  await play.tap('Buy');
  await page.locator('.toast', { hasText: 'Bought here' }).waitFor();

  // The list counts what arrives in the other chat.
  await shop.api.sendMessage(sara, 'خبر فروشگاه');
  await page.locator('.bot-chat .unread', { hasText: '۱' }).waitFor();
  await chips.first().click();
  await play.sees('خبر فروشگاه');
  await page.locator('.bot-chat .unread').waitFor({ state: 'detached' });
  await page.reload();
  await chips.nth(1).waitFor();
  await page.context().close();
});

test('a visitor opens another bot’s chat from a link and makes a bot from a link', async () => {
  const play = await stage.open(emma, { viewport: { width: 390, height: 844 } });
  const { page } = play;
  await play.start();
  await play.newest
    .getByRole('button', { name: en('key-packages') })
    .first()
    .waitFor();
  const reply_markup = new InlineKeyboard()
    .url('Sara’s shop', 'https://t.me/sara_charge_bot?start=friend')
    .url('A bot of mine', 'https://t.me/newbot/sharj_bot/emma_shop_bot?name=Emma%20Shop');
  await shop.api.sendMessage(emma, 'Two links', { reply_markup });
  await play.tap('Sara’s shop');
  await page.locator('#chat h2', { hasText: 'شارژ سارا' }).waitFor();
  await play.sees('Welcome to شارژ سارا friend');
  expect(new URL(page.url()).hash).toBe(`#${emma}@sara_charge_bot`);

  await play.type('see https://t.me/sharj_bot?start=back');
  await page.locator('.message.mine a', { hasText: 't.me' }).click();
  await page.locator('.message.mine', { hasText: '/start back' }).waitFor();
  expect(new URL(page.url()).hash).toBe(`#${emma}`);
  await page
    .locator('.message.theirs', { hasText: 'Two links' })
    .getByRole('button', { name: 'A bot of mine' })
    .click();
  expect(await page.locator('dialog input').first().inputValue()).toBe('Emma Shop');
  await page.locator('dialog .primary').click();
  await page.locator('.bot-chat', { hasText: 'Emma Shop' }).click();
  await page.locator('.composer .start').waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('a chat opens at its end, below the bar of bots', async () => {
  const reply_markup = new InlineKeyboard().text('One', 'a').row().text('Two', 'b').row().text('Three', 'c');
  for (let nth = 0; nth < 12; nth += 1)
    await shop.api.sendMessage(sara, `${'word '.repeat(nth)}<code>5G5N4-G7B91</code>`, {
      reply_markup,
      parse_mode: 'HTML',
    });
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    const { page, newest } = await stage.open(sara, { viewport });
    await page.locator('.bots').waitFor();
    await newest.getByText('5G5N4-G7B91').waitFor();
    // The frame after the bar appeared.
    const left = await page.evaluate(
      `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => {
        const log = document.querySelector('.log');
        resolve(log.scrollHeight - log.scrollTop - log.clientHeight);
      }))))`,
    );
    expect(left).toBeLessThan(2);
    // A code never wraps at its hyphen.
    const codes = page.locator('.line code', { hasText: '5G5N4-G7B91' });
    for (const code of await codes.all()) expect((await code.boundingBox())?.height).toBeLessThan(30);
    await page.context().close();
  }
});

const looks = (['light', 'dark'] as const).flatMap((colorScheme) =>
  [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ].map((viewport) => ({ colorScheme, viewport })),
);

test.each(looks)('axe finds nothing serious with several bots: %j', async (look) => {
  const play = await stage.open(sara, { ...look, bypassCSP: true, reducedMotion: 'reduce' });
  await play.page.addScriptTag({ content: axe });
  for (const chat of [sara, `${sara}@sara_charge_bot`, `${emma}@sara_charge_bot`]) {
    await play.page.goto(`${stage.playground.url}/#${chat}`);
    await play.page.locator(`.bot-chat.chosen[href="#${chat}"]`).waitFor();
    const run = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)";
    const found = (await play.page.evaluate(run)) as { id: string; impact: string; nodes: { html: string }[] }[];
    const serious = found.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    expect(serious.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  }
  await play.page.context().close();
});
