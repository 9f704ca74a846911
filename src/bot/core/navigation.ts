import type { Mobile } from '../../domain/phone.ts';
import type { OperatorId, Product, ProductType, SimType } from '../../domain/product.ts';
import type { Press } from './callback-data.ts';
import type { Formatter } from './formatter.ts';
import { type Button, button } from './screen.ts';

export type ShelfPress = Extract<Press, { to: 'shelf' }>;

export const homeButton = (format: Formatter): Button => button(format.plain('key-home'), { to: 'home' });

/**
 * Telegram lays a row out from the left in every language. What leads back and forth stands as it is read: in Persian
 * the earlier one to the right, so that the arrows point outwards.
 */
export const inReadingOrder = ({ language }: Formatter, row: Button[]): Button[] =>
  language === 'fa' ? row.toReversed() : row;

/** The last row of every step: one back, and home. */
export const backRow = (format: Formatter, back: Press): Button[] =>
  inReadingOrder(format, [button(format.plain('key-back'), back), homeButton(format)]);

/** One of several, and the one that is in force. */
export const chosen = (on: boolean, label: string): string => (on ? `✓ ${label}` : label);

/** Previous and next, as far as there are such; no row where there is neither. */
export function turnRows(
  format: Formatter,
  previous: Press | null,
  next: Press | null,
  between: readonly Button[] = [],
): Button[][] {
  const row = [
    ...(previous ? [button(format.plain('key-previous'), previous)] : []),
    ...between,
    ...(next ? [button(format.plain('key-next'), next)] : []),
  ];
  return row.length === 0 ? [] : [inReadingOrder(format, row)];
}

/** Of a list whose end is not known yet. Pages count from 1. */
export const leafRows = (
  format: Formatter,
  { page, more }: { readonly page: number; readonly more: boolean },
  at: (page: number) => Press,
): Button[][] => turnRows(format, page > 1 ? at(page - 1) : null, more ? at(page + 1) : null);

/** Previous, where we are, next; nothing when everything fits on one page. */
export function pageRows(format: Formatter, page: number, pages: number, at: (page: number) => Press): Button[][] {
  if (pages <= 1) return [];
  const here = button(format.plain('key-page', { page, pages }), at(page));
  return turnRows(format, page > 1 ? at(page - 1) : null, page < pages ? at(page + 1) : null, [here]);
}

/** Where a shelf begins: its categories. */
export const shelfTop = (type: ProductType, operator: OperatorId, sim: SimType, mobile: Mobile | null): ShelfPress => ({
  to: 'shelf',
  type,
  operator,
  sim,
  category: null,
  sub: null,
  all: 'no',
  page: 1,
  sort: 'catalogue',
  mobile,
});

/** The list that a product stands in, for the way back from it. */
export function shelfOf({ type, operatorId, simType, categories }: Product, mobile: Mobile | null): ShelfPress {
  const [first] = categories;
  return {
    ...shelfTop(type, operatorId, simType, mobile),
    category: first?.id ?? null,
    sub: first?.subs.at(-1)?.id ?? null,
    all: 'yes',
  };
}
