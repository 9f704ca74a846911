import type { Message } from '@grammyjs/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createManualClock } from './manual-clock.ts';
import { createRawApi, type RawApi } from './raw-api.ts';

const clock = createManualClock();
let telegram: RunningTelegram;
let api: RawApi;
const ALI = 1001;

beforeAll(async () => {
  telegram = await startTelegram({ clock });
  api = createRawApi(telegram);
  await telegram.person({ id: ALI, first_name: 'Ali' }).type('/start', { wait: false });
});

afterAll(() => telegram.close());

const send = (params: object) => api.refusal('sendMessage', { chat_id: ALI, text: 'hello', ...params });
const inline = (...row: unknown[]) => ({ reply_markup: { inline_keyboard: [row] } });
const html = (text: string) => send({ text, parse_mode: 'HTML' });

describe('tokens and methods', () => {
  test('refuses unknown tokens', async () => {
    expect(await createRawApi(telegram, '7000000001:wrong').call('getMe')).toEqual({
      status: 401,
      body: { ok: false, error_code: 401, description: 'Unauthorized' },
    });
  });

  test('refuses a malformed token', async () => {
    expect(await createRawApi(telegram, 'nonsense').refusal('getMe')).toBe('401 Unauthorized: invalid token specified');
  });

  test.each(['sendDice', 'nonsense'])('does not find %s', async (method) => {
    expect(await api.call(method)).toEqual({
      status: 404,
      body: { ok: false, error_code: 404, description: 'Not Found' },
    });
  });

  test('ignores the case of method names', async () => {
    expect(await api.refusal('GETME')).toBe('ok');
  });
});

