import {
  type OperatorId,
  operatorIds,
  type Product,
  type ProductType,
  productTypes,
  type SimType,
  type Sort,
  simTypes,
} from '#domain/product.ts';
import { createEventLoopYield } from '#gateway/event-loop-yield.ts';
import type { FacetFilter } from './facets.ts';
import { buildSearch } from './search.ts';
import { type Branch, buildShelves, type Count, type Place } from './shelves.ts';
import { sortProducts } from './sort-products.ts';

const shelfSize = 8;

/** `page` counts from 1 and is clamped to `pages`. */
export interface Listing {
  readonly products: readonly Product[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

export interface Shelf extends Listing {
  /** Branches one step down that have something on sale. */
  readonly branches: readonly Branch[];
  /** Empty above the categories. */
  readonly path: readonly { readonly id: number; readonly name: string }[];
}

interface Page {
  readonly page?: number | undefined;
  /** Products on a page. */
  readonly size?: number | undefined;
}

/** Immutable: a refresh builds another. */
export interface Snapshot {
  /** In order of id. */
  readonly products: readonly Product[];
  readonly onSale: number;
  product(id: number): Product | null;
  shelf(place: Place, view?: Page & { sort?: Sort | undefined }): Shelf;
  search(query: string, filter?: FacetFilter & Page & { sort?: Sort | undefined }): Listing;
  operators(filter?: FacetFilter): { operatorId: OperatorId; count: number }[];
  simTypes(filter?: FacetFilter): { simType: SimType; count: number }[];
  types(filter?: FacetFilter): { type: ProductType; count: number }[];
}

export const emptySnapshot: Snapshot = {
  products: [],
  onSale: 0,
  product: () => null,
  shelf: () => ({ products: [], total: 0, page: 1, pages: 1, branches: [], path: [] }),
  search: () => ({ products: [], total: 0, page: 1, pages: 1 }),
  operators: () => [],
  simTypes: () => [],
  types: () => [],
};

export async function buildSnapshot(byId: ReadonlyMap<number, Product>): Promise<Snapshot> {
  const slices = createEventLoopYield();
  const products: Product[] = [];
  for (const id of Float64Array.from(byId.keys()).sort()) {
    const product = byId.get(id);
    if (product) products.push(product);
    if (products.length % 1_024 === 0 && slices.due()) await slices.yield();
  }
  const order = await sortProducts(products, slices);
  const shelves = await buildShelves(products, order, slices);
  const search = await buildSearch(products, order.catalogue, slices);

  const onSale = (facets: FacetFilter) => tally(shelves.counts, facets);
  const isStocked = ({ count }: { count: number }) => count > 0;

  function list(positions: ArrayLike<number>, { page = 1, size = shelfSize }: Page): Listing {
    const total = positions.length;
    const pages = Math.max(1, Math.ceil(total / size));
    const current = Number.isSafeInteger(page) ? Math.min(Math.max(page, 1), pages) : 1;
    const onPage: Product[] = [];
    for (let at = (current - 1) * size; at < Math.min(current * size, total); at++) {
      const product = products[positions[at] ?? -1];
      if (product) onPage.push(product);
    }
    return { products: onPage, total, page: current, pages };
  }

  return {
    products,
    onSale: onSale({}),
    product: (id) => byId.get(id) ?? null,
    shelf(place, { sort = 'catalogue', ...page } = {}) {
      const node = shelves.find(place);
      return { ...list(node?.positions[sort] ?? [], page), branches: node?.branches ?? [], path: node?.path ?? [] };
    },
    search(query, { page, size, sort = 'catalogue', ...filter } = {}) {
      const found = search.find(query, filter);
      const priceAt = (position: number) => products[position]?.price ?? 0;
      return list(sort === 'price' ? found.sort((a, b) => priceAt(a) - priceAt(b)) : found, { page, size });
    },
    operators: (filter = {}) =>
      operatorIds.map((operatorId) => ({ operatorId, count: onSale({ ...filter, operatorId }) })).filter(isStocked),
    simTypes: (filter = {}) =>
      simTypes.map((simType) => ({ simType, count: onSale({ ...filter, simType }) })).filter(isStocked),
    types: (filter = {}) =>
      productTypes.map((type) => ({ type, count: onSale({ ...filter, type }) })).filter(isStocked),
  };
}

function tally(counts: readonly Count[], { operatorId, simType, type }: FacetFilter): number {
  return counts
    .filter((entry) => (operatorId ?? entry.operatorId) === entry.operatorId)
    .filter((entry) => (simType ?? entry.simType) === entry.simType)
    .filter((entry) => (type ?? entry.type) === entry.type)
    .reduce((total, { count }) => total + count, 0);
}
