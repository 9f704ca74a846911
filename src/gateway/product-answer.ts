import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createCategoryReader } from './category.ts';
import { createEventLoopYield } from './event-loop-yield.ts';
import type { ReadFailure } from './failure.ts';
import { parseInSlices } from './json-slices.ts';
import { type ProductPage, readEnvelope } from './page.ts';
import { readProduct } from './product.ts';
import type { Answer, BodyEnd } from './transport.ts';

const catalogueBytes = 64 * 1024 * 1024;

/** Reads a 2xx answer of the product list or the filter. */
export async function readProducts(
  answer: Answer,
  wanted: (product: Product) => boolean,
): Promise<Result<ProductPage, BodyEnd | ReadFailure>> {
  const body = await answer.read(catalogueBytes);
  if (!body.ok) return body;
  const categories = createCategoryReader();
  const slices = createEventLoopYield();
  const products: Product[] = [];
  let dropped = 0;
  let droppedCategories = 0;
  function take(elements: readonly unknown[]): void {
    for (const element of elements) {
      const productResult = readProduct(element, categories);
      if (!productResult) dropped++;
      else if (wanted(productResult.product)) products.push(productResult.product);
      droppedCategories += productResult?.droppedCategories ?? 0;
    }
  }
  try {
    const parsing = parseInSlices(body.value);
    let parsed = parsing.next();
    for (; !parsed.done; parsed = parsing.next()) {
      take(parsed.value);
      if (slices.due()) await slices.yield();
    }
    const envelope = readEnvelope(parsed.value);
    if (!envelope) return err({ kind: 'malformed', why: 'answer has no list of data' });
    const { data, ...facts } = envelope;
    take(data);
    return ok({ ...facts, products, dropped, droppedCategories });
  } catch (error) {
    if (error instanceof SyntaxError) return err('not JSON');
    throw error;
  }
}
