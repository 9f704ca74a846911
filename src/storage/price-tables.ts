import type { Generated } from 'kysely';
import type { PriceTarget } from '../domain/price.ts';
import type { OperatorId, ProductType } from '../domain/product.ts';

/** Differences from the gateway's price. A rule is ended, never changed, so that its history stays. */
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
  /** At this turnover of the last 30 days an agent rises to it; null: only by the owner. */
  turnover: number | null;
  created_by: number;
  created_at: number;
  ended_at: number | null;
}
