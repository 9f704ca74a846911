import type { Product, ProductCategory } from '#domain/product.ts';

type Compact = (product: Product) => Product;

/** Products of the same categories share one list of them, which saves most of the memory. */
export function createCategorySharing(): Compact {
  const lists = new Map<string, readonly ProductCategory[]>();
  // The gateway client returns the same `subs` array for the same path: a fast comparison for most products.
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
    const same = lists.get(key);
    if (same) return same;
    const list = categories.map(({ id, name, subs }) => ({
      id,
      name,
      subs: subs.map((sub) => ({ id: sub.id, name: sub.name })),
    }));
    lists.set(key, list);
    return list;
  }

  return (product) => ({ ...product, categories: shared(product.categories) });
}
