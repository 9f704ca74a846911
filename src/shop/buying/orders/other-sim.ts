import { foldText } from '#domain/fold-text.ts';
import type { SimType } from '#domain/product.ts';
import { topUpKindOf } from '#domain/top-up-kind.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { freeTopUp } from '#shop/buying/catalogue/line-meaning.ts';
import type { Order, OrderedItem } from './order.ts';

const kinds = /اعتباری|دایمی|prepaid|postpaid/gu;
const named = (name: string): string => foldText(name).replace(kinds, '').replace(/\s+/g, ' ').trim();

/** The same item for SIM cards of this type; null: there is none of that name, and the person chooses. */
export function sameOfSim(
  catalogue: Pick<Catalogue, 'product' | 'products' | 'shelf' | 'search'>,
  { item }: Pick<Order, 'item'>,
  simType: SimType,
): OrderedItem | null {
  if (item.kind === 'offer') return item;
  const product = catalogue.product(item.productId);
  if (!product) return null;
  const { operatorId, type, name, days } = product;
  if (product.maxPrice !== null) {
    const free = freeTopUp(catalogue, { operatorId, simType, isTdlte: false }, topUpKindOf(product));
    return free && { ...item, productId: free.id };
  }
  const same = catalogue
    .products()
    .find(
      (one) =>
        one.onSale &&
        one.operatorId === operatorId &&
        one.simType === simType &&
        one.type === type &&
        one.days === days &&
        one.maxPrice === null &&
        named(one.name) === named(name),
    );
  return same ? { ...item, productId: same.id } : null;
}
