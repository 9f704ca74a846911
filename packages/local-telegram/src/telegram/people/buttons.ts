import type { InlineKeyboardButton, KeyboardButton } from '@grammyjs/types';
import type { ChatRecord, StoredMessage } from '#telegram/model.ts';
import type { Place, PressOptions } from './conversation.ts';
import { asRead, buttonText, inlineRows, keyboardRows } from './screen.ts';

export type FoundButton =
  | { readonly kind: 'inline'; readonly button: InlineKeyboardButton; readonly stored: StoredMessage }
  | { readonly kind: 'keyboard'; readonly button: KeyboardButton };

/** Matches the whole text first, then a part that only one button has. */
function pick<B>(buttons: readonly B[], textOf: (button: B) => string, wanted: string | RegExp): B | undefined {
  if (typeof wanted !== 'string') return buttons.find((button) => wanted.test(textOf(button)));
  const exact = buttons.find((button) => textOf(button) === wanted);
  if (exact) return exact;
  const partly = buttons.filter((button) => textOf(button).includes(wanted));
  return partly.length === 1 ? partly[0] : undefined;
}

/** Finds a button on the newest message that has it, then in the reply keyboard. */
export function findButton(
  chat: ChatRecord,
  wanted: string | RegExp | Place,
  options: PressOptions,
): FoundButton | undefined {
  const newestFirst = [...chat.messages.values()].reverse();
  const candidates =
    options.message === undefined
      ? newestFirst
      : newestFirst.filter((one) => one.message.message_id === options.message);
  for (const stored of options.underInput ? [] : candidates) {
    const rows = inlineRows(stored);
    if (rows.length === 0) continue;
    const button =
      typeof wanted === 'object' && 'row' in wanted
        ? rows.at(wanted.row)?.at(wanted.column)
        : pick(rows.flat(), (one) => asRead(one.text), wanted);
    if (button) return { kind: 'inline', button, stored };
  }
  const isPlace = typeof wanted === 'object' && 'row' in wanted;
  if (isPlace && !options.underInput) return undefined;
  const keys = keyboardRows(chat);
  const button = isPlace
    ? keys.at(wanted.row)?.at(wanted.column)
    : pick(keys.flat(), (key) => asRead(buttonText(key)), wanted);
  return button === undefined ? undefined : { kind: 'keyboard', button };
}
