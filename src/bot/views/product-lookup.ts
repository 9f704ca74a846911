import type { Services } from '#bot/core/services.ts';
import type { Failure } from '#domain/failure.ts';
import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';

/** A button may be older than its product. */
export function findOnSale({ catalogue }: Pick<Services, 'catalogue'>, id: number): Result<Product, Failure> {
  const product = catalogue.product(id);
  if (!product) return err({ code: 'product-gone' });
  return product.onSale ? ok(product) : err({ code: 'product-off-sale' });
}
