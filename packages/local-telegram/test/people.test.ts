import { run } from '@grammyjs/runner';
import { Bot, InlineKeyboard, Keyboard } from 'grammy';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';

let telegram: RunningTelegram;
let bot: Bot;
let stop: () => Promise<void>;

beforeEach(async () => {
  telegram = await startTelegram();
  bot = new Bot(telegram.token, { client: { apiRoot: telegram.url } });
  stop = async () => {};
});

afterEach(async () => {
  await stop();
  await telegram.close();
});

const start = (): void => {
  const running = bot.start();
  stop = async () => {
    await bot.stop();
    await running;
  };
};

const ali = () =>
  telegram.person({
    id: 1,
    first_name: 'Ali',
    last_name: 'Karimi',
    username: 'ali',
    language_code: 'fa',
    phone: '989120000001',
  });

describe('a message of a person', () => {
  test('reaches the bot like from a real client', async () => {
    const heard: string[] = [];
    bot.on('message', (ctx) => {
      const { contact, photo, document, sticker, voice, location, text, forward_origin, reply_to_message } =
        ctx.message;
      if (contact)
        heard.push(`contact ${contact.phone_number} ${contact.user_id === ctx.from.id ? 'own' : 'of another'}`);
      if (photo) heard.push(`photo ${photo.length} ${ctx.message.caption}`);
      if (document) heard.push(`document ${document.file_name}`);
      if (sticker) heard.push(`sticker ${sticker.emoji}`);
      if (voice) heard.push(`voice ${voice.duration}`);
      if (location) heard.push(`location ${location.latitude}`);
      if (text)
        heard.push(
          `${forward_origin ? 'forwarded ' : ''}text ${text}${reply_to_message ? ` to ${reply_to_message.text}` : ''}`,
        );
    });
    bot.on('edited_message:text', (ctx) => void heard.push(`edited ${ctx.editedMessage.text}`));
    start();
    const { said } = await ali().type('first');
    await ali().type('second', said ? { replyTo: said.id } : {});
    await ali().edit('second, corrected');
    await ali().shareContact();
    await ali().shareContact({ phone_number: '989123334455', first_name: 'Mother' });
    await ali().sendPhoto({ caption: 'look' });
    await ali().sendDocument({ name: 'numbers.csv', bytes: Buffer.from('0912') });
    await ali().sendSticker('🎉');
    await ali().sendVoice();
    await ali().sendLocation(35.7, 51.4);
    await ali().forward({ text: '09121112233', from: 'Reza' });
    expect(heard).toEqual([
      'text first',
      'text second to first',
      'edited second, corrected',
      'contact 989120000001 own',
      'contact 989123334455 of another',
      'photo 1 look',
      'document numbers.csv',
      'sticker 🎉',
      'voice 2',
      'location 35.7',
      'forwarded text 09121112233',
    ]);
  });

  test('carries its sender', async () => {
    bot.on('message', (ctx) => ctx.reply(JSON.stringify({ from: ctx.from, chat: ctx.chat })));
    start();
    await ali().type('who am I?');
    const who = { id: 1, first_name: 'Ali', last_name: 'Karimi', username: 'ali' };
    expect(JSON.parse(ali().last().text)).toEqual({
      from: { ...who, language_code: 'fa', is_bot: false },
      chat: { ...who, type: 'private' },
    });
  });
});

describe('a button', () => {
  beforeEach(() => {
    bot.command('menu', (ctx) =>
      ctx.reply('Menu', {
        reply_markup: new InlineKeyboard()
          .text('🛒 Packages', 'packages')
          .text('📞 Top-up', 'topup')
          .row()
          .url('Site', 'https://example.org/')
          .copyText('Copy', 'SH-1')
          .url('Invite', 'https://t.me/sharj_bot?start=agent'),
      }),
    );
    bot.command('keys', (ctx) =>
      ctx.reply('Keys', {
        reply_markup: new Keyboard().text('Home').requestContact('My number').resized().oneTime().placeholder('0912…'),
      }),
    );
    bot.command('start', (ctx) => ctx.reply(`started with ${ctx.match}`));
    bot.on('callback_query:data', (ctx) => ctx.answerCallbackQuery({ text: ctx.callbackQuery.data, show_alert: true }));
    bot.on('message:contact', (ctx) =>
      ctx.reply(`got ${ctx.message.contact.phone_number}`, { reply_markup: { remove_keyboard: true } }),
    );
    bot.on('message:text', (ctx) => ctx.reply(`text ${ctx.message.text}`));
    start();
  });

  test('can be pressed by its text, part of it, a pattern or its position', async () => {
    await ali().type('/menu');
    const toast = async (press: Promise<{ toast: { text: string } | undefined }>) => (await press).toast?.text;
    expect(await toast(ali().press('🛒 Packages'))).toBe('packages');
    expect(await toast(ali().press('Top-up'))).toBe('topup');
    expect(await toast(ali().press(/packages/i))).toBe('packages');
    expect(await toast(ali().press({ row: 0, column: -1 }))).toBe('topup');
    expect(await toast(ali().forge('packages:999'))).toBe('packages:999');
    await ali().press('Packages');
    expect(ali().screen().toast).toEqual({ text: 'packages', alert: true });
  });

  test('opens links, copies texts and follows start links', async () => {
    await ali().type('/menu');
    expect((await ali().press('Site')).opened).toBe('https://example.org/');
    expect((await ali().press('Copy')).copied).toBe('SH-1');
    expect((await ali().press('Invite')).messages.map((message) => message.text)).toEqual(['started with agent']);
    await expect(ali().open('https://t.me/another_bot?start=x')).rejects.toThrow('is no start link of @sharj_bot');
  });

  test('stays under the input field until it is used or removed', async () => {
    await ali().type('/keys');
    expect(ali().screen()).toMatchObject({ keyboard: [['Home', 'My number']], placeholder: '0912…' });
    await ali().press('Home');
    expect(ali().last().text).toBe('text Home');
    expect(ali().screen().keyboard).toBeUndefined();
    await ali().type('/keys');
    await ali().press('My number');
    expect(ali().last().text).toBe('got 989120000001');
  });

  test('that is missing is reported with the whole screen', async () => {
    await ali().type('/menu');
    await expect(ali().press('Refund')).rejects.toThrow(
      /there is no button "Refund"; the chat "Sharj" shows:[\s\S]*🛒 Packages/,
    );
  });
});

