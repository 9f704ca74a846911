import { foldText } from './fold-text.ts';
import type { Product } from './product.ts';

/** Top-ups that buyers know by a name, whatever the gateway calls them. */
export type TopUpKind = 'wonder' | 'youth';

const kinds: readonly (readonly [TopUpKind, RegExp])[] = [
  ['wonder', /شگفت|wonder|amazing/],
  ['youth', /جوان|youth/],
];

const anyAmount =
  /\s*(?:(?:با|به)\s+)?(?:مبلغ\s+(?:دلخواه|آزاد)|دلخواه)|\s*(?:of\s+|with\s+)?(?:any|custom|free)\s+amount/giu;

/**
 * Removes "any amount" from a bought item's name: «شارژ با مبلغ دلخواه» becomes «شارژ». Null if nothing else remains.
 */
export function withoutAnyAmount(name: string): string | null {
  const rest = name.replace(anyAmount, '').trim();
  return /^(?:شارژ|top-?up)?$/i.test(rest) ? null : rest;
}

type Named = Pick<Product, 'type' | 'name' | 'nameEn'>;

export function topUpKindOf({ type, name, nameEn }: Named): TopUpKind | null {
  if (type !== 'topup') return null;
  return topUpKindIn(foldText(`${name} ${nameEn ?? ''}`));
}

/** The kind that a folded text names. */
export const topUpKindIn = (text: string): TopUpKind | null =>
  kinds.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
