import type { MessageEntity } from '@grammyjs/types';
import { badRequest, notFound } from './failure.ts';
import type { MethodDeps } from './methods/deps.ts';
import type { Callable } from './methods/method.ts';
import { isRecord, type RawParams } from './request.ts';

/** Methods and parameters of Bale's public documentation that a shop needs. Others are refused. */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  getMe: [],
  getUpdates: ['offset', 'limit', 'timeout'],
  setWebhook: ['url'],
  deleteWebhook: [],
  getWebhookInfo: [],
  sendMessage: ['chat_id', 'text', 'reply_to_message_id', 'reply_markup'],
  editMessageText: ['chat_id', 'message_id', 'text', 'reply_markup'],
  editMessageCaption: ['chat_id', 'message_id', 'caption', 'reply_markup'],
  deleteMessage: ['chat_id', 'message_id'],
  copyMessage: ['chat_id', 'from_chat_id', 'message_id'],
  sendChatAction: ['chat_id', 'action'],
  sendPhoto: ['chat_id', 'photo', 'caption', 'reply_to_message_id', 'reply_markup'],
  sendDocument: ['chat_id', 'document', 'caption', 'reply_to_message_id', 'reply_markup'],
  getFile: ['file_id'],
  answerCallbackQuery: ['callback_query_id', 'text', 'show_alert'],
  sendInvoice: [
    'chat_id',
    'title',
    'description',
    'payload',
    'provider_token',
    'prices',
    'photo_url',
    'reply_to_message_id',
    'reply_markup',
  ],
  answerPreCheckoutQuery: ['pre_checkout_query_id', 'ok', 'error_message'],
  inquireTransaction: ['transaction_id'],
};

const BUTTONS = ['text', 'url', 'callback_data'];

/** Translates a call to Bale into one to Telegram, with Markdown as entities. Refuses what Bale does not support. */
export function fromBale(method: string, { values, uploads }: RawParams): RawParams {
  const name = Object.keys(METHODS).find((one) => one.toLowerCase() === method.toLowerCase());
  if (name === undefined) throw notFound();
  const unknown = Object.keys(values).filter((param) => !METHODS[name]?.includes(param));
  if (unknown.length > 0) throw badRequest(`Bale does not know ${unknown.join(', ')}`);
  checkButtons(values.reply_markup);
  const read: Record<string, unknown> = { ...values };
  for (const [field, entities] of [
    ['text', 'entities'],
    ['caption', 'caption_entities'],
  ] as const) {
    const given = values[field];
    if (typeof given !== 'string' || name === 'answerCallbackQuery') continue;
    if (/<\/?[a-z]+[^>]*>|&(amp|lt|gt|quot);/.test(given)) throw badRequest('Bale shows HTML as it is written');
    const markdown = readMarkdown(given);
    read[field] = markdown.text;
    read[entities] = JSON.stringify(markdown.entities);
  }
  if (name === 'sendInvoice') read.currency = 'IRR';
  return { values: read, uploads };
}

/** A method that Telegram does not have. */
export const inquireTransaction = ({ checkouts }: Pick<MethodDeps, 'checkouts'>): Callable => ({
  name: 'inquireTransaction',
  unknownParams: () => [],
  call: async (bot, { values }) => {
    const transaction = checkouts.transaction(bot.user.id, String(values.transaction_id ?? ''));
    if (!transaction) throw badRequest('transaction not found');
    return transaction;
  },
});

function checkButtons(raw: unknown): void {
  const markup: unknown = typeof raw === 'string' ? JSON.parse(raw) : raw;
  if (!isRecord(markup) || !Array.isArray(markup.inline_keyboard)) return;
  for (const button of markup.inline_keyboard.flat() as Record<string, unknown>[]) {
    const unknown = Object.keys(button).filter((field) => !BUTTONS.includes(field));
    if (unknown.length > 0) throw badRequest(`Bale does not know buttons with ${unknown.join(', ')}`);
    if (typeof button.url === 'string' && !/^https?:/.test(button.url))
      throw badRequest('Bale opens web addresses only');
  }
}

const MARKED = /(?<![\p{L}\p{N}])([*_])(\S(?:[^\n]*?\S)?)\1(?![\p{L}\p{N}])|\[([^\]\n]+)\]\((https?:[^)\s]+)\)/u;

/** Reads bold, italic and links within a line. */
function readMarkdown(source: string): { text: string; entities: MessageEntity[] } {
  const entities: MessageEntity[] = [];
  let text = '';
  let rest = source;
  for (let match = MARKED.exec(rest); match; match = MARKED.exec(rest)) {
    const [whole, mark, marked = '', label, url] = match;
    text += rest.slice(0, match.index);
    const inner = label ?? readMarkdown(marked).text;
    const at = { offset: text.length, length: inner.length };
    if (label !== undefined && url !== undefined) entities.push({ type: 'text_link', ...at, url });
    else entities.push({ type: mark === '*' ? 'bold' : 'italic', ...at });
    text += inner;
    rest = rest.slice(match.index + whole.length);
  }
  return { text: text + rest, entities };
}
