import type { FilterItems, Product } from '@sharj/wire';

export const filterProducts = (
  products: readonly Product[],
  items: FilterItems,
  operatorNames: readonly string[],
): readonly Product[] => {
  // Uses a pattern, because lower-casing 100,000 names for every request would block the event loop.
  const name = items.name === undefined ? null : new RegExp(RegExp.escape(items.name), 'iu');
  const operator = items.operator === undefined ? null : operatorNames.indexOf(items.operator) + 1;
  return products.filter(
    (product) =>
      (operator === null || Number(product.operator_id) === operator) &&
      (items.type === undefined || product.type === items.type) &&
      (items.sim_card_type === undefined || product.sim_card_type === items.sim_card_type) &&
      (name === null || name.test(product.name)),
  );
};
