import type { BotCommand, InlineKeyboardButton, KeyboardButton, Message, MessageEntity } from '@grammyjs/types';
import type { Toast } from '#telegram/events.ts';
import type { ChatRecord, StoredMessage } from '#telegram/model.ts';
import { renderHtml } from '#telegram/text/render.ts';

export type MediaKind = 'photo' | 'document' | 'sticker' | 'voice' | 'location' | 'contact';

/** A message as the chat shows it now. */
export interface Shown {
  readonly id: number;
  readonly from: string;
  readonly fromBot: boolean;
  /** The text or caption, with spaces instead of no-break spaces. */
  readonly text: string;
  /** The text as Telegram's HTML. */
  readonly html: string;
  readonly entities: readonly MessageEntity[];
  /** Texts of the inline buttons, row by row. */
  readonly buttons: readonly (readonly string[])[];
  readonly media: MediaKind | undefined;
  /** An invoice with its state. */
  readonly invoice:
    | { readonly title: string; readonly amount: number; readonly currency: string; readonly paid: boolean }
    | undefined;
  readonly edited: boolean;
  /** Compare with `mark()` to find what is new. */
  readonly changed: number;
  readonly message: Message;
}

export interface Screen {
  readonly title: string;
  /** Messages, oldest first. */
  readonly messages: readonly Shown[];
  /** The reply keyboard, row by row. */
  readonly keyboard: readonly (readonly string[])[] | undefined;
  /** The same buttons with their requests. */
  readonly keys: readonly (readonly KeyboardButton[])[];
  readonly placeholder: string | undefined;
  /** The bot's chat action, until its next message. */
  readonly action: string | undefined;
  /** The answer to this person's last press. */
  readonly toast: Toast | undefined;
  readonly commands: readonly BotCommand[];
}

export const inlineRows = (stored: StoredMessage): readonly (readonly InlineKeyboardButton[])[] =>
  stored.markup && 'inline_keyboard' in stored.markup ? stored.markup.inline_keyboard : [];

/** Replaces no-break spaces, which look like any other to a person. */
export const asRead = (text: string): string => text.replaceAll('\u00a0', ' ');

export const buttonText = (button: KeyboardButton): string => (typeof button === 'string' ? button : button.text);

export const keyboardRows = (chat: ChatRecord): readonly (readonly KeyboardButton[])[] =>
  chat.keyboard && 'keyboard' in chat.keyboard ? chat.keyboard.keyboard : [];

function mediaOf(message: Message): MediaKind | undefined {
  const kinds: readonly MediaKind[] = ['photo', 'document', 'sticker', 'voice', 'location', 'contact'];
  return kinds.find((kind) => message[kind] !== undefined);
}

export function shown(stored: StoredMessage): Shown {
  const { message } = stored;
  const text = asRead(message.text ?? message.caption ?? '');
  const entities = message.entities ?? message.caption_entities ?? [];
  const { invoice } = message;
  return {
    id: message.message_id,
    from: message.from?.first_name ?? '',
    fromBot: message.from?.is_bot ?? false,
    text,
    get html() {
      return renderHtml(text, entities);
    },
    entities,
    buttons: inlineRows(stored).map((row) => row.map((button) => asRead(button.text))),
    media: mediaOf(message),
    invoice: invoice && {
      title: invoice.title,
      amount: invoice.total_amount,
      currency: invoice.currency,
      paid: stored.invoice?.paid ?? false,
    },
    edited: message.edit_date !== undefined,
    changed: stored.changed,
    message,
  };
}

/** The screen as plain text, for failing tests. */
export function describeScreen(screen: Screen): string {
  const lines = screen.messages.slice(-12).map((message) => {
    const what = [
      message.media && `[${message.media}]`,
      message.invoice && `[invoice ${message.invoice.title}]`,
      message.text,
    ];
    const rows = message.buttons.map((row) => `    ${row.map((button) => `[ ${button} ]`).join(' ')}`);
    return [`  #${message.id} ${message.from}: ${what.filter(Boolean).join(' ')}`, ...rows].join('\n');
  });
  const keyboard = screen.keyboard?.map((row) => `  ⌨ ${row.map((button) => `[ ${button} ]`).join(' ')}`) ?? [];
  const toast = screen.toast ? [`  (toast) ${screen.toast.text}`] : [];
  return [
    `the chat "${screen.title}" shows:`,
    ...(lines.length > 0 ? lines : ['  nothing']),
    ...keyboard,
    ...toast,
  ].join('\n');
}
