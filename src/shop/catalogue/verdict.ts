import type { Load } from './load.ts';

/** Why an answered load is not believed, at first. */
export type Doubt = 'unreadable' | 'empty' | 'shrunken';

/**
 * A gateway that answers nonsense must not empty the shop. Nothing readable in it is a failure. An empty catalogue, or a
 * fifth of what there was, may be true: it is believed once the gateway has insisted.
 */
export function doubtOf({ products, dropped }: Load, before: number): Doubt | null {
  if (dropped > 0 && products.size === 0) return 'unreadable';
  if (before === 0) return null;
  if (products.size === 0) return 'empty';
  if (dropped > products.size) return 'unreadable';
  return before >= 50 && products.size < before / 5 ? 'shrunken' : null;
}

export const insistences = 3;
