import type { ValuesOf } from '#bot/kit/action.ts';
import type { Mobile } from '#domain/phone.ts';
import type { OperatorId, Product, ProductType, SimType, Sort } from '#domain/product.ts';
import type { catalogueActions } from './catalogue.ts';

export type ShelfAddress = ValuesOf<typeof catalogueActions.shelf>;

export const shelfTop = (
  type: ProductType,
  operator: OperatorId,
  sim: SimType,
  mobile: Mobile | null,
): ShelfAddress => ({
  type,
  operator,
  sim,
  category: null,
  sub: null,
  all: 'no',
  page: 1,
  sort: 'catalogue',
  mobile,
});

export function shelfOf(
  { type, operatorId, simType, categories }: Product,
  mobile: Mobile | null,
  sort: Sort = 'catalogue',
): ShelfAddress {
  const [first] = categories;
  return {
    ...shelfTop(type, operatorId, simType, mobile),
    sort,
    category: first?.id ?? null,
    sub: first?.subs.at(-1)?.id ?? null,
    all: 'yes',
  };
}
