import type { Days } from '../../domain/calendar.ts';

/** Someone whose wallet the owner looks at. */
export interface Holder {
  readonly id: number;
  readonly name: string;
}

/** Whose rows: one's own orders, one's own money, everyone's orders, or someone else's money. */
export type Book = 'orders' | 'money' | 'shop' | Holder;

/** Whose sales: someone's, or with null the whole shop's. The name is there where they are not the reader's own. */
export interface Whose {
  readonly sellerId: number | null;
  readonly name: string | null;
}

/** A file to be made and sent. Plain data, so that a conversation may carry it. */
export type FileWanted =
  | { readonly kind: 'orders'; readonly whose: Whose; readonly days: Days }
  /** One's own, or someone's. */
  | { readonly kind: 'money'; readonly of: Holder | null; readonly days: Days }
  /** The days until this one. */
  | { readonly kind: 'chart'; readonly whose: Whose; readonly days: Days }
  | { readonly kind: 'receipt'; readonly order: string };
