import type { InlineKeyboardMarkup } from 'grammy/types';
import type { Mobile } from '#domain/phone.ts';
import type { Action } from './action.ts';
import { encodeAction } from './callback-data.ts';

/** HTML and rows of buttons. Plain data with stored names: conversations replay it. */
export interface Screen {
  readonly text: string;
  readonly keys: readonly (readonly Button[])[];
  /** The number that typed text belongs to. */
  readonly mobile?: Mobile;
  /** The order that a typed promo code belongs to. */
  readonly order?: string;
}

export type Button =
  | { readonly label: string; readonly data: string; readonly style?: ButtonStyle }
  | { readonly label: string; readonly copy: string }
  | { readonly label: string; readonly url: string }
  /** Opens a chosen chat with this inline query. */
  | { readonly label: string; readonly inline: string };

export type ButtonStyle = 'success' | 'danger' | 'primary';

/** The reply replaces the button's message. */
export const button = (label: string, action: Action, style?: ButtonStyle): Button => ({
  label,
  data: encodeAction(action),
  ...(style ? { style } : {}),
});

/** The reply is a new message, because people look for the present one later. */
export const newMessageButton = (label: string, action: Action): Button => ({
  label,
  data: encodeAction(action, true),
});

/** Leaves out null parts. */
export const lines = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n');

export function inRows<T>(items: readonly T[], perRow: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / perRow) }, (_, row) =>
    items.slice(row * perRow, (row + 1) * perRow),
  );
}

export function markup({ keys }: Screen): InlineKeyboardMarkup {
  return { inline_keyboard: keys.map((row) => row.map(telegramButton)) };
}

function telegramButton(button: Button): InlineKeyboardMarkup['inline_keyboard'][number][number] {
  if ('copy' in button) return { text: button.label, copy_text: { text: button.copy } };
  if ('url' in button) return { text: button.label, url: button.url };
  if ('inline' in button) return { text: button.label, switch_inline_query_chosen_chat: inChosenChat(button.inline) };
  return { text: button.label, callback_data: button.data, ...(button.style ? { style: button.style } : {}) };
}

const inChosenChat = (query: string) => ({
  query,
  allow_user_chats: true,
  allow_group_chats: true,
  allow_channel_chats: true,
});
