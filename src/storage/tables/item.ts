import type { OperatorId, ProductType, SimType } from '#domain/product.ts';

/** What an order or a plan is for, as it was then. */
export interface ItemColumns {
  offer_code: string | null;
  offer_type: string | null;
  profile_id: string | null;
  product_type: ProductType;
  operator_id: OperatorId;
  sim_type: SimType;
  title: string;
  title_en: string | null;
  days: number | null;
}
