import type { Days } from '../../domain/calendar.ts';

/** The person whose wallet the owner looks at. */
export interface WalletOwner {
  readonly id: number;
  readonly name: string;
}

/** The reader's orders, the reader's money, the orders of the shop, or another person's money. */
export type Book = 'orders' | 'money' | 'shop' | WalletOwner;

/** The sales of one seller, or with null of the whole shop. The name is null for the reader's own. */
export interface Whose {
  readonly sellerId: number | null;
  readonly name: string | null;
}

/** A file to be made and sent. Plain data: it goes through the log of a conversation. */
export type FileRequest =
  | { readonly kind: 'orders'; readonly whose: Whose; readonly days: Days }
  /** Null: the reader's own. */
  | { readonly kind: 'money'; readonly of: WalletOwner | null; readonly days: Days }
  | { readonly kind: 'chart'; readonly whose: Whose; readonly days: Days }
  | { readonly kind: 'receipt'; readonly order: string };
