import type { Failure } from './failure.ts';
import { isRials, type Rials, vatOf } from './money.ts';
import type { Offer } from './offer.ts';
import { type Product, type SimType, simTypes } from './product.ts';
import { err, ok, type Result } from './result.ts';

/** The product ids for personal offers of operator 2. */
const offerProductIds: Readonly<Record<SimType, number>> = { prepaid: 510, postpaid: 511 };

export const offerProductId = (simType: SimType): number => offerProductIds[simType];

/** Null: not a product for personal offers. */
export const simTypeOfOffer = (productId: number): SimType | null =>
  simTypes.find((simType) => offerProductIds[simType] === productId) ?? null;

export interface Price {
  /** Before VAT. */
  readonly base: Rials;
  readonly vat: Rials;
  /** What the gateway is sent; the buyer pays it where no price rule says otherwise. */
  readonly total: Rials;
}

export function priceOfBase(base: Rials, vatPercent: number): Price {
  const vat = vatOf(base, vatPercent);
  return { base, vat, total: base + vat };
}

export const priceOfOffer = (offer: Offer, vatPercent: number): Price => priceOfBase(offer.amount, vatPercent);

/** What a buyer chose of a product with a range of prices; nothing of one with a fixed price. */
export interface NamedPrice {
  /** What is sent. */
  readonly amount: Rials | null;
  /** The credit that they named: it stays when VAT changes. Absent: they named what they pay, VAT included. */
  readonly credit?: Rials | null;
}

/** VAT comes on top of a fixed price and of a named credit. The range is that of what is sent. */
export function priceOfProduct(
  product: Product,
  { amount, credit = null }: NamedPrice,
  vatPercent: number,
): Result<Price, Failure> {
  if (!product.onSale) return err({ code: 'product-off-sale' });
  if (product.maxPrice === null) {
    const isFixed = amount === null && credit === null;
    return isFixed ? ok(priceOfBase(product.price, vatPercent)) : err({ code: 'amount-invalid' });
  }
  if (!isRials(credit ?? amount)) return err({ code: 'amount-invalid' });
  const price = credit === null ? priceOfInclusive(amount ?? 0, vatPercent) : priceOfBase(credit, vatPercent);
  if (price.total >= product.price && price.total <= product.maxPrice) return ok(price);
  const limits = credit === null ? { min: product.price, max: product.maxPrice } : creditLimits(product, vatPercent);
  return err({ code: 'amount-out-of-range', ...limits });
}

/** The credit that can be named, in whole tomans where one fits: with its VAT it is within the product's range. */
export function creditLimits(
  { price, maxPrice }: Pick<Product, 'price' | 'maxPrice'>,
  vatPercent: number,
): { readonly min: Rials; readonly max: Rials } {
  const tomans = (total: Rials) => Math.floor(priceOfInclusive(total, vatPercent).base / 10) - 1;
  const totalOf = (toman: number) => priceOfBase(toman * 10, vatPercent).total;
  let [min, max] = [Math.max(0, tomans(price)), Math.max(0, tomans(maxPrice ?? price))];
  while (totalOf(min) < price) min += 1;
  while (totalOf(max + 1) <= (maxPrice ?? price)) max += 1;
  if (min <= max) return { min: min * 10, max: max * 10 };
  // No whole toman is within so narrow a range.
  const { base } = priceOfInclusive(price, vatPercent);
  return { min: base, max: base };
}

export const fitsCredit = (
  product: Pick<Product, 'price' | 'maxPrice'>,
  credit: Rials,
  vatPercent: number,
): boolean => {
  const { min, max } = creditLimits(product, vatPercent);
  return credit >= min && credit <= max;
};

/** Splits the VAT out of an amount that includes it. */
function priceOfInclusive(total: Rials, vatPercent: number): Price {
  const base = Number((BigInt(total) * 200n + BigInt(100 + vatPercent)) / BigInt(2 * (100 + vatPercent)));
  return { base, vat: total - base, total };
}
