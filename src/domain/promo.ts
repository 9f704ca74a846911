import { type Rials, rialsOfToman } from './money.ts';
import { plainDigits } from './phone.ts';
import { type BasisPoints, chargeByPoints } from './price.ts';

/** The discount of a code: a share or a fixed amount. */
export type PromoValue =
  | { readonly kind: 'percent'; readonly points: BasisPoints }
  | { readonly kind: 'amount'; readonly amount: Rials };

/** The discount, at most the charge. What remains is whole tomans, rounded half up, and never above the charge. */
export const promoDiscount = (charge: Rials, value: PromoValue): Rials =>
  charge - (value.kind === 'percent' ? chargeByPoints(charge, value.points) : lessAmount(charge, value.amount));

function lessAmount(charge: Rials, amount: Rials): Rials {
  const left = Math.max(0, charge - amount);
  return Math.min(charge, rialsOfToman * Math.floor((left + rialsOfToman / 2) / rialsOfToman));
}

/** Reads a code in any case and digits, with letters that a start link allows. Null if it is not a code. */
export function readPromoCode(text: string): string | null {
  const code = plainDigits(text).trim().toUpperCase();
  return /^[A-Z0-9_-]{3,20}$/.test(code) ? code : null;
}
