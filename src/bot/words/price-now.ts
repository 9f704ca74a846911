import type { Services } from '#bot/kit/services.ts';
import type { Rials } from '#domain/money.ts';
import type { PriceList } from '#domain/price-list.ts';

/** Something that was bought before. */
interface Bought {
  readonly item:
    | { readonly kind: 'product'; readonly productId: number; readonly amount: Rials | null }
    | { readonly kind: 'offer' };
  readonly title: string;
}

/** What it costs now, as the catalogue has it; null: it is not on sale like that, or only the gateway knows. */
export function priceNow(
  { catalogue }: Pick<Services, 'catalogue'>,
  list: PriceList,
  { item, title }: Bought,
): Rials | null {
  const product = item.kind === 'product' ? catalogue.product(item.productId) : null;
  // A gateway may reuse an id.
  if (item.kind !== 'product' || !product?.onSale || product.name !== title) return null;
  return item.amount === null ? list.ofProduct(product) : list.ofAmount(product, item.amount);
}
