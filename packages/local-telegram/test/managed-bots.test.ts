import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Message, Update, UserFromGetMe } from '@grammyjs/types';
import { Bot, InlineKeyboard, Keyboard } from 'grammy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createRawApi, type RawApi } from './raw-api.ts';
import { listen } from './story-bots.ts';

let telegram: RunningTelegram;
let api: RawApi;
const now = { wait: false } as const;

beforeEach(async () => {
  telegram = await startTelegram();
  api = createRawApi(telegram);
  await reza().type('/start', now);
});

afterEach(() => telegram.close());

const reza = () => telegram.person({ id: 1, first_name: 'Reza', username: 'reza' });
const sara = () => telegram.person({ id: 2, first_name: 'Sara', username: 'sara_the_bot' });

const asking = (request = {}) => ({
  keyboard: [
    [{ text: 'Home' }],
    [
      {
        text: 'Make my bot',
        request_managed_bot: {
          request_id: 7,
          suggested_name: 'Reza Charge',
          suggested_username: 'reza_bot',
          ...request,
        },
      },
    ],
  ],
  one_time_keyboard: true,
});

const ask = (request = {}, chat_id = 1) =>
  api.refusal('sendMessage', { chat_id, text: 'Your own bot', reply_markup: asking(request) });

async function made(username = 'reza_bot') {
  await ask();
  return (await reza().createBot({ ...now, username })).created;
}

describe('a person who makes a bot', () => {
  test('is reported to the manager in an update and in the chat', async () => {
    expect(await api.result<UserFromGetMe>('getMe')).toMatchObject({ can_manage_bots: true });
    await ask();
    const { created, said } = await reza().createBot(now);
    const [, update, message] = await api.result<Update[]>('getUpdates');
    const bot = { id: created.user.id, is_bot: true, first_name: 'Reza Charge', username: 'reza_bot' };
    expect(update?.managed_bot).toEqual({
      user: { id: 1, is_bot: false, first_name: 'Reza', username: 'reza', language_code: 'en' },
      bot,
    });
    expect(message?.message).toMatchObject({ from: { id: 1 }, managed_bot_created: { bot } });
    expect(said?.message.managed_bot_created).toEqual({ bot });
    expect(created).toMatchObject({ owner: 1, manager: telegram.bot.user.id });
    expect(reza().screen().keyboard).toBeUndefined();
    expect(telegram.bots()).toEqual([telegram.bot, created]);
  });

  test('chooses names, or takes those of the button by pressing it', async () => {
    await ask();
    const { created } = await reza().createBot({ ...now, name: 'Mine', username: 'My_Charge_Bot', button: /my bot/ });
    expect(created.user).toMatchObject({ first_name: 'Mine', username: 'My_Charge_Bot', can_manage_bots: false });
    await ask();
    expect((await reza().press('Make my bot', now)).created?.user.username).toBe('reza_bot');
  });

  test('can make one from a link, which sends only an update', async () => {
    const { created } = await reza().open('https://t.me/newbot/sharj_bot/linked_bot?name=Linked%20Shop', now);
    expect(created?.user).toMatchObject({ first_name: 'Linked Shop', username: 'linked_bot' });
    const updates = await api.result<Update[]>('getUpdates');
    expect(updates.map((update) => Object.keys(update)[1])).toEqual(['message', 'managed_bot']);
  });

  test('is reported in an update only to a manager that asks for it', async () => {
    await api.result('getUpdates', { allowed_updates: ['message'] });
    await made();
    const updates = await api.result<Update[]>('getUpdates');
    expect(updates.map((update) => Object.keys(update)[1])).toEqual(['message', 'message']);
  });

  test.each([
    [{ username: 'my_shop' }, 'USERNAME_SUFFIX_MISSING'],
    [{ username: 'abot' }, 'USERNAME_INVALID'],
    [{ username: '1shop_bot' }, 'USERNAME_INVALID'],
    [{ username: 'my-shop-bot' }, 'USERNAME_INVALID'],
    [{ username: `${'x'.repeat(30)}bot` }, 'USERNAME_INVALID'],
    [{ username: 'SHARJ_bot' }, 'USERNAME_OCCUPIED'],
    [{ username: 'sara_the_bot' }, 'USERNAME_OCCUPIED'],
    [{ name: ' ' }, 'NAME_INVALID'],
    [{ name: 'x'.repeat(65) }, 'NAME_INVALID'],
  ])('is refused %j like in a client', async (names, problem) => {
    sara();
    await ask();
    await expect(reza().createBot({ ...now, ...names })).rejects.toMatchObject({ problem });
    expect(telegram.bots()).toHaveLength(1);
    expect(reza().screen().keyboard).toEqual([['Home'], ['Make my bot']]);
  });

  test('is refused the button in groups and by bots that cannot manage others', async () => {
    const group = telegram.group('Agents', reza(), telegram.bot);
    expect(await ask({}, group.id)).toBe('400 Bad Request: BUTTON_TYPE_INVALID');
    expect(await ask({ request_id: 'x' })).toBe(
      '400 Bad Request: can\'t parse keyboard button: Field "request_id" must be of type Number',
    );
    const other = telegram.addBot({ username: 'other_bot' });
    await reza().with(other).type('/start', now);
    const refused = await createRawApi(telegram, other.token).refusal('sendMessage', {
      chat_id: 1,
      text: 'x',
      reply_markup: asking(),
    });
    expect(refused).toBe('400 Bad Request: MANAGER_PERMISSION_MISSING');
    await expect(reza().open('https://t.me/newbot/other_bot/third_bot', now)).rejects.toMatchObject({
      problem: 'MANAGER_PERMISSION_MISSING',
    });
    await expect(reza().createBot(now)).rejects.toThrow('there is no button that asks for a bot');
  });
});

