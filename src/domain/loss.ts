import { type Rials, rialsOfToman } from './money.ts';
import { type BasisPoints, type Charge, chargeByPoints } from './price.ts';

/** A sale below its cost, or for free. */
export interface Loss {
  readonly isFree: boolean;
  /** An upper bound if the cost is unknown. */
  readonly amount: Rials;
}

/** No gateway gives a shop half of the price. So half off is a loss even if the commission is unknown. */
const mostCommission: BasisPoints = 5_000;

/** Ignores losses that come only from rounding to whole tomans. */
const leastLoss: Rials = rialsOfToman / 2;

/** Null without a known loss. */
export function lossOf(total: Rials, { charge, cost }: Pick<Charge, 'charge' | 'cost'>): Loss | null {
  if (total === 0) return null;
  const isBelow = cost === null ? charge <= chargeByPoints(total, mostCommission) : cost - charge >= leastLoss;
  return isBelow || charge === 0 ? { isFree: charge === 0, amount: (cost ?? total) - charge } : null;
}
