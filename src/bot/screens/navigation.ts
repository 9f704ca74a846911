import type { Press } from '../buttons.ts';
import { type Key, key } from '../screen.ts';
import type { View } from '../view.ts';

export const homeKey = (view: View): Key => key(view.plain('key-home'), { to: 'home' });

/** The last row of every step: one back, and home. */
export const backRow = (view: View, back: Press): Key[] => [key(view.plain('key-back'), back), homeKey(view)];

/** Previous, where we are, next; nothing when everything fits on one page. Pages count from 1. */
export function pageRows(view: View, page: number, pages: number, at: (page: number) => Press): Key[][] {
  if (pages <= 1) return [];
  const row: Key[] = [];
  if (page > 1) row.push(key(view.plain('key-previous'), at(page - 1)));
  row.push(key(view.plain('key-page', { page, pages }), at(page)));
  if (page < pages) row.push(key(view.plain('key-next'), at(page + 1)));
  return [row];
}
