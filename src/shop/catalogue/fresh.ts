import type { Product } from '../../domain/product.ts';
import type { Gateway } from '../../gateway/gateway.ts';
import { createCompact } from './compact.ts';

/** What the gateway says of one product at this moment. Found does not mean on sale: look at `onSale`. */
export type FreshProduct =
  | { readonly kind: 'found'; readonly product: Product }
  | { readonly kind: 'gone' }
  | { readonly kind: 'no-answer' };

/** There is no call for one product: the filter is asked for its like, and the one with its id is picked out. */
export async function askForProduct(
  gateway: Pick<Gateway, 'filterProducts'>,
  { id, name, operatorId, type, simType, categories }: Product,
  deadlineMs: number,
  onBalance: (balance: number | null) => void = () => undefined,
): Promise<FreshProduct> {
  // Where it stands on the shelves is no question now: that is as it was.
  const query = { name, operatorId, type, simType, unpaginated: true };
  const answer = await gateway.filterProducts(query, { deadlineMs });
  if (!answer.ok) return { kind: 'no-answer' };
  const { products, dropped, page, balance } = answer.value;
  onBalance(balance);
  const product = products.find((candidate) => candidate.id === id);
  if (product) return { kind: 'found', product: createCompact()({ ...product, categories }) };
  // It may be among what could not be read, or on a page that was not sent: that is not the same as gone.
  return { kind: dropped > 0 || (page.last ?? 1) > 1 ? 'no-answer' : 'gone' };
}
