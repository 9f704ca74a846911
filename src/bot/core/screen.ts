import type { InlineKeyboardMarkup } from 'grammy/types';
import { type Press, writePress } from './callback-data.ts';

/** What a person sees: HTML and rows of keys. Plain data, so that a conversation may carry it through a replay. */
export interface Screen {
  readonly text: string;
  readonly keys: readonly (readonly Button[])[];
}

export type Button =
  | {
      readonly label: string;
      readonly press: Press;
      readonly style?: 'success' | 'danger' | 'primary';
      /** The answer stands beside this message instead of in its place. */
      readonly beside?: boolean;
    }
  | { readonly label: string; readonly copy: string }
  | { readonly label: string; readonly url: string };

export const button = (label: string, press: Press): Button => ({ label, press });

export const beside = (label: string, press: Press): Button => ({ label, press, beside: true });

/** Lines of a screen; what does not apply is null and leaves no gap. */
export const lines = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null).join('\n');

export function inRows<T>(items: readonly T[], perRow: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / perRow) }, (_, row) =>
    items.slice(row * perRow, (row + 1) * perRow),
  );
}

export function markup({ keys }: Screen): InlineKeyboardMarkup {
  return { inline_keyboard: keys.map((row) => row.map(buttonOf)) };
}

function buttonOf(key: Button): InlineKeyboardMarkup['inline_keyboard'][number][number] {
  if ('copy' in key) return { text: key.label, copy_text: { text: key.copy } };
  if ('url' in key) return { text: key.label, url: key.url };
  const look = key.style ? { style: key.style } : {};
  return { text: key.label, callback_data: writePress(key.press, key.beside), ...look };
}
