import type { OperatorId, ProductType, SimType } from '#domain/product.ts';

/** The item of an order or a plan, as it was at that time. */
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