describe('the token of a managed bot', () => {
  test('is given only to its manager', async () => {
    const { user } = await made();
    const token = await api.result<string>('getManagedBotToken', { user_id: user.id });
    expect(await createRawApi(telegram, token).result('getMe')).toMatchObject({ id: user.id, username: 'reza_bot' });
    const byHand = telegram.addBot({ username: 'hand_bot', owner: reza(), managesBots: true });
    expect(byHand.owner).toBe(1);
    const other = createRawApi(telegram, byHand.token);
    for (const method of ['getManagedBotToken', 'replaceManagedBotToken']) {
      expect(await other.refusal(method, { user_id: user.id })).toBe('400 Bad Request: BOT_INVALID');
      expect(await api.refusal(method, { user_id: byHand.user.id })).toBe('400 Bad Request: BOT_INVALID');
      expect(await api.refusal(method, { user_id: 5 })).toBe('400 Bad Request: BOT_INVALID');
    }
  });

  test('ends when the manager replaces it', async () => {
    const bot = await made();
    const first = bot.token;
    const old = createRawApi(telegram, first);
    await old.result('setWebhook', { url: 'https://shop.example/hook' });
    const token = await api.result<string>('replaceManagedBotToken', { user_id: bot.user.id });
    expect(token).not.toBe(first);
    expect(await old.refusal('getMe')).toBe('401 Unauthorized');
    expect(await createRawApi(telegram, token).result('getWebhookInfo')).toMatchObject({ url: '' });
    expect(await api.result('getManagedBotToken', { user_id: bot.user.id })).toBe(token);
  });

  test('ends when the owner revokes it, even for a waiting poll, and the manager hears of it', async () => {
    const bot = await made();
    const before = telegram.pending().length;
    const polling = createRawApi(telegram, bot.token).refusal('getUpdates', { timeout: 30 });
    await expect.poll(() => telegram.journal.calls('getUpdates').length).toBe(1);
    const token = telegram.revokeToken(bot);
    expect(await polling).toBe('401 Unauthorized');
    expect(telegram.pending().slice(before)).toMatchObject([
      { managed_bot: { user: { id: 1 }, bot: { id: bot.user.id } } },
    ]);
    expect(await createRawApi(telegram, token).refusal('getMe')).toBe('ok');
  });

  test('ends with the bot', async () => {
    const bot = await made();
    await sara().with(bot).type('/start', now);
    telegram.deleteBot(bot);
    expect(await createRawApi(telegram, bot.token).refusal('getMe')).toBe('401 Unauthorized');
    expect(await api.refusal('getManagedBotToken', { user_id: bot.user.id })).toBe('400 Bad Request: BOT_INVALID');
    expect(telegram.bots()).toEqual([telegram.bot]);
    await expect(sara().with(bot).type('hello?', now)).rejects.toThrow('@reza_bot is deleted');
    const next = await made();
    expect(next.user).toMatchObject({ username: 'reza_bot' });
    expect(next.user.id).not.toBe(bot.user.id);
  });

  test('survives a restart, even with a file of an earlier version', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'telegram-'));
    const file = join(folder, 'telegram.db');
    const first = await startTelegram({ file });
    const bot = first.addBot({ username: 'reza_bot', owner: reza(), manager: first.bot });
    const old = bot.token;
    const token = first.revokeToken(bot);
    await first.close();
    const database = new DatabaseSync(file);
    database.exec(`UPDATE things SET key = '${first.token}', value = replace(value, '"can_manage_bots":true', '"can_manage_bots":false')
      WHERE kind = 'bot' AND key = '${first.bot.user.id}'`);
    database.close();

    const second = await startTelegram({ file });
    expect(second.bots().map(({ user }) => user.username)).toEqual(['sharj_bot', 'reza_bot']);
    expect(await createRawApi(second, old).refusal('getMe')).toBe('401 Unauthorized');
    const manager = createRawApi(second);
    expect(await manager.result('getMe')).toMatchObject({ can_manage_bots: true });
    expect(await manager.result('getManagedBotToken', { user_id: bot.user.id })).toBe(token);
    const own = second.revokeToken(second.bot);
    await second.close();

    const third = await startTelegram({ file });
    const [, managed = bot] = third.bots();
    const newest = third.revokeToken(managed);
    await third.close();

    const fourth = await startTelegram({ file });
    expect(fourth.bots().map((one) => one.token)).toEqual([own, newest]);
    expect(await createRawApi(fourth, first.token).refusal('getMe')).toBe('401 Unauthorized');
    await fourth.close();
    await rm(folder, { recursive: true });
  });
});

