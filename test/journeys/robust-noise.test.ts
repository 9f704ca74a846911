import type { Person } from '@sharj/local-telegram';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Language } from '#domain/language.ts';
import { choose, forge, greet, says, tap, topUp } from '#test/support/buyer.ts';
import { journeyLanguages } from '#test/support/length.ts';
import { secretsIn } from '#test/support/secrets.ts';
import { createWorld, type World } from '#test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ products: 120 });
});
afterAll(async () => {
  expect(await secretsIn(world)).toEqual([]);
  expect(world.errors()).toEqual([]);
  await world.close();
});

const bytes = Buffer.from('%PDF-1.4');

/** Messages without text, by kind. */
const attachments: Record<string, (person: Person) => Promise<unknown>> = {
  'a sticker': (person) => person.sendSticker('🤷'),
  'a photo': (person) => person.sendPhoto(),
  'a voice message': (person) => person.sendVoice(),
  'a location': (person) => person.sendLocation(),
  'a document': (person) => person.sendDocument({ name: 'bill.pdf', bytes }),
  dice: (person) => raw(person, { dice: { emoji: '🎲', value: 3 } }),
  'a poll': (person) =>
    raw(person, {
      poll: {
        id: '1',
        question: '?',
        options: [],
        total_voter_count: 0,
        is_closed: false,
        is_anonymous: true,
        type: 'regular',
        allows_multiple_answers: false,
      },
    }),
  'a video note': (person) =>
    raw(person, { video_note: { file_id: 'a', file_unique_id: 'a', length: 1, duration: 1 } }),
  'something that Telegram will invent': (person) => raw(person, { hologram: { depth: 3 } }),
};

async function raw(person: Person, content: object): Promise<void> {
  const from = { id: person.id, is_bot: false, first_name: person.first_name, language_code: person.language_code };
  const chat = { id: person.id, type: 'private', first_name: person.first_name };
  const message = { message_id: 900_000, date: 1_800_000_000, chat, from, ...content };
  world.telegram.deliver({ message } as never);
  await world.telegram.quiet();
}

const texts: Record<string, string> = {
  '4,096 characters of noise': '‏ﷺ<b>&amp;é漢😀\u202e'.repeat(400).slice(0, 4_096),
  'HTML that does not close': '<b><a href="tg://user?id=1">x',
  'only direction marks': '\u200f\u202e\u2066\u2069',
  'a command that does not exist': '/buy_everything now',
  'a long row of digits': '9'.repeat(4_000),
  'the name of a prototype': '__proto__',
};

