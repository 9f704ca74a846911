import type { InlineKeyboardButton, InlineKeyboardMarkup, KeyboardButton } from '@grammyjs/types';
import { badRequest } from './failure.ts';
import type { ReplyMarkup } from './model.ts';
import { FieldProblem, json, numberField, type Reader, stringField, within } from './readers.ts';
import { isRecord } from './request.ts';
import { checkedLink } from './text/html.ts';

const MAX_BUTTONS = 100;
const MAX_MARKUP_BYTES = 10_000;
const MAX_CALLBACK_BYTES = 64;
const MAX_COPY_CHARACTERS = 256;

const ACTIONS = [
  'url',
  'callback_data',
  'web_app',
  'login_url',
  'disabled',
  'switch_inline_query',
  'switch_inline_query_current_chat',
  'switch_inline_query_chosen_chat',
  'copy_text',
  'callback_game',
  'pay',
];

export const replyMarkup: Reader<ReplyMarkup | undefined> = (raw) => {
  const value = json(raw, 'reply keyboard markup');
  if (value === undefined) return undefined;
  if (!isRecord(value)) throw badRequest('object expected as reply markup');
  for (const name of ['resize_keyboard', 'one_time_keyboard', 'is_persistent'])
    checkFlag(value, name, 'ReplyKeyboardMarkup');
  checkFlag(value, 'remove_keyboard', 'ReplyKeyboardRemove');
  checkFlag(value, 'selective', 'reply markup');
  checkFlag(value, 'force_reply', 'reply markup');

  const keyboard = rows(value, 'keyboard', 'ReplyKeyboardMarkup', (button) =>
    within("can't parse keyboard button", () => keyboardButton(button)),
  );
  const inline = rows(value, 'inline_keyboard', 'InlineKeyboardMarkup', (button) =>
    within("can't parse inline keyboard button", () => inlineButton(button)),
  );
  if (keyboard.length > 0) return { ...value, keyboard };
  if (inline.length > 0) {
    checkInline(inline.flat());
    return { inline_keyboard: inline };
  }
  if (value.remove_keyboard === true) return { ...value, remove_keyboard: true };
  if (value.force_reply === true) return { ...value, force_reply: true };
  return undefined;
};

/** Reads the markup of edits and invoices, which may only have inline buttons. */
export const inlineMarkup: Reader<InlineKeyboardMarkup | undefined> = (raw, name, params) => {
  const markup = replyMarkup(raw, name, params);
  if (markup !== undefined && !('inline_keyboard' in markup)) throw badRequest('inline keyboard expected');
  return markup;
};

function checkFlag(value: Record<string, unknown>, name: string, type: string): void {
  if (name in value && typeof value[name] !== 'boolean') {
    throw badRequest(`field "${name}" of the ${type} must be of the type Boolean`);
  }
}

function rows<B>(value: Record<string, unknown>, name: string, type: string, read: (button: unknown) => B): B[][] {
  const field = value[name];
  if (field === undefined) return [];
  if (!Array.isArray(field)) throw badRequest(`field "${name}" of the ${type} must be an Array`);
  const read2d = field.map((row: unknown) => {
    if (!Array.isArray(row)) throw badRequest(`field "${name}" of the ${type} must be an Array of Arrays`);
    return row.map(read);
  });
  const filled = read2d.filter((row) => row.length > 0);
  const tooLong = filled.flat().length > MAX_BUTTONS || Buffer.byteLength(JSON.stringify(filled)) > MAX_MARKUP_BYTES;
  if (tooLong) throw badRequest('reply markup is too long');
  return filled;
}

function keyboardButton(button: unknown): KeyboardButton {
  if (typeof button === 'string') return { text: button };
  if (!isRecord(button)) throw new FieldProblem('KeyboardButton must be an Object');
  const text = stringField(button, 'text');
  const { request_managed_bot: request } = button;
  if (request === undefined) return { ...button, text };
  if (!isRecord(request)) throw new FieldProblem('Field "request_managed_bot" must be of type Object');
  return { ...button, text, request_managed_bot: { ...request, request_id: numberField(request, 'request_id') } };
}

export const asksForBot = (button: KeyboardButton): button is KeyboardButton.RequestManagedBotButton =>
  typeof button !== 'string' && 'request_managed_bot' in button;

function inlineButton(button: unknown): InlineKeyboardButton {
  if (!isRecord(button)) throw new FieldProblem('InlineKeyboardButton must be an Object');
  const text = stringField(button, 'text');
  const action = ACTIONS.find((name) => button[name] !== undefined && button[name] !== null);
  if (action === undefined) throw new FieldProblem('Text buttons are unallowed in the inline keyboard');
  if (action === 'url' || action === 'callback_data' || action.startsWith('switch_inline_query')) {
    if (action !== 'switch_inline_query_chosen_chat') stringField(button, action);
  } else if (action !== 'pay' && !isRecord(button[action])) {
    throw new FieldProblem(`Field "${action}" must be of type Object`);
  }
  // If there are several actions, Telegram keeps the first that it looks for.
  const { icon_custom_emoji_id, style } = button;
  const look = {
    ...(icon_custom_emoji_id === undefined ? {} : { icon_custom_emoji_id }),
    ...(style === undefined ? {} : { style }),
  };
  return { text, [action]: button[action], ...look } as unknown as InlineKeyboardButton;
}

/** Repeats checks of Telegram's servers, after the shape is valid. */
function checkInline(buttons: readonly InlineKeyboardButton[]): void {
  for (const [index, button] of buttons.entries()) {
    if (button.text.trim() === '') throw badRequest('inline keyboard button text must be non-empty');
    if ('callback_data' in button) {
      const bytes = Buffer.byteLength(button.callback_data);
      if (bytes === 0 || bytes > MAX_CALLBACK_BYTES) throw badRequest('BUTTON_DATA_INVALID');
    }
    if ('url' in button) checkUrl('URL', button.url);
    if ('login_url' in button) checkUrl('URL', button.login_url.url);
    if ('web_app' in button) {
      checkUrl('Web App URL', button.web_app.url);
      if (!button.web_app.url.startsWith('https://')) {
        throw badRequest(
          `inline keyboard button Web App URL '${button.web_app.url}' is invalid: Only HTTPS links are allowed`,
        );
      }
    }
    if ('copy_text' in button) {
      const length = String(button.copy_text.text ?? '').length;
      if (length === 0 || length > MAX_COPY_CHARACTERS) throw badRequest('BUTTON_COPY_TEXT_INVALID');
    }
    if ('pay' in button && index > 0) throw badRequest('BUTTON_POS_INVALID');
  }
}

function checkUrl(what: string, url: string): void {
  const fail = (why: string) => badRequest(`inline keyboard button ${what} '${url}' is invalid: ${why}`);
  if (url.trim() === '') throw fail('URL host is empty');
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(url) && !/^(https?|tg|ton|tonsite):/i.test(url))
    throw fail('Unsupported URL protocol');
  if (checkedLink(url) === undefined) throw fail('Wrong HTTP URL');
}
