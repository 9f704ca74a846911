import type { Days } from '../../domain/calendar.ts';

/** Whose rows: one's own orders, one's own money, or everyone's orders. */
export type Book = 'orders' | 'money' | 'shop';

/** Whose sales: someone's, or with null the whole shop's. The name is there where they are not the reader's own. */
export interface Whose {
  readonly sellerId: number | null;
  readonly name: string | null;
}

/** A file to be made and sent. Plain data, so that a conversation may carry it. */
export type FileWanted =
  | { readonly kind: 'orders'; readonly whose: Whose; readonly days: Days }
  | { readonly kind: 'money'; readonly days: Days }
  /** The days until this one. */
  | { readonly kind: 'chart'; readonly whose: Whose; readonly days: Days }
  | { readonly kind: 'receipt'; readonly order: string };