describe('parameters', () => {
  test.each([
    [{ chat_id: undefined }, '400 Bad Request: chat_id is empty'],
    [{ chat_id: 'ali' }, '400 Bad Request: chat not found'],
    [{ chat_id: 999_999 }, '400 Bad Request: chat not found'],
    [{ chat_id: -1_001_234_567 }, '400 Bad Request: chat not found'],
    [{ text: undefined }, '400 Bad Request: message text is empty'],
    [{ text: '' }, '400 Bad Request: message text is empty'],
    [{ text: ' \n ' }, '400 Bad Request: text must be non-empty'],
    [{ text: '<b></b>', parse_mode: 'HTML' }, '400 Bad Request: text must be non-empty'],
    [{ text: 'x'.repeat(4097) }, '400 Bad Request: message is too long'],
    [{ parse_mode: 'BBCode' }, '400 Bad Request: unsupported parse_mode'],
    [
      { entities: [{ type: 'bold', offset: 'x', length: 1 }] },
      '400 Bad Request: can\'t parse MessageEntity: Field "offset" must be of type Number',
    ],
    [
      { entities: [{ type: 'glow', offset: 0, length: 1 }] },
      "400 Bad Request: can't parse MessageEntity: Unsupported type specified",
    ],
    [{ reply_parameters: { message_id: 4_000_000 } }, '400 Bad Request: message to be replied not found'],
    [{ reply_parameters: { message_id: 4_000_000, allow_sending_without_reply: true } }, 'ok'],
    [{ chat_id: String(ALI), disable_notification: 'true' }, 'ok'],
    [{ text: 12_345 }, 'ok'],
  ])('sendMessage %j is answered as by Telegram', async (params, answer) => {
    expect(await send(params)).toBe(answer);
  });

  test('an unknown parameter is ignored like in Telegram, and recorded', async () => {
    const form = new FormData();
    form.set('chat_id', String(ALI));
    form.set('document', 'attach://upload');
    form.set('upload', new File(['a,b'], 'list.csv'));
    form.set('link_preview_options', '{"is_disabled":true}');
    const response = await fetch(`${telegram.url}/bot${telegram.token}/sendDocument`, { method: 'POST', body: form });
    expect(response.status).toBe(200);
    expect(await send({ link_preview_options: { is_disabled: true }, toString: 1 })).toBe('ok');
    expect(telegram.journal.calls('sendDocument').at(-1)?.unknownParams).toEqual(['link_preview_options']);
    expect(telegram.journal.calls('sendMessage').at(-1)?.unknownParams).toEqual(['toString']);
    await api.refusal('copyMessage', { chat_id: ALI, from_chat_id: ALI, message_id: 1, business_connection_id: '' });
    expect(telegram.journal.calls('copyMessage').at(-1)?.unknownParams).toEqual(['business_connection_id']);
  });

  test('the length of a text is counted without its formatting', async () => {
    expect(await html(`<b>${'x'.repeat(4096)}</b>`)).toBe('ok');
    expect(await html(`<b>${'x'.repeat(4097)}</b>`)).toBe('400 Bad Request: message is too long');
    expect(await send({ text: '😀'.repeat(2049) })).toBe('400 Bad Request: message is too long');
  });

  test('an unsupported parameter is reported', async () => {
    expect(await send({ direct_messages_topic_id: 5 })).toBe(
      '400 Bad Request: the local Telegram does not support the parameter "direct_messages_topic_id"',
    );
  });

  test('a body that is not JSON is refused', async () => {
    const response = await fetch(`${telegram.url}/bot${telegram.token}/getMe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
  });
});

describe('HTML', () => {
  test.each([
    ['<b>open', 'Can\'t find end tag corresponding to start tag "b"'],
    ['<b><i>x</b></i>', 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'],
    ['x</b>', 'Unexpected end tag at byte offset 1'],
    ['<x>y</x>', 'Unsupported start tag "x" at byte offset 0'],
    ['سلام <div>', 'Unsupported start tag "div" at byte offset 9'],
    ['1 < 2', 'Unsupported start tag "" at byte offset 2'],
    ['a <b', 'Unclosed start tag at byte offset 2'],
    ['<a href="https://x.org', 'Unclosed start tag at byte offset 0'],
    ['<a href>x</a>', 'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0'],
    ['<a =x>x</a>', 'Empty attribute name in the tag "a" at byte offset 0'],
    ['<b>x</b', 'Unclosed end tag at byte offset 4'],
    ['<span>x</span>', 'Tag "span" must have class "tg-spoiler" at byte offset 0'],
    ['<tg-emoji emoji-id="x">x</tg-emoji>', 'Invalid custom emoji identifier specified'],
    [
      '&#xd800;',
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    ],
  ])('%s is refused with Telegram’s reason', async (text, reason) => {
    expect(await html(text)).toBe(`400 Bad Request: can't parse entities: ${reason}`);
  });
});

describe('keyboards', () => {
  test.each([
    [inline({ text: 'x', callback_data: 'a'.repeat(65) }), '400 Bad Request: BUTTON_DATA_INVALID'],
    [inline({ text: 'x', callback_data: 'س'.repeat(33) }), '400 Bad Request: BUTTON_DATA_INVALID'],
    [inline({ text: 'x', callback_data: 'س'.repeat(32) }), 'ok'],
    [inline({ text: 'x', callback_data: '' }), '400 Bad Request: BUTTON_DATA_INVALID'],
    [
      inline({ text: 'x' }),
      "400 Bad Request: can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
    ],
    [inline({ callback_data: 'x' }), '400 Bad Request: can\'t parse inline keyboard button: Can\'t find field "text"'],
    [
      inline({ text: {}, callback_data: 'x' }),
      '400 Bad Request: can\'t parse inline keyboard button: Field "text" must be of type String',
    ],
    [inline('x'), "400 Bad Request: can't parse inline keyboard button: InlineKeyboardButton must be an Object"],
    [
      inline({ text: 'x', url: 'http://localhost/a' }),
      "400 Bad Request: inline keyboard button URL 'http://localhost/a' is invalid: Wrong HTTP URL",
    ],
    [
      inline({ text: 'x', url: 'happ://add' }),
      "400 Bad Request: inline keyboard button URL 'happ://add' is invalid: Unsupported URL protocol",
    ],
    [inline({ text: 'x', url: 'https://example.org' }), 'ok'],
    [
      inline({ text: 'x', web_app: { url: 'http://example.org' } }),
      "400 Bad Request: inline keyboard button Web App URL 'http://example.org' is invalid: Only HTTPS links are allowed",
    ],
    [inline({ text: 'x', copy_text: { text: 'y'.repeat(257) } }), '400 Bad Request: BUTTON_COPY_TEXT_INVALID'],
    [inline({ text: 'x', copy_text: { text: 'y'.repeat(256) } }), 'ok'],
    [inline({ text: 'x', pay: true }), '400 Bad Request: BUTTON_TYPE_INVALID'],
    [
      inline(...Array.from({ length: 101 }, () => ({ text: 'x', callback_data: 'x' }))),
      '400 Bad Request: reply markup is too long',
    ],
    [
      { reply_markup: { inline_keyboard: {} } },
      '400 Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array',
    ],
    [
      { reply_markup: { inline_keyboard: [{}] } },
      '400 Bad Request: field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
    ],
    [{ reply_markup: [] }, '400 Bad Request: object expected as reply markup'],
    [{ reply_markup: '{' }, "400 Bad Request: can't parse reply keyboard markup JSON object"],
    [
      { reply_markup: { keyboard: [['x']], resize_keyboard: 'yes' } },
      '400 Bad Request: field "resize_keyboard" of the ReplyKeyboardMarkup must be of the type Boolean',
    ],
    [{ reply_markup: { keyboard: [['x', { text: 'Share', request_contact: true }]], resize_keyboard: true } }, 'ok'],
    [{ reply_markup: { remove_keyboard: true } }, 'ok'],
    [{ reply_markup: { force_reply: true, input_field_placeholder: '0912' } }, 'ok'],
  ])('%j is answered as by Telegram', async (params, answer) => {
    expect(await send(params)).toBe(answer);
  });
});

describe('edits and deletions', () => {
  const NOT_MODIFIED =
    '400 Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message';
  const sent = (params: object = {}) => api.result<Message>('sendMessage', { chat_id: ALI, text: 'hello', ...params });
  const edit = (message_id: number, params: object) =>
    api.refusal('editMessageText', { chat_id: ALI, message_id, ...params });

  test('an edit without a change is reported', async () => {
    const { message_id } = await sent({ ...inline({ text: 'x', callback_data: 'x' }) });
    expect(await edit(message_id, { text: 'hello', ...inline({ text: 'x', callback_data: 'x' }) })).toBe(NOT_MODIFIED);
    expect(await edit(message_id, { text: ' hello ', ...inline({ text: 'x', callback_data: 'x' }) })).toBe(
      NOT_MODIFIED,
    );
    expect(
      await edit(message_id, {
        text: '<b>hello</b>',
        parse_mode: 'HTML',
        ...inline({ text: 'x', callback_data: 'x' }),
      }),
    ).toBe('ok');
    expect(await edit(message_id, { text: '<b>hello</b>', parse_mode: 'HTML' })).toBe('ok');
    expect(await api.refusal('editMessageReplyMarkup', { chat_id: ALI, message_id })).toBe(NOT_MODIFIED);
    expect(
      await api.refusal('editMessageReplyMarkup', {
        chat_id: ALI,
        message_id,
        ...inline({ text: 'y', callback_data: 'y' }),
      }),
    ).toBe('ok');
  });

  test('a missing message is reported', async () => {
    expect(await edit(4_000_000, { text: 'x' })).toBe('400 Bad Request: message to edit not found');
    expect(await api.refusal('deleteMessage', { chat_id: ALI, message_id: 4_000_000 })).toBe(
      '400 Bad Request: message to delete not found',
    );
    expect(await api.refusal('editMessageText', { text: 'x' })).toBe(
      '400 Bad Request: message identifier is not specified',
    );
    const { message_id } = await sent();
    expect(await api.refusal('deleteMessage', { chat_id: ALI, message_id })).toBe('ok');
    expect(await edit(message_id, { text: 'x' })).toBe('400 Bad Request: message to edit not found');
  });

  test('a bot can edit only its own messages without a reply keyboard', async () => {
    const { said } = await telegram.person({ id: ALI }).type('mine', { wait: false });
    expect(await edit(said?.id ?? 0, { text: 'x' })).toBe("400 Bad Request: message can't be edited");
    const { message_id } = await sent({ reply_markup: { keyboard: [['x']] } });
    expect(await edit(message_id, { text: 'x' })).toBe("400 Bad Request: message can't be edited");
    const plain = await sent();
    expect(await edit(plain.message_id, { text: 'x', reply_markup: { keyboard: [['x']] } })).toBe(
      '400 Bad Request: inline keyboard expected',
    );
    expect(await api.refusal('editMessageCaption', { chat_id: ALI, message_id: plain.message_id, caption: 'x' })).toBe(
      '400 Bad Request: there is no caption in the message to edit',
    );
  });

  test('a message cannot be deleted for everyone after two days', async () => {
    const { message_id } = await sent();
    clock.advance(49 * 3_600_000);
    expect(await api.refusal('deleteMessage', { chat_id: ALI, message_id })).toBe(
      "400 Bad Request: message can't be deleted for everyone",
    );
  });
});

describe('answers to presses', () => {
  const TOO_OLD = '400 Bad Request: query is too old and response timeout expired or query ID is invalid';
  const press = async (options: object = {}) => {
    await send(inline({ text: 'Go', callback_data: 'go' }));
    const { update } = await telegram.person({ id: ALI }).press('Go', { wait: false, ...options });
    return update?.callback_query?.id;
  };

  test('an answer in time is accepted', async () => {
    expect(await api.refusal('answerCallbackQuery', { callback_query_id: await press(), text: 'x' })).toBe('ok');
  });

  test('a late answer and one to an unknown press are refused', async () => {
    const callback_query_id = await press();
    clock.advance(16_000);
    expect(await api.refusal('answerCallbackQuery', { callback_query_id })).toBe(TOO_OLD);
    expect(await api.refusal('answerCallbackQuery', { callback_query_id: await press({ stale: true }) })).toBe(TOO_OLD);
    expect(await api.refusal('answerCallbackQuery', { callback_query_id: '123' })).toBe(TOO_OLD);
    expect(await api.refusal('answerCallbackQuery', {})).toBe(TOO_OLD);
  });

  test('an answer can open only the bot’s own links', async () => {
    const answer = async (url: string) => api.refusal('answerCallbackQuery', { callback_query_id: await press(), url });
    expect(await answer('https://example.org')).toBe('400 Bad Request: URL_INVALID');
    expect(await answer('https://t.me/sharj_bot?start=x')).toBe('ok');
  });

  test('a text of more than 200 characters is refused', async () => {
    expect(await api.refusal('answerCallbackQuery', { callback_query_id: await press(), text: 'x'.repeat(201) })).toBe(
      '400 Bad Request: MESSAGE_TOO_LONG',
    );
  });
});

describe('blocked or unknown people', () => {
  test('a person who blocked the bot gets no messages', async () => {
    const ali = telegram.person({ id: ALI });
    await ali.block({ wait: false });
    expect(await send({})).toBe('403 Forbidden: bot was blocked by the user');
    expect(await api.refusal('sendChatAction', { chat_id: ALI, action: 'typing' })).toBe(
      '403 Forbidden: bot was blocked by the user',
    );
    await ali.unblock({ wait: false });
    expect(await send({})).toBe('ok');
  });

  test('a bot cannot write first', async () => {
    const reza = telegram.person({ id: 1002, first_name: 'Reza' });
    telegram.group('Sellers', reza, telegram.bot);
    expect(await api.refusal('sendMessage', { chat_id: 1002, text: 'x' })).toBe(
      "403 Forbidden: bot can't initiate conversation with a user",
    );
    const strangers = telegram.group('Strangers', reza);
    expect(await api.refusal('sendMessage', { chat_id: strangers.id, text: 'x' })).toBe(
      '403 Forbidden: bot is not a member of the supergroup chat',
    );
  });
});

describe('flood limits', () => {
  test('a bot over the limit is asked to wait', async () => {
    telegram.faults.flood({ messages: 2, seconds: 5 });
    expect([await send({}), await send({})]).toEqual(['ok', 'ok']);
    expect(await api.call('sendMessage', { chat_id: ALI, text: 'x' })).toEqual({
      status: 429,
      body: {
        ok: false,
        error_code: 429,
        description: 'Too Many Requests: retry after 5',
        parameters: { retry_after: 5 },
      },
    });
    clock.advance(5001);
    expect(await send({})).toBe('ok');
    telegram.faults.flood(undefined);
  });
});

describe('the bot’s profile', () => {
  test.each([
    [{ commands: [{ command: 'Start', description: 'x' }] }, '400 Bad Request: BOT_COMMAND_INVALID'],
    [{ commands: [{ command: 'start' }] }, '400 Bad Request: can\'t parse BotCommand: Can\'t find field "description"'],
    [{ commands: {} }, '400 Bad Request: expected an Array of BotCommand'],
    [
      { commands: [], scope: { type: 'nobody' } },
      "400 Bad Request: can't parse BotCommandScope: Unsupported type specified",
    ],
    [
      { commands: [{ command: 'start', description: 'x' }], scope: { type: 'all_private_chats' }, language_code: 'fa' },
      'ok',
    ],
  ])('setMyCommands %j is answered as by Telegram', async (params, answer) => {
    expect(await api.refusal('setMyCommands', params)).toBe(answer);
  });

  test('each person sees the commands of their scope and language', async () => {
    const commands = (description: string) => [{ command: 'start', description }];
    await api.result('setMyCommands', { commands: commands('everyone') });
    await api.result('setMyCommands', {
      commands: commands('خصوصی'),
      scope: { type: 'all_private_chats' },
      language_code: 'fa',
    });
    await api.result('setMyCommands', { commands: commands('Ali'), scope: { type: 'chat', chat_id: ALI } });
    expect(telegram.person({ id: ALI }).screen().commands).toEqual(commands('Ali'));
    expect(telegram.person({ id: 1003, language_code: 'fa' }).screen().commands).toEqual(commands('خصوصی'));
    expect(telegram.person({ id: 1004, language_code: 'en' }).screen().commands).toEqual(commands('everyone'));
    expect(await api.result('getMyCommands', { scope: { type: 'chat', chat_id: ALI } })).toEqual(commands('Ali'));
    await api.result('deleteMyCommands', { scope: { type: 'chat', chat_id: ALI } });
    expect(telegram.person({ id: ALI }).screen().commands).toEqual(commands('everyone'));
  });

  test('a name, descriptions and a menu button are accepted', async () => {
    await api.result('setMyName', { name: 'Sharj 2' });
    await api.result('setMyName', { name: 'شارژ', language_code: 'fa' });
    expect(await api.result('getMyName', { language_code: 'fa' })).toEqual({ name: 'شارژ' });
    expect(await api.result('getMe')).toMatchObject({ first_name: 'Sharj 2' });
    await api.result('setMyDescription', { description: 'Sells data' });
    await api.result('setMyShortDescription', { short_description: 'Data' });
    expect(await api.result('getMyDescription')).toEqual({ description: 'Sells data' });
    expect(await api.result('getMyShortDescription')).toEqual({ short_description: 'Data' });
    await api.result('setChatMenuButton', { chat_id: ALI, menu_button: { type: 'default' } });
    expect(await api.result('getChatMenuButton', { chat_id: ALI })).toEqual({ type: 'default' });
    expect(await api.refusal('setMyName', { name: 'x'.repeat(65) })).toBe('400 Bad Request: BOT_TITLE_INVALID');
  });
});
