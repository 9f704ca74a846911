import type { Product, Sort } from '#domain/product.ts';
import type { EventLoopYield } from '#gateway/event-loop-yield.ts';

export type Positions = Uint32Array;

/**
 * The products in each order, so that shelves are filled in order and never sorted. A counting sort: values repeat, and
 * comparing 100,000 products would block the event loop for a tenth of a second. `products` are sorted by id, which breaks
 * ties.
 */
export async function sortProducts(
  products: readonly Product[],
  slices: EventLoopYield,
): Promise<Readonly<Record<Sort, Positions>>> {
  const byId = Uint32Array.from(products.keys());
  const catalogue = await sortBy(products, byId, (product) => product.order, slices);
  return {
    catalogue,
    price: await sortBy(products, catalogue, (product) => product.price, slices),
    days: await sortBy(products, catalogue, (product) => product.days ?? Number.MAX_SAFE_INTEGER, slices),
  };
}

/** Stable: equal keys keep the order of `before`. */
async function sortBy(
  products: readonly Product[],
  before: Positions,
  key: (product: Product) => number,
  slices: EventLoopYield,
): Promise<Positions> {
  const count = new Map<number, number>();
  for (const [position, product] of products.entries()) {
    const value = key(product);
    count.set(value, (count.get(value) ?? 0) + 1);
    if (position % 4_096 === 0 && slices.due()) await slices.yield();
  }
  const next = new Map<number, number>();
  let taken = 0;
  for (const value of Float64Array.from(count.keys()).sort()) {
    next.set(value, taken);
    taken += count.get(value) ?? 0;
  }
  await slices.yield();
  const sorted = new Uint32Array(products.length);
  for (const position of before) {
    const product = products[position];
    if (!product) continue;
    const value = key(product);
    const place = next.get(value) ?? 0;
    sorted[place] = position;
    next.set(value, place + 1);
    if (place % 4_096 === 0 && slices.due()) await slices.yield();
  }
  return sorted;
}
