import { type Action, defineAction } from './action.ts';
import { optional, order } from './fields.ts';
import type { Formatter } from './formatter.ts';
import { perRow } from './row-label.ts';
import { type Button, button, inRows, type Screen } from './screen.ts';

export const pageSize = 8;

const maxPage = 10_000;

/** From 1; an old or forged button may carry any number. */
export const clampPage = (page: number, last: number = maxPage): number => Math.min(Math.max(1, page), last);

/** Declared here because every screen uses it; the home feature handles it. */
export const home = defineAction({
  tag: 'h',
  fields: {},
  permission: 'buy',
  whilePaused: true,
  towardsPurchase: true,
});

/** Declared here because every screen that reports trouble uses it; the support feature handles it. */
export const support = defineAction({
  tag: 'sp',
  fields: { order: optional(order) },
  permission: 'buy',
  whilePaused: true,
});

export const homeButton = (format: Formatter): Button => button(format.plain('key-home'), home());

/** Telegram lays rows out from the left, so rows of right-to-left languages are reversed. */
export const inReadingOrder = ({ rtl }: Formatter, row: readonly Button[]): Button[] =>
  rtl ? row.toReversed() : [...row];

/** As many in a row as a phone shows whole, unless told. */
export const choiceRows = (
  format: Formatter,
  buttons: readonly Button[],
  inRow = perRow(buttons.map(({ label }) => label)),
): Button[][] => inRows(buttons, inRow).map((row) => inReadingOrder(format, row));

export const backRow = (format: Formatter, back: Action): Button[] =>
  inReadingOrder(format, [button(format.plain('key-back'), back), homeButton(format)]);

export const promptScreen = (format: Formatter, text: string, back: Action): Screen => ({
  text,
  keys: [backRow(format, back)],
});

export const withCheckMark = (on: boolean, label: string): string => (on ? `✓ ${label}` : label);

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

/** For a list of unknown length. */
export const previousNextRows = (
  format: Formatter,
  { page, more }: { readonly page: number; readonly more: boolean },
  at: (page: number) => Action,
): Button[][] => turnRows(format, page > 1 ? at(page - 1) : null, more ? at(page + 1) : null);

export function pageRows(format: Formatter, page: number, pages: number, at: (page: number) => Action): Button[][] {
  if (pages <= 1) return [];
  const here = button(format.plain('key-page', { page, pages }), at(page));
  return turnRows(format, page > 1 ? at(page - 1) : null, page < pages ? at(page + 1) : null, [here]);
}
