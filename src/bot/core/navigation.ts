import { type Action, defineAction } from './action.ts';
import type { Formatter } from './formatter.ts';
import { type Button, button, type Screen } from './screen.ts';

/** Declared here because every screen has the way home; the home feature handles it. */
export const home = defineAction({
  tag: 'h',
  fields: {},
  permission: 'buy',
  whilePaused: true,
  towardsPurchase: true,
});

export const homeButton = (format: Formatter): Button => button(format.plain('key-home'), home());

/** Telegram lays out every row from the left: in Persian, back and forward change places. */
export const inReadingOrder = ({ language }: Formatter, row: Button[]): Button[] =>
  language === 'fa' ? row.toReversed() : row;

/** The last row of most screens: back, and home. */
export const backRow = (format: Formatter, back: Action): Button[] =>
  inReadingOrder(format, [button(format.plain('key-back'), back), homeButton(format)]);

/** Asks for something to be typed, with the way back. */
export const promptScreen = (format: Formatter, text: string, back: Action): Screen => ({
  text,
  keys: [backRow(format, back)],
});

/** The option that is in force has a mark. */
export const withCheckMark = (on: boolean, label: string): string => (on ? `✓ ${label}` : label);

/** Previous and next, where there are such pages. */
export function turnRows(
  format: Formatter,
  previous: Action | null,
  next: Action | null,
  between: readonly Button[] = [],
): Button[][] {
  const row = [
    ...(previous ? [button(format.plain('key-previous'), previous)] : []),
    ...between,
    ...(next ? [button(format.plain('key-next'), next)] : []),
  ];
  return row.length === 0 ? [] : [inReadingOrder(format, row)];
}

/** For a list of unknown length. Pages count from 1. */
export const previousNextRows = (
  format: Formatter,
  { page, more }: { readonly page: number; readonly more: boolean },
  at: (page: number) => Action,
): Button[][] => turnRows(format, page > 1 ? at(page - 1) : null, more ? at(page + 1) : null);

/** Previous, current and next page; nothing for a single page. */
export function pageRows(format: Formatter, page: number, pages: number, at: (page: number) => Action): Button[][] {
  if (pages <= 1) return [];
  const here = button(format.plain('key-page', { page, pages }), at(page));
  return turnRows(format, page > 1 ? at(page - 1) : null, page < pages ? at(page + 1) : null, [here]);
}
