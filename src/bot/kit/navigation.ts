import { type Action, defineAction } from './action.ts';
import { optional, order } from './fields.ts';
import type { Formatter } from './formatter.ts';
import { perRow } from './row-label.ts';
import { type Button, button, inRows, type Screen } from './screen.ts';

/** The most buttons on an everyday screen. */
export const mostButtons = 10;
/** Buttons of a list on one page; with paging, back and home there are ten. */
export const pageSize = 6;
/** Lines of a list on one page. */
export const linesOnPage = 8;

const maxPage = 10_000;

/** Pages count from 1; an old or forged button may carry any number. */
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

/** Reverses rows for right-to-left languages, because Telegram lays rows out from the left. */
export const inReadingOrder = ({ rtl }: Formatter, row: readonly Button[]): Button[] =>
  rtl ? row.toReversed() : [...row];

/** By default as many buttons in a row as a phone shows whole. */
export const choiceRows = (
  format: Formatter,
  buttons: readonly Button[],
  inRow = perRow(buttons.map(({ label }) => label)),
): Button[][] => inRows(buttons, inRow).map((row) => inReadingOrder(format, row));

/** Shows one button if back leads home. */
export const backRow = (format: Formatter, back: Action): Button[] =>
  back.tag === home().tag
    ? [homeButton(format)]
    : inReadingOrder(format, [button(format.plain('key-back'), back), homeButton(format)]);

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

/** The items of a page, or of the last page if there are fewer. */
export function pageOf<T>(items: readonly T[], askedPage: number) {
  const page = clampPage(askedPage, Math.max(1, Math.ceil(items.length / pageSize)));
  return { onPage: items.slice((page - 1) * pageSize, page * pageSize), page, more: items.length > page * pageSize };
}

/** Paging for a list of unknown length. Buttons for the whole list are on the first page, which has no previous one. */
export const previousNextRows = (
  format: Formatter,
  { page, more }: { readonly page: number; readonly more: boolean },
  at: (page: number) => Action,
  forAll: readonly Button[] = [],
): Button[][] => turnRows(format, page > 1 ? at(page - 1) : null, more ? at(page + 1) : null, page > 1 ? [] : forAll);

export function pageRows(
  format: Formatter,
  page: number,
  pages: number,
  at: (page: number) => Action,
  forAll: readonly Button[] = [],
): Button[][] {
  const next = page < pages ? button(format.plain('key-next-page', { page: page + 1, pages }), at(page + 1)) : null;
  const row = [...(page > 1 ? [button(format.plain('key-previous'), at(page - 1))] : forAll), ...(next ? [next] : [])];
  return row.length === 0 ? [] : [inReadingOrder(format, row)];
}