describe('several bots', () => {
  test('are opened by links in their own chats', async () => {
    const shop = await made();
    const bot = new Bot(shop.token, { client: { apiRoot: telegram.url } });
    bot.command('start', (ctx) => ctx.reply(`welcome ${ctx.match}`));
    const running = bot.start();
    const { messages } = await reza().open('https://t.me/Reza_bot?start=abc');
    expect(messages.map(({ text }) => text)).toEqual(['welcome abc']);
    await api.result('sendMessage', {
      chat_id: 1,
      text: 'Your shop',
      reply_markup: new InlineKeyboard().url('Open', 'https://t.me/reza_bot?start=own'),
    });
    const reaction = await reza().press('Open', now);
    expect(reaction.opened).toBe('https://t.me/reza_bot?start=own');
    expect((await reza().with(shop).sees('welcome own')).fromBot).toBe(true);
    expect(reza().last().text).toBe('Your shop');
    await bot.stop();
    await running;
  });

  test('cannot answer each other’s presses or read each other’s files', async () => {
    const shop = await made();
    const other = createRawApi(telegram, shop.token);
    await sara().with(shop).type('/start', now);
    const reply_markup = new InlineKeyboard().text('Buy', 'buy');
    const sent = await other.result<Message>('sendMessage', { chat_id: 2, text: 'Shop', reply_markup });
    const { update } = await sara().with(shop).press('Buy', now);
    const answer = { callback_query_id: update?.callback_query?.id };
    expect(await api.refusal('answerCallbackQuery', answer)).toContain('query ID is invalid');
    expect(await other.refusal('answerCallbackQuery', answer)).toBe('ok');
    expect(await api.refusal('editMessageText', { chat_id: 2, message_id: sent.message_id, text: 'x' })).toBe(
      '400 Bad Request: chat not found',
    );

    const photo = (await sara().with(shop).sendPhoto({}, now)).update?.message?.photo?.at(-1);
    const { file_path } = await other.result<{ file_path: string }>('getFile', { file_id: photo?.file_id });
    expect(await api.refusal('getFile', { file_id: photo?.file_id })).toBe(
      '400 Bad Request: wrong file_id or the file is temporarily unavailable',
    );
    expect(await api.refusal('sendPhoto', { chat_id: 1, photo: photo?.file_id })).toBe(
      '400 Bad Request: wrong file identifier/HTTP URL specified',
    );
    expect((await fetch(`${telegram.url}/file/bot${shop.token}/${file_path}`)).status).toBe(200);
    expect((await fetch(`${telegram.url}/file/bot${telegram.token}/${file_path}`)).status).toBe(404);
  });

  test('have webhooks, faults and limits of their own', async () => {
    const shop = await made();
    const other = createRawApi(telegram, shop.token);
    const heard: string[] = [];
    const hook = await listen((request, response) => {
      heard.push(String(request.headers['x-telegram-bot-api-secret-token']));
      response.end();
    });
    await other.result('setWebhook', { url: hook.url, secret_token: 'reza' });
    await reza().with(shop).type('/start');
    await reza().type('hello', now);
    expect(heard).toEqual(['reza']);
    await hook.close();

    telegram.faults.flood({ messages: 1, seconds: 60 });
    const message = { chat_id: 1, text: 'x' };
    expect(await api.refusal('sendMessage', message)).toBe('ok');
    expect(await other.refusal('sendMessage', message)).toBe('ok');
    expect(await other.refusal('sendMessage', message)).toContain('429');
    telegram.faults.clear();
    telegram.faults.fail('getMe', { bot: shop });
    expect(await api.refusal('getMe')).toBe('ok');
    expect(await other.refusal('getMe')).toBe('500 Internal Server Error');
    const held = telegram.faults.hold('getMe', shop);
    const waiting = other.refusal('getMe');
    await held.arrived;
    expect(await api.refusal('getMe')).toBe('ok');
    held.release();
    expect(await waiting).toBe('ok');
  });

  test('can be waited for one by one', async () => {
    const shop = await made();
    const bot = new Bot(shop.token, { client: { apiRoot: telegram.url } });
    bot.on('message', (ctx) => ctx.reply('done', { reply_markup: new Keyboard().text('Home') }));
    const running = bot.start();
    // The first bot does not run, so its updates stay unconfirmed.
    expect(telegram.pending().length).toBeGreaterThan(0);
    await sara().with(shop).type('hello');
    expect(sara().with(shop).last().text).toBe('done');
    await telegram.quiet(shop);
    await bot.stop();
    await running;
  });
});
