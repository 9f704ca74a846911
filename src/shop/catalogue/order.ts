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
  const catalogue = await sortBy(products, byPosition, (product) => product.order, turns);
  const rank = new Uint32Array(products.length);
  catalogue.forEach((position, at) => {
    rank[position] = at;
  });
  return {
    catalogue,
    price: await sortBy(products, rank, (product) => product.price, turns),
    days: await sortBy(products, rank, (product) => product.days ?? Number.MAX_SAFE_INTEGER, turns),
  };
}

/** `tieBreak` gives each position a number of its own below their count. */
async function sortBy(
  products: readonly Product[],
  tieBreak: Positions,
  key: (product: Product) => number,
  turns: Turns,
): Promise<Positions> {
  const count = products.length;
  const keys = Float64Array.from(products, key);
  const ranks = rankValues(keys);
  await turns.yield();
  const packed = new Float64Array(count);
  const positionOf = new Uint32Array(count);
  for (let position = 0; position < count; position++) {
    const tie = tieBreak[position] ?? 0;
    packed[position] = (ranks.get(keys[position] ?? 0) ?? 0) * count + tie;
    positionOf[tie] = position;
  }
  await turns.yield();
  packed.sort();
  const sorted = new Uint32Array(count);
  for (let at = 0; at < count; at++) sorted[at] = positionOf[(packed[at] ?? 0) % count] ?? 0;
  await turns.yield();
  return sorted;
}

function rankValues(keys: Float64Array): Map<number, number> {
  const ranks = new Map<number, number>();
  for (const value of keys.slice().sort()) if (!ranks.has(value)) ranks.set(value, ranks.size);
  return ranks;
}
