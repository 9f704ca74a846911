import type { Formatter } from '#bot/core/formatter.ts';
import type { PricedRow } from '#bot/core/row-label.ts';
import type { PriceList } from '#domain/price-list.ts';
import type { Product } from '#domain/product.ts';
import { topUpKindOf } from '#domain/top-up-kind.ts';

export function productRow(format: Formatter, product: Product, prices: PriceList): PricedRow {
  const { days } = product;
  const kind = topUpKindOf(product);
  const { name, nameEn } = kind === null ? product : { name: format.plain(`topup-${kind}`), nameEn: null };
  const price =
    product.maxPrice === null
      ? format.price(prices.ofProduct(product))
      : format.plain('price-from', { min: format.price(prices.ofAmount(product, product.price)) });
  return { name, nameEn, days, price };
}
