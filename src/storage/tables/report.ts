import type { Generated } from 'kysely';

/** Seller id for the sums of the whole shop. */
export const wholeShop = 0;

/** Sums of deliveries by the day of confirmation, updated in the same transaction. */
export interface DailySaleTable {
  /** A seller, or `wholeShop`. */
  seller_id: number;
  part: 'operator' | 'product' | 'offer' | 'method' | 'source';
  /** Days in Tehran since 1 January 1970. */
  day: number;
  /** Operator, product or number of the payment method. Personal offers count under their product id. */
  part_id: number;
  count: number;
  base: number;
  vat: number;
  total: number;
  /** Totals minus charges; negative if fees exceed discounts. */
  discount: Generated<number>;
  /** How many have a known cost. `cost` and `profit` are sums of these only. */
  known: Generated<number>;
  cost: Generated<number>;
  profit: Generated<number>;
  /** The product's latest name on that day; null for operators and personal offers. */
  title: string | null;
  title_en: string | null;
}