describe('a test that waits', () => {
  test('sees what a bot does later by itself', async () => {
    const work = Promise.withResolvers<void>();
    const done: Promise<unknown>[] = [];
    bot.on('message', async (ctx) => {
      await ctx.replyWithChatAction('typing');
      const sent = await ctx.reply('working');
      done.push(work.promise.then(() => ctx.api.editMessageText(ctx.chat.id, sent.message_id, 'done')));
    });
    start();
    const me = ali();
    await me.type('go');
    expect(me.last().text).toBe('working');
    const seen = me.sees('done');
    work.resolve();
    expect((await seen).edited).toBe(true);
    await Promise.all(done);
  });

  test('sees chat actions', async () => {
    bot.on('message', (ctx) => ctx.replyWithChatAction('upload_document'));
    start();
    await ali().type('report');
    expect(ali().screen().action).toBe('upload_document');
  });

  test('fails with the screen and with what the bot left undone', async () => {
    const patient = await startTelegram({ timeoutMs: 20 });
    const sara = patient.person({ first_name: 'Sara' });
    await expect(sara.type('anyone there?')).rejects.toThrow(
      /@sharj_bot is not quiet: unconfirmed updates: \d+ \(message\)/,
    );
    await expect(sara.sees(/welcome/)).rejects.toThrow(
      /Sara did not see \/welcome\/; the chat "Sharj" shows:\n {2}#1 Sara: anyone there\?/,
    );
    await patient.close();
  });
});

describe('a block', () => {
  test('is reported to the bot and stops messages until it is lifted', async () => {
    const statuses: string[] = [];
    bot.on('my_chat_member', (ctx) => void statuses.push(ctx.myChatMember.new_chat_member.status));
    bot.on('message', (ctx) => ctx.reply('hi'));
    start();
    await ali().type('hello');
    await ali().block();
    await expect(ali().type('hello?')).rejects.toThrow('Ali has blocked @sharj_bot');
    await ali().unblock();
    await ali().type('hello again');
    expect(statuses).toEqual(['kicked', 'member']);
  });
});

describe('a group', () => {
  test('sends a bot in privacy mode only what is meant for it', async () => {
    const heard: string[] = [];
    bot.on('message:text', async (ctx) => {
      heard.push(`${ctx.chat.type} ${ctx.from.first_name}: ${ctx.message.text}`);
      await ctx.reply('Write to me in private');
    });
    start();
    const reza = telegram.person({ id: 2, first_name: 'Reza' });
    const group = telegram.group('Sellers', ali(), reza, telegram.bot);
    await ali().in(group).type('good morning');
    await ali().in(group).type('/start');
    await ali().in(group).type('/start@another_bot');
    await reza.in(group).type('hey @sharj_bot');
    await reza.in(group).type('thanks', { replyTo: reza.in(group).last().id });
    expect(heard).toEqual(['supergroup Ali: /start', 'supergroup Reza: hey @sharj_bot', 'supergroup Reza: thanks']);
    expect(
      ali()
        .in(group)
        .messages()
        .filter((message) => message.fromBot),
    ).toHaveLength(3);
    expect(() => telegram.person({ id: 3, first_name: 'Stranger' }).in(group)).toThrow('Stranger is not in "Sellers"');
  });
});

test('a person who only looks at a chat has not started it', async () => {
  expect(ali().screen()).toMatchObject({ title: 'Sharj', messages: [] });
  await expect(bot.api.sendMessage(1, 'hello')).rejects.toThrow('chat not found');
});

test('a test follows a bot that handles updates concurrently', async () => {
  bot.on('message:text', async (ctx) => {
    await ctx.replyWithChatAction('typing');
    await ctx.reply(`done with ${ctx.message.text}`);
  });
  const runner = run(bot);
  await ali().type('one');
  await ali().type('two');
  expect((await ali().sees('done with one')).fromBot).toBe(true);
  expect((await ali().sees('done with two')).fromBot).toBe(true);
  await runner.stop();
});

test('the chats of two bots stay apart', async () => {
  const other = telegram.addBot({ username: 'other_bot', name: 'Other' });
  const second = new Bot(other.token, { client: { apiRoot: telegram.url } });
  second.on('message', (ctx) => ctx.reply('I am the other'));
  bot.on('message', (ctx) => ctx.reply('I am the first'));
  start();
  const secondRunning = second.start();
  await ali().type('who?');
  await ali().with(other).type('who?');
  expect(ali().last().text).toBe('I am the first');
  expect(ali().with(other).last().text).toBe('I am the other');
  await second.stop();
  await secondRunning;
});
