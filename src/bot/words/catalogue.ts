import type { Formatter } from '#bot/kit/formatter.ts';
import type { PricedRow } from '#bot/kit/row-label.ts';
import type { Services } from '#bot/parts.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { PriceList } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { itemTitle, productTitle } from './item-title.ts';

/** A button may be older than its product. */
export function findOnSale({ catalogue }: Pick<Services, 'catalogue'>, id: number): Result<Product, Failure> {
  const product = catalogue.product(id);
  if (!product) return err({ code: 'product-gone' });
  return product.onSale ? ok(product) : err({ code: 'product-off-sale' });
}

export function productRow(format: Formatter, product: Product, prices: PriceList): PricedRow {
  const { days } = product;
  const { name, nameEn } = product.type === 'topup' ? { name: productTitle(format, product), nameEn: null } : product;
  const price =
    product.maxPrice === null
      ? format.price(prices.ofProduct(product))
      : format.plain('price-from', { min: format.price(prices.ofAmount(product, product.price)) });
  return { name, nameEn, days, price };
}

/** What was sold of a product before, as it is named. */
export const soldTitle = ({
  product: { name: title, nameEn: titleEn, type: productType, days },
  amount,
  base,
}: {
  readonly product: Product;
  readonly amount: Rials | null;
  readonly base: Rials;
}) => ({ title, titleEn, productType, base, days, item: { kind: 'product', amount } as const });

/** The same as a row of a list, without its price. */
export const soldRow = (format: Formatter, sold: Parameters<typeof soldTitle>[0]): Omit<PricedRow, 'price'> => ({
  name: itemTitle(format, soldTitle(sold)),
  nameEn: null,
  days: sold.product.days,
});

/** Longer than the refresh interval. */
const staleMs = 15 * 60_000;

/** Null: the catalogue is fresh. */
export function staleNote({ catalogue }: Pick<Services, 'catalogue'>, format: Formatter): string | null {
  const { asOf, ageMs, problem } = catalogue.status();
  if (asOf === null || ageMs === null) return format.html('catalogue-none');
  return problem === null && ageMs < staleMs ? null : format.html('catalogue-stale', { when: format.when(asOf) });
}
