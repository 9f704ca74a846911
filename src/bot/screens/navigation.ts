import type { Mobile } from '../../domain/phone.ts';
import type { OperatorId, Product, ProductType, SimType } from '../../domain/product.ts';
import type { Press } from '../buttons.ts';
import { type Key, key } from '../screen.ts';
import type { View } from '../view.ts';

export type ShelfPress = Extract<Press, { to: 'shelf' }>;

export const homeKey = (view: View): Key => key(view.plain('key-home'), { to: 'home' });

/** The last row of every step: one back, and home. */
export const backRow = (view: View, back: Press): Key[] => [key(view.plain('key-back'), back), homeKey(view)];

/** One of several, and the one that is in force. */
export const chosen = (on: boolean, label: string): string => (on ? `✓ ${label}` : label);

/** Previous, where we are, next; nothing when everything fits on one page. Pages count from 1. */
export function pageRows(view: View, page: number, pages: number, at: (page: number) => Press): Key[][] {
  if (pages <= 1) return [];
  const row: Key[] = [];
  if (page > 1) row.push(key(view.plain('key-previous'), at(page - 1)));
  row.push(key(view.plain('key-page', { page, pages }), at(page)));
  if (page < pages) row.push(key(view.plain('key-next'), at(page + 1)));
  return [row];
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
