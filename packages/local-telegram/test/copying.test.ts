import type { Message, MessageId } from '@grammyjs/types';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Person } from '#telegram/people/people.ts';
import { type RunningTelegram, startTelegram } from '#telegram/start.ts';
import { createRawApi, type RawApi } from './raw-api.ts';

const ALI = 1001;
const SARA = 1002;

let telegram: RunningTelegram;
let api: RawApi;
let sara: Person;

beforeAll(async () => {
  telegram = await startTelegram();
  api = createRawApi(telegram);
  await telegram.person({ id: ALI, first_name: 'Ali' }).type('/start', { wait: false });
  sara = telegram.person({ id: SARA, first_name: 'Sara' });
  await sara.type('/start', { wait: false });
});

afterAll(() => telegram.close());

const say = (params: object) => api.result<Message>('sendMessage', { chat_id: ALI, text: 'hello', ...params });
const copy = (message_id: number, params: object = {}) =>
  api.call('copyMessage', { chat_id: SARA, from_chat_id: ALI, message_id, ...params });
const refused = (message_id: number, params: object = {}) =>
  api.refusal('copyMessage', { chat_id: SARA, from_chat_id: ALI, message_id, ...params });

describe('copyMessage', () => {
  test('keeps text and formatting but drops the buttons', async () => {
    const keys = { inline_keyboard: [[{ text: 'x', callback_data: 'x' }]] };
    const { message_id } = await say({ text: '<b>Hello</b> all', parse_mode: 'HTML', reply_markup: keys });
    const { body } = await copy(message_id);
    if (!body.ok) throw new Error(body.description);
    const { message_id: id } = body.result as MessageId;
    // The answer has only the id of the message.
    expect(body.result).toEqual({ message_id: id });
    const { message } = sara.last();
    expect(message).toMatchObject({ message_id: id, text: 'Hello all', entities: [{ type: 'bold', length: 5 }] });
    expect(message.reply_markup).toBeUndefined();
    expect(message.from?.is_bot).toBe(true);
  });

  test('copies a person’s message and replaces the caption of a picture', async () => {
    const { said } = await telegram.person({ id: ALI }).sendPhoto({ caption: 'old' }, { wait: false });
    const id = said?.id ?? 0;
    await copy(id);
    expect(sara.last().message).toMatchObject({ caption: 'old', photo: [expect.anything()] });
    await copy(id, { caption: '<i>new</i>', parse_mode: 'HTML' });
    expect(sara.last().message).toMatchObject({ caption: 'new', caption_entities: [{ type: 'italic' }] });
    expect(await refused(id, { caption: 'x'.repeat(1_025) })).toBe('400 Bad Request: message caption is too long');
  });

  test('refuses missing, invalid and protected messages', async () => {
    expect(await refused(999_999)).toBe('400 Bad Request: message to copy not found');
    expect(await refused(1, { from_chat_id: 424_242 })).toBe('400 Bad Request: chat not found');
    const { message_id } = await say({ protect_content: true });
    expect(await refused(message_id)).toBe("400 Bad Request: message can't be copied");
    const invoice = await api.result<Message>('sendInvoice', {
      chat_id: ALI,
      title: 't',
      description: 'd',
      payload: 'p',
      provider_token: 'x',
      currency: 'IRR',
      prices: [{ label: 'l', amount: 1_000_000 }],
    });
    expect(await refused(invoice.message_id)).toBe("400 Bad Request: message can't be copied");
  });

  test('fails for a person who blocked the bot', async () => {
    const { message_id } = await say({});
    await sara.block({ wait: false });
    expect(await refused(message_id)).toBe('403 Forbidden: bot was blocked by the user');
    await sara.unblock({ wait: false });
    expect(await refused(message_id)).toBe('ok');
  });
});
