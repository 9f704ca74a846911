import type { Product, ProductCategory } from '../../domain/product.ts';

export type Compact = (product: Product) => Product;

/** Keeps a product's own fields alone, with one object for each place that products share: a catalogue is mostly repetition. */
export function createCompact(): Compact {
  const lists = new Map<string, readonly ProductCategory[]>();
  // The gateway's reader gives one list of steps for one place, which is enough to know most products' place at a glance.
  const bySteps = new Map<ProductCategory['subs'], readonly ProductCategory[]>();
  const none: readonly ProductCategory[] = [];

  function shared(categories: readonly ProductCategory[]): readonly ProductCategory[] {
    const [only] = categories;
    if (!only) return none;
    const likely = bySteps.get(only.subs);
    if (categories.length === 1 && likely?.length === 1 && likely[0]?.id === only.id && likely[0].name === only.name) {
      return likely;
    }
    const list = byName(categories);
    bySteps.set(only.subs, list);
    return list;
  }

  function byName(categories: readonly ProductCategory[]): readonly ProductCategory[] {
    let key = '';
    for (const { id, name, subs } of categories) {
      key += `${id} ${name}\n`;
      for (const sub of subs) key += `${sub.id} ${sub.name}\n`;
      key += '\n';
    }
    const known = lists.get(key);
    if (known) return known;
    const list = categories.map(({ id, name, subs }) => ({
      id,
      name,
      subs: subs.map((sub) => ({ id: sub.id, name: sub.name })),
    }));
    lists.set(key, list);
    return list;
  }

  return (product) => ({
    id: product.id,
    name: product.name,
    nameEn: product.nameEn,
    description: product.description,
    type: product.type,
    operatorId: product.operatorId,
    simType: product.simType,
    price: product.price,
    maxPrice: product.maxPrice,
    days: product.days,
    profileId: product.profileId,
    onSale: product.onSale,
    order: product.order,
    categories: shared(product.categories),
  });
}
