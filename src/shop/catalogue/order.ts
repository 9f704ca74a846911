import type { Product } from '../../domain/product.ts';
import type { Turns } from '../../gateway/turns.ts';

export const sorts = ['catalogue', 'price', 'days'] as const;
export type Sort = (typeof sorts)[number];

export type Positions = Uint32Array;

/**
 * Positions of the products in each order, for all of them at once: shelves are then filled by walking these, and no shelf
 * is ever sorted. Keys are packed into numbers, so the sorting is native and takes milliseconds where a comparing function
 * would hold the event loop for a tenth of a second. `products` come in order of id, which breaks ties.
 */
export async function sortProducts(
  products: readonly Product[],
  turns: Turns,
): Promise<Readonly<Record<Sort, Positions>>> {
  const byPosition = Uint32Array.from(products, (_, position) => position);
  const catalogue = sortBy(products, byPosition, (product) => product.order);
  const rank = new Uint32Array(products.length);
  catalogue.forEach((position, at) => {
    rank[position] = at;
  });
  await turns.yield();
  const price = sortBy(products, rank, (product) => product.price);
  await turns.yield();
  const days = sortBy(products, rank, (product) => product.days ?? Number.MAX_SAFE_INTEGER);
  await turns.yield();
  return { catalogue, price, days };
}

function sortBy(products: readonly Product[], tieBreak: Positions, key: (product: Product) => number): Positions {
  const count = products.length;
  const distinct = Float64Array.from(new Set(products.map(key))).sort();
  const ranks = new Map<number, number>();
  for (const value of distinct) ranks.set(value, ranks.size);
  const packed = new Float64Array(count);
  products.forEach((product, position) => {
    packed[position] = (ranks.get(key(product)) ?? 0) * count + (tieBreak[position] ?? 0);
  });
  packed.sort();
  const positionOf = new Uint32Array(count);
  tieBreak.forEach((tie, position) => {
    positionOf[tie] = position;
  });
  return Uint32Array.from(packed, (value) => positionOf[value % count] ?? 0);
}
