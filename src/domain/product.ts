import type { Rials } from './money.ts';

export const operatorIds = [1, 2, 3, 4, 5] as const;
export type OperatorId = (typeof operatorIds)[number];

/** The only operator with personal offers and TD-LTE. */
export const offersOperator: OperatorId = 2;

export const simTypes = ['prepaid', 'postpaid'] as const;
export type SimType = (typeof simTypes)[number];

export const productTypes = ['data', 'topup', 'tdlte'] as const;
export type ProductType = (typeof productTypes)[number];

/** One entry of the catalogue, in the shop's words. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly nameEn: string | null;
  readonly description: string;
  readonly type: ProductType;
  readonly operatorId: OperatorId;
  readonly simType: SimType;
  /** Before VAT; with a `maxPrice`, the least that a buyer may name. */
  readonly price: Rials;
  /** When filled, the buyer names an amount from `price` to `maxPrice`, VAT included. */
  readonly maxPrice: Rials | null;
  readonly days: number | null;
  readonly profileId: string | null;
  readonly onSale: boolean;
  readonly order: number;
  readonly categories: readonly ProductCategory[];
}

/** Where a product stands: the steps from a category down to the sub-category that holds it. */
export interface ProductCategory {
  readonly id: number;
  readonly name: string;
  readonly subs: readonly SubCategory[];
}

export interface SubCategory {
  readonly id: number;
  readonly name: string;
}
