import type { Product } from '../../domain/product.ts';
import type { EventLoopYield } from '../../gateway/event-loop-yield.ts';

export const sorts = ['catalogue', 'price', 'days'] as const;
export type Sort = (typeof sorts)[number];

export type Positions = Uint32Array;

/**
 * Positions of the products in each order, for all of them at once: shelves are then filled by walking these, and no shelf
 * is ever sorted. Values repeat (prices, days), so only the distinct ones are sorted and the products are counted into
 * place; comparing a hundred thousand products would hold the event loop for a tenth of a second. `products` come in order
 * of id, which breaks ties.
 */
export async function sortProducts(
  products: readonly Product[],
  turns: EventLoopYield,
): Promise<Readonly<Record<Sort, Positions>>> {
  const byId = Uint32Array.from(products.keys());
  const catalogue = await sortBy(products, byId, (product) => product.order, turns);
  return {
    catalogue,
    price: await sortBy(products, catalogue, (product) => product.price, turns),
    days: await sortBy(products, catalogue, (product) => product.days ?? Number.MAX_SAFE_INTEGER, turns),
  };
}

/** Where the keys are equal, the order of `before` remains. */
async function sortBy(
  products: readonly Product[],
  before: Positions,
  key: (product: Product) => number,
  turns: EventLoopYield,
): Promise<Positions> {
  const count = new Map<number, number>();
  for (const [position, product] of products.entries()) {
    const value = key(product);
    count.set(value, (count.get(value) ?? 0) + 1);
    if (position % 4_096 === 0 && turns.due()) await turns.yield();
  }
  const next = new Map<number, number>();
  let taken = 0;
  for (const value of Float64Array.from(count.keys()).sort()) {
    next.set(value, taken);
    taken += count.get(value) ?? 0;
  }
  await turns.yield();
  const sorted = new Uint32Array(products.length);
  for (const position of before) {
    const product = products[position];
    if (!product) continue;
    const value = key(product);
    const place = next.get(value) ?? 0;
    sorted[place] = position;
    next.set(value, place + 1);
    if (place % 4_096 === 0 && turns.due()) await turns.yield();
  }
  return sorted;
}
