import type { Days } from '../../domain/calendar.ts';

/** Whose rows: one's own orders, one's own money, or everyone's orders. */
export type Book = 'orders' | 'money' | 'shop';

/** A file to be made and sent. Plain data, so that a conversation may carry it. */
export interface FileWanted {
  readonly kind: 'csv';
  readonly book: Book;
  readonly days: Days;
}
