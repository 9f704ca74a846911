import type { Product } from '#domain/product.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createCategorySharing } from './share-categories.ts';

/** A found product may be off sale: see `onSale`. */
export type FreshProduct =
  | { readonly kind: 'found'; readonly product: Product }
  | { readonly kind: 'gone' }
  | { readonly kind: 'no-answer' };

/** There is no call for one product, so similar products are filtered and the one with its id is picked. */
export async function fetchProduct(
  gateway: Pick<Gateway, 'filterProducts'>,
  { id, name, operatorId, type, simType, categories }: Product,
  deadlineMs: number,
  onBalance: (balance: number | null) => void = () => undefined,
): Promise<FreshProduct> {
  // Without categories: they are kept as they were.
  const query = { name, operatorId, type, simType, unpaginated: true };
  const answer = await gateway.filterProducts(query, { deadlineMs });
  if (!answer.ok) return { kind: 'no-answer' };
  const { products, dropped, page, balance } = answer.value;
  onBalance(balance);
  const product = products.find((candidate) => candidate.id === id);
  if (product) return { kind: 'found', product: createCategorySharing()({ ...product, categories }) };
  // It may be unreadable or on another page, which does not mean that it is gone.
  return { kind: dropped > 0 || (page.last ?? 1) > 1 ? 'no-answer' : 'gone' };
}
