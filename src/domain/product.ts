import type { Rials } from './money.ts';

export const operatorIds = [1, 2, 3, 4, 5] as const;
export type OperatorId = (typeof operatorIds)[number];

/** The only operator with personal offers and TD-LTE. */
export const offersOperator: OperatorId = 2;

export const simTypes = ['prepaid', 'postpaid'] as const;
export type SimType = (typeof simTypes)[number];

export const productTypes = ['data', 'topup', 'tdlte'] as const;
export type ProductType = (typeof productTypes)[number];

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly description: string;
  readonly type: ProductType;
  readonly operatorId: OperatorId;
  readonly simType: SimType;
  /** Before VAT; the minimum when there is a `maxPrice`. */
  readonly price: Rials;
  /** If set, the amount sent, VAT included, may be anything from `price` to `maxPrice`. */
  readonly maxPrice: Rials | null;
  readonly days: number | null;
  readonly profileId: string | null;
  readonly onSale: boolean;
  readonly order: number;
  readonly categories: readonly ProductCategory[];
}

/** The path from a category to the sub-category that holds the product. */
export interface ProductCategory {
  readonly id: number;
  readonly name: string;
  readonly subs: readonly SubCategory[];
}

export interface SubCategory {
  readonly id: number;
  readonly name: string;
}

/** The orders in which a shelf can be sorted. Encoded by index: only append. */
export const sorts = ['catalogue', 'price', 'days'] as const;
export type Sort = (typeof sorts)[number];
