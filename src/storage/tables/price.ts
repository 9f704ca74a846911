import type { Generated, Selectable } from 'kysely';
import type { PriceTarget } from '#domain/price.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';

/** Differences from the gateway's price. A rule is ended and never changed, so its history stays. */
export interface PriceRuleTable {
  id: Generated<number>;
  target: PriceTarget;
  target_id: number | null;
  operator_id: OperatorId | null;
  product_type: ProductType | null;
  basis_points: number;
  name: string | null;
  starts_at: number;
  created_by: number;
  created_at: number;
  ended_at: number | null;
  ended_by: number | null;
}

/** A level of agents. */
export interface TierTable {
  id: Generated<number>;
  name: string;
  /** Agents with this turnover in the last 30 days rise to it; null if only the owner promotes them. */
  turnover: number | null;
  created_by: number;
  created_at: number;
  ended_at: number | null;
}

/** A code that takes something off an order. */
export interface PromoCodeTable {
  id: Generated<number>;
  code: string;
  kind: 'percent' | 'amount';
  /** Basis points or rials. */
  value: number;
  target: 'customer' | 'agent' | 'tier' | 'person' | null;
  /** The tier or the person. */
  target_id: number | null;
  operator_id: OperatorId | null;
  product_type: ProductType | null;
  most_uses: number | null;
  most_each: number | null;
  /** Number of confirmed orders with it that were not rejected. */
  used: Generated<number>;
  ends_at: number | null;
  created_by: number;
  created_at: number;
  ended_at: number | null;
}

/** One row for each confirmed order with a code; deleted if the order is rejected. */
export interface PromoUseTable {
  order_id: string;
  promo_id: number;
  person_id: number;
  discount: number;
  at: number;
}

export type PromoCodeRow = Selectable<PromoCodeTable>;
