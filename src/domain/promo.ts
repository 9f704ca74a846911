import type { Rials } from './money.ts';
import { plainDigits } from './phone.ts';
import { type BasisPoints, shareOf } from './price.ts';

/** Takes a share or a fixed amount off what a buyer would pay. */
export type PromoValue =
  | { readonly kind: 'percent'; readonly points: BasisPoints }
  | { readonly kind: 'amount'; readonly amount: Rials };

/** Never more than there is to pay. */
export const promoDiscount = (charge: Rials, value: PromoValue): Rials =>
  Math.min(charge, value.kind === 'percent' ? shareOf(charge, value.points) : value.amount);

/** As it is typed: any case, any digits. Letters that a start link may carry. Null: no code. */
export function readPromoCode(text: string): string | null {
  const code = plainDigits(text).trim().toUpperCase();
  return /^[A-Z0-9_-]{3,20}$/.test(code) ? code : null;
}
