import type { Days } from '#domain/calendar.ts';

export interface WalletOwner {
  readonly id: number;
  readonly name: string;
}

/** The reader's orders, money or plans, the shop's orders or payments, or another person's money. */
export type FileSource = 'orders' | 'money' | 'plans' | 'shop' | 'payments' | WalletOwner;

/** A null seller means the whole shop; a null name means the reader. */
export interface SalesScope {
  readonly sellerId: number | null;
  readonly name: string | null;
}

/** Plain data, because a conversation stores it. */
export type FileRequest =
  | { readonly kind: 'orders'; readonly whose: SalesScope; readonly days: Days }
  /** Null for the reader's own. */
  | { readonly kind: 'money'; readonly of: WalletOwner | null; readonly days: Days }
  | { readonly kind: 'payments'; readonly days: Days }
  /** Payments of the whole shop, for an owner. */
  | { readonly kind: 'plans'; readonly days: Days }
  | { readonly kind: 'chart'; readonly whose: SalesScope; readonly days: Days }
  /** The outcome of a list of numbers. */
  | { readonly kind: 'list'; readonly batch: string }
  /** Everything stored about the reader. */
  | { readonly kind: 'my-data' }
  | { readonly kind: 'receipt'; readonly order: string };
