/** The Product, Category and Pivot tables of the API page, in the types of a real gateway. */
export interface Product {
  readonly id: number;
  readonly name: string;
  readonly name_en: string | null;
  readonly description: string;
  readonly description_full: string | null;
  readonly sku: string | null;
  readonly price: number;
  readonly second_price: number | null;
  readonly showable_price: number | null;
  readonly type: ProductType;
  readonly minimum_sale: number | null;
  readonly dimension: string | null;
  readonly score: number;
  readonly status: 0 | 1;
  readonly options: Readonly<Record<string, unknown>> | null;
  readonly deliverable: 0 | 1;
  readonly third_party_id: string | null;
  readonly capacity: number | null;
  readonly period: number | null;
  readonly sim_card_type: SimCardType;
  /** Documented as a string, but sent as a number too. */
  readonly operator_id: number | string;
  readonly profile_id?: string;
  readonly order: number;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly categories: readonly Category[];
}

export interface Category {
  readonly id: number;
  readonly name: string;
  /** A JSON-encoded array of `{ id, text, parent }`, `parent` being 0 at the top. */
  readonly data: string;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly pivot: Pivot;
}

interface Pivot {
  readonly categorizable_type: string;
  readonly categorizable_id: number;
  readonly category_id: number;
  /** Undocumented. Here: the steps inside `data` from the top, "3/7"; empty: the category itself. */
  readonly address: string;
}

export const PRODUCT_TYPES = ['cell_internet', 'cell_direct_charge', 'td_lte_internet'] as const;
export const SIM_CARD_TYPES = ['credit', 'permanent'] as const;

export type ProductType = (typeof PRODUCT_TYPES)[number];
export type SimCardType = (typeof SIM_CARD_TYPES)[number];

/** The Offer table of the API page: all values are strings. */
export interface Offer {
  readonly offerCode: string;
  readonly offerDesc: string;
  readonly offerDescLN: string;
  readonly validityDays: string;
  readonly offerType: string;
  readonly amount: string;
  readonly name: string;
}

/** The response table of endpoint 1, field for field. */
export interface OffersAnswer {
  readonly status: boolean;
  readonly ResultCode: number;
  readonly TransactionID: string;
  readonly CommandStatus: string;
  readonly OrigResponseMessage: string;
  readonly message: string;
  readonly offersList: readonly Offer[];
}

export const isMobile = (mobile: string): boolean => /^98\d{10}$/.test(mobile);
