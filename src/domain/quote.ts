import type { Failure } from './failure.ts';
import { isRials, type Rials, rialsOfToman, vatOf } from './money.ts';
import type { Offer } from './offer.ts';
import { type Product, type SimType, simTypes } from './product.ts';
import { err, ok, type Result } from './result.ts';

/** Product ids of operator 2's personal offers. */
const offerProductIds: Readonly<Record<SimType, number>> = { prepaid: 510, postpaid: 511 };

export const offerProductId = (simType: SimType): number => offerProductIds[simType];

/** Null if the id is not one of personal offers. */
export const simTypeOfOffer = (productId: number): SimType | null =>
  simTypes.find((simType) => offerProductIds[simType] === productId) ?? null;

export interface Price {
  /** Before VAT. */
  readonly base: Rials;
  readonly vat: Rials;
  /** What the gateway is sent. The buyer pays it unless a price rule applies. */
  readonly total: Rials;
}

export function priceOfBase(base: Rials, vatPercent: number): Price {
  const vat = vatOf(base, vatPercent);
  return { base, vat, total: base + vat };
}

export const priceOfOffer = (offer: Offer, vatPercent: number): Price => priceOfBase(offer.amount, vatPercent);

/** The price that a buyer named for a product with a range; empty for a fixed price. */
export interface NamedPrice {
  /** The amount that is sent. */
  readonly amount: Rials | null;
  /** The named credit, which stays when VAT changes. Absent if they named the amount to pay, VAT included. */
  readonly credit?: Rials | null;
}

/** Adds VAT to a fixed price and to a named credit. The range limits the amount that is sent. */
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
  const limits =
    credit === null ? { min: product.price, max: product.maxPrice } : roundCreditLimits(product, vatPercent);
  return err({ code: 'amount-out-of-range', ...limits });
}

/** Limits of a named credit: with its VAT it is within the product's range. Whole tomans if any fit. */
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
  // A very narrow range contains no whole toman.
  const { base } = priceOfInclusive(price, vatPercent);
  return { min: base, max: base };
}

const roundTomans = { small: 1_000, large: 10_000 } as const;

/** What people are told and may type: thousands of tomans, or ten thousands from a hundred thousand on. */
export function roundCreditLimits(
  product: Pick<Product, 'price' | 'maxPrice'>,
  vatPercent: number,
): ReturnType<typeof creditLimits> {
  const exact = creditLimits(product, vatPercent);
  const small = roundTomans.small * rialsOfToman;
  const large = roundTomans.large * rialsOfToman;
  const step = exact.max >= 10 * large ? large : small;
  const [min, max] = [Math.ceil(exact.min / small) * small, Math.floor(exact.max / step) * step];
  return min < max ? { min, max } : exact;
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
