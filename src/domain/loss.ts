import { type Rials, rialsOfToman } from './money.ts';
import { type BasisPoints, type Charge, chargeByPoints } from './price.ts';

/** A sale that brings in less than it costs, or nothing. */
export interface Loss {
  readonly isFree: boolean;
  /** The most that it can be, where the cost is unknown. */
  readonly amount: Rials;
}

/** No gateway leaves a shop half of the price: where its commission is unknown, that is a loss all the same. */
const mostCommission: BasisPoints = 5_000;

/** A charge is rounded to whole tomans: what that alone takes is none. */
const leastLoss: Rials = rialsOfToman / 2;

/** Null: no loss, or none that is known. */
export function lossOf(total: Rials, { charge, cost }: Pick<Charge, 'charge' | 'cost'>): Loss | null {
  if (total === 0) return null;
  const isBelow = cost === null ? charge <= chargeByPoints(total, mostCommission) : cost - charge >= leastLoss;
  return isBelow || charge === 0 ? { isFree: charge === 0, amount: (cost ?? total) - charge } : null;
}
