import { type Rials, rialsOfToman } from './money.ts';
import { plainDigits } from './phone.ts';
import { type BasisPoints, chargeByPoints } from './price.ts';

/** Takes a share or a fixed amount off what a buyer would pay. */
export type PromoValue =
  | { readonly kind: 'percent'; readonly points: BasisPoints }
  | { readonly kind: 'amount'; readonly amount: Rials };

/** Never more than there is to pay. What is left to pay is whole tomans, half up, and no more than before. */
export const promoDiscount = (charge: Rials, value: PromoValue): Rials =>
  charge - (value.kind === 'percent' ? chargeByPoints(charge, value.points) : lessAmount(charge, value.amount));

function lessAmount(charge: Rials, amount: Rials): Rials {
  const left = Math.max(0, charge - amount);
  return Math.min(charge, rialsOfToman * Math.floor((left + rialsOfToman / 2) / rialsOfToman));
}

/** As it is typed: any case, any digits. Letters that a start link may carry. Null: no code. */
export function readPromoCode(text: string): string | null {
  const code = plainDigits(text).trim().toUpperCase();
  return /^[A-Z0-9_-]{3,20}$/.test(code) ? code : null;
}
