import type { Failure } from './failure.ts';
import { isRials, type Rials, vatOf } from './money.ts';
import type { Offer } from './offer.ts';
import type { Product, SimType } from './product.ts';
import { err, ok, type Result } from './result.ts';

/** The product ids under which operator 2 sells personal offers. */
const offerProductIds: Readonly<Record<SimType, number>> = { prepaid: 510, postpaid: 511 };

export const offerProductId = (simType: SimType): number => offerProductIds[simType];

export interface Price {
  /** Before VAT. */
  readonly base: Rials;
  readonly vat: Rials;
  /** What the buyer pays and what the gateway is told: the same figure, always. */
  readonly total: Rials;
}

export function priceOfBase(base: Rials, vatPercent: number): Price {
  const vat = vatOf(base, vatPercent);
  return { base, vat, total: base + vat };
}

export const priceOfOffer = (offer: Offer, vatPercent: number): Price => priceOfBase(offer.amount, vatPercent);

/** A fixed product adds VAT to its price; a ranged one is charged as the buyer named it, VAT included. */
export function priceOfProduct(product: Product, named: Rials | null, vatPercent: number): Result<Price, Failure> {
  if (!product.onSale) return err({ code: 'product-off-sale' });
  if (product.maxPrice === null) {
    return named === null ? ok(priceOfBase(product.price, vatPercent)) : err({ code: 'amount-invalid' });
  }
  if (!isRials(named)) return err({ code: 'amount-invalid' });
  if (named < product.price || named > product.maxPrice) {
    return err({ code: 'amount-out-of-range', min: product.price, max: product.maxPrice });
  }
  return ok(priceOfInclusive(named, vatPercent));
}

/** The VAT that is already inside an amount, for showing it: the total never changes. */
function priceOfInclusive(total: Rials, vatPercent: number): Price {
  const base = Number((BigInt(total) * 200n + BigInt(100 + vatPercent)) / BigInt(2 * (100 + vatPercent)));
  return { base, vat: total - base, total };
}