describe.each(journeyLanguages)('in %s', (language: Language) => {
  const heard = (person: Person) => person.last().text;

  test.each(Object.entries(attachments))('%s gets one helpful line, and the sale continues', async (_, send) => {
    const buyer = await greet(world, { language });
    const before = buyer.messages().filter(({ fromBot }) => fromBot).length;
    await send(buyer);
    expect(heard(buyer)).toContain(says(language, 'not-text'));
    expect(buyer.messages().filter(({ fromBot }) => fromBot)).toHaveLength(before + 1);
  });

  test.each(Object.entries(texts))('%s gets one helpful line', async (_, text) => {
    const buyer = await greet(world, { language });
    const { messages } = await buyer.type(text);
    expect(messages).toHaveLength(1);
    expect(messages[0]?.buttons.length).toBeGreaterThan(0);
    const lines = ['not-understood', 'not-understood-again', 'promo-help', 'failure-number-invalid'].map((key) =>
      says(language, key),
    );
    expect(lines.some((line) => messages[0]?.text.includes(line))).toBe(true);
  });

  test('an edited message gets a line, and a moving live location gets no answer', async () => {
    const buyer = await greet(world, { language });
    await buyer.type('helo');
    await buyer.edit('hello');
    expect(heard(buyer)).toContain(says(language, 'edited'));
    const { messages } = await buyer.sendLocation();
    expect(messages).toHaveLength(1);
    const since = buyer.mark();
    const { message } = buyer.messages().findLast(({ fromBot }) => !fromBot) ?? {};
    for (let second = 1; second <= 5; second += 1) {
      const edit_date = (message?.date ?? 0) + second;
      world.telegram.deliver({ edited_message: { ...message, edit_date } } as never);
    }
    await world.telegram.quiet();
    expect(buyer.mark()).toBe(since);
  });

  test('an attachment leaves the question open', async () => {
    const buyer = await greet(world, { language });
    await forge(buyer, { to: 'product', id: topUp.id, mobile: null });
    await buyer.sendSticker();
    await buyer.type('what?');
    await buyer.edit('what');
    const before = (await world.sales()).length;
    await buyer.type('09121234567');
    await tap(buyer, { to: 'confirm' });
    await buyer.sees(says(language, 'state-delivered'));
    expect(await world.sales()).toHaveLength(before + 1);
  });

  test('a forwarded number or contact starts a sale', async () => {
    const buyer = await greet(world, { language });
    await buyer.forward({ text: 'my number: ۰۹۱۲ ۱۲۳ ۴۵۶۷ thanks', from: 'Mother' });
    expect(heard(buyer)).toContain('0912 123 4567');
    await buyer.forward({ contact: { phone_number: '+98 935-123-4567', first_name: 'Mother' }, from: 'Mother' });
    expect(heard(buyer)).toContain('0935 123 4567');
    await buyer.forward({ text: 'Hello, this is the newsletter', from: 'A channel' });
    expect(heard(buyer)).toContain(says(language, 'not-understood'));
  });

  test('an unknown pre-checkout query is refused', async () => {
    const buyer = await greet(world, { language });
    const from = { id: buyer.id, is_bot: false, first_name: buyer.first_name, language_code: language };
    const asked = { from, currency: 'IRR', total_amount: 11_000, invoice_payload: 'AAAAAAAAAAAAAA' };
    world.telegram.deliver({ pre_checkout_query: { ...asked, id: `pay-${language}` } });
    await world.telegram.quiet();
    const answers = world.telegram.journal.calls('answerPreCheckoutQuery');
    expect(answers.at(-1)?.params).toMatchObject({ pre_checkout_query_id: `pay-${language}`, ok: false });
  });

  test('a lone surrogate is replaced, and Telegram accepts the message', async () => {
    const buyer = await greet(world, { language });
    const half = '😀'.slice(0, 1);
    await forge(buyer, { to: 'search', page: 1, sim: null, words: `zzz${half}` });
    expect(heard(buyer)).toContain('zzz\ufffd');
    await buyer.type('/start');
    await buyer.type(`zzz${half}`);
    expect(heard(buyer)).toContain(says(language, 'not-understood'));
  });

  test('a person who blocks and returns is served; a bot is not', async () => {
    const buyer = await greet(world, { language });
    await buyer.block();
    await buyer.unblock();
    await buyer.type('/start');
    expect(heard(buyer)).toContain(says(language, 'home-title'));
    const since = buyer.mark();
    await raw(buyer, { from: { id: buyer.id, is_bot: true, first_name: 'Bot' }, text: '/start' });
    expect(buyer.mark()).toBe(since);
  });

  test('a group gets a link for people who address the bot, and silence otherwise', async () => {
    const [asker, friend] = [await greet(world, { language }), await greet(world, { language })];
    const group = world.telegram.group('Family', asker, friend, world.telegram.bot);
    const there = asker.in(group);
    await world.telegram.quiet();
    expect(there.messages().filter(({ fromBot }) => fromBot)).toEqual([]);

    for (const words of ['/start', '/start@sharj_bot', 'hello @sharj_bot']) {
      const { messages } = await there.type(words);
      expect(messages).toMatchObject([{ text: says(language, 'group'), buttons: [[expect.any(String)]] }]);
    }
    // A bot without privacy mode receives everything else.
    const before = world.telegram.journal.calls().filter(({ method }) => method !== 'getUpdates').length;
    const chat = { id: group.id, type: 'supergroup', title: 'Family' };
    const entity = (type: string, length: number) => [{ type, offset: 0, length }];
    const overheard = [
      { text: '09121234567' },
      { text: 'good morning' },
      { text: '@ali hello', entities: entity('mention', 4) },
      { text: '/start@other_bot', entities: entity('bot_command', 16) },
      { text: '/weather', entities: entity('bot_command', 8) },
      { new_chat_title: 'Family!' },
    ];
    for (const content of overheard) await raw(friend, { chat, ...content });
    const after = world.telegram.journal.calls().filter(({ method }) => method !== 'getUpdates').length;
    expect(after).toBe(before);
  });

  test('a button pressed in a group sells nothing', async () => {
    const buyer = await greet(world, { language });
    await choose(buyer, '989121234567');
    const { message } = buyer.last();
    const group = world.telegram.group('Family', buyer, world.telegram.bot);
    const there = buyer.in(group);
    await there.type('/start');
    const before = (await world.sales()).length;
    const { toast } = await there.forge(
      message.reply_markup?.inline_keyboard
        .flat()
        .flatMap((key) => ('callback_data' in key ? [key.callback_data] : []))[0] ?? '',
    );
    expect(toast?.text).toBe(says(language, 'group'));
    expect(await world.sales()).toHaveLength(before);
  });
});
