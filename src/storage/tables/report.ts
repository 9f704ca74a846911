import type { Generated } from 'kysely';

/** The seller id of the whole shop's sums. */
export const wholeShop = 0;

/** Deliveries by the day of confirmation: sums of orders, updated in the same transaction. */
export interface DailySaleTable {
  /** Or `wholeShop`. */
  seller_id: number;
  part: 'operator' | 'product' | 'offer' | 'method' | 'source';
  /** Days in Tehran since 1 January 1970. */
  day: number;
  /** Operator, product or number of the payment method; personal offers count under their product id. */
  part_id: number;
  count: number;
  base: number;
  vat: number;
  total: number;
  /** Totals less charges: negative where there were more fees than discounts. */
  discount: Generated<number>;
  /** How many of them have a known cost; `cost` and `profit` are the sums of these. */
  known: Generated<number>;
  cost: Generated<number>;
  profit: Generated<number>;
  /** The product's latest name of that day; null for operators and for personal offers. */
  title: string | null;
  title_en: string | null;
}
