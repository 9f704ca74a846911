import type { Failure } from './failure.ts';
import { isRials, type Rials, vatOf } from './money.ts';
import type { Offer } from './offer.ts';
import type { Product, SimType } from './product.ts';
import { err, ok, type Result } from './result.ts';

/** The product ids for personal offers of operator 2. */
const offerProductIds: Readonly<Record<SimType, number>> = { prepaid: 510, postpaid: 511 };

export const offerProductId = (simType: SimType): number => offerProductIds[simType];

export interface Price {
  /** Before VAT. */
  readonly base: Rials;
  readonly vat: Rials;
  /** What the buyer pays and what the gateway is sent. */
  readonly total: Rials;
}

export function priceOfBase(base: Rials, vatPercent: number): Price {
  const vat = vatOf(base, vatPercent);
  return { base, vat, total: base + vat };
}

export const priceOfOffer = (offer: Offer, vatPercent: number): Price => priceOfBase(offer.amount, vatPercent);

/** A fixed price gets VAT added; an amount named by the buyer includes it. */
export function priceOfProduct(product: Product, amount: Rials | null, vatPercent: number): Result<Price, Failure> {
  if (!product.onSale) return err({ code: 'product-off-sale' });
  if (product.maxPrice === null) {
    return amount === null ? ok(priceOfBase(product.price, vatPercent)) : err({ code: 'amount-invalid' });
  }
  if (!isRials(amount)) return err({ code: 'amount-invalid' });
  if (amount < product.price || amount > product.maxPrice) {
    return err({ code: 'amount-out-of-range', min: product.price, max: product.maxPrice });
  }
  return ok(priceOfInclusive(amount, vatPercent));
}

/** Splits the VAT out of an amount that includes it. */
function priceOfInclusive(total: Rials, vatPercent: number): Price {
  const base = Number((BigInt(total) * 200n + BigInt(100 + vatPercent)) / BigInt(2 * (100 + vatPercent)));
  return { base, vat: total - base, total };
}
