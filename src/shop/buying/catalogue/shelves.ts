import { type Product, type Sort, sorts } from '#domain/product.ts';
import type { EventLoopYield } from '#gateway/event-loop-yield.ts';
import { type Facets, facetOf } from './facets.ts';
import type { Positions } from './sort-products.ts';

/** A position in the shop; a sub-category is looked up within its category. */
export interface Place extends Facets {
  readonly category?: number | null | undefined;
  readonly sub?: number | null | undefined;
}

/** Contains only branches with something on sale. */
export interface Branch {
  readonly id: number;
  readonly name: string;
  readonly count: number;
  /** True if some products are also in an earlier branch, so that counts overlap. */
  readonly isShared: boolean;
}

interface ShelfNode {
  readonly id: number;
  readonly name: string;
  /** All products here and below. */
  readonly positions: Readonly<Record<Sort, Positions>>;
  /** Sorted by id, so that buttons keep their place. */
  readonly branches: readonly Branch[];
  readonly path: readonly { readonly id: number; readonly name: string }[];
}

interface Shelves {
  find(place: Place): ShelfNode | null;
  /** Products on sale. */
  readonly counts: readonly Count[];
}

export interface Count extends Facets {
  readonly count: number;
}

interface Growing {
  readonly id: number;
  readonly name: string;
  readonly path: readonly { readonly id: number; readonly name: string }[];
  readonly children: Map<number, Growing>;
  count: number;
  isShared: boolean;
  /** The list being filled, and its length so far. */
  filling: Positions;
  filled: number;
  positions: Record<Sort, Positions>;
  branches: readonly Branch[];
}

interface Root {
  readonly node: Growing;
  /** By "category" and "category/sub", whatever is between them. */
  readonly places: Map<string, Growing>;
  /** Products share lists of categories, so each list is resolved once. */
  readonly ways: Map<Product['categories'], readonly Growing[]>;
  readonly of: Facets;
}

export async function buildShelves(
  products: readonly Product[],
  order: Readonly<Record<Sort, Positions>>,
  slices: EventLoopYield,
): Promise<Shelves> {
  const roots = new Map<number, Root>();
  const nodesOf: (readonly Growing[])[] = [];
  const none: readonly Growing[] = [];
  for (const [position, product] of products.entries()) {
    const nodes = product.onSale ? nodesFor(rootFor(roots, product), product.categories) : none;
    for (const node of nodes) node.count++;
    nodesOf[position] = nodes;
    if (position % 512 === 0 && slices.due()) await slices.yield();
  }
  const all = [...roots.values()].flatMap((root) => [root.node, ...root.places.values()]);
  for (const node of all) {
    node.positions = {
      catalogue: new Uint32Array(node.count),
      price: new Uint32Array(node.count),
      days: new Uint32Array(node.count),
    };
    node.branches = [...node.children.values()]
      .map(({ id, name, count, isShared }) => ({ id, name, count, isShared }))
      .sort((a, b) => a.id - b.id);
  }
  for (const sort of sorts) {
    for (const node of all) {
      node.filling = node.positions[sort];
      node.filled = 0;
    }
    let walked = 0;
    for (const position of order[sort]) {
      for (const node of nodesOf[position] ?? none) node.filling[node.filled++] = position;
      if (++walked % 2_048 === 0 && slices.due()) await slices.yield();
    }
  }
  return {
    find({ category, sub, ...of }) {
      const root = roots.get(facetOf(of));
      if (!root || category == null) return root?.node ?? null;
      return root.places.get(placeKey(category, sub)) ?? null;
    },
    counts: [...roots.values()].map(({ of, node }) => ({ ...of, count: node.count })),
  };
}

function placeKey(category: number, sub: number | null | undefined): string {
  return sub == null ? String(category) : `${category}/${sub}`;
}

function rootFor(roots: Map<number, Root>, product: Product): Root {
  const key = facetOf(product);
  let root = roots.get(key);
  if (!root) {
    const { operatorId, simType, type } = product;
    root = { node: grow(0, '', []), places: new Map(), ways: new Map(), of: { operatorId, simType, type } };
    roots.set(key, root);
  }
  return root;
}

function nodesFor(root: Root, categories: Product['categories']): readonly Growing[] {
  const cached = root.ways.get(categories);
  if (cached) return cached;
  const nodes = new Set([root.node]);
  const first = new Map<Growing, Growing>();
  const enter = (above: Growing, key: string, step: { id: number; name: string }): Growing => {
    const node = childOf(root, above, key, step);
    nodes.add(node);
    const earlier = first.get(above) ?? node;
    first.set(above, earlier);
    if (earlier !== node) node.isShared = true;
    return node;
  };
  // In the order of the branches.
  for (const { id, name, subs } of categories.toSorted((a, b) => a.id - b.id)) {
    let at = enter(root.node, placeKey(id, null), { id, name });
    for (const sub of subs) at = enter(at, placeKey(id, sub.id), sub);
  }
  const way = [...nodes];
  root.ways.set(categories, way);
  return way;
}

function childOf(root: Root, above: Growing, key: string, { id, name }: { id: number; name: string }): Growing {
  let node = root.places.get(key);
  if (!node) {
    node = grow(id, name, [...above.path, { id, name }]);
    root.places.set(key, node);
  }
  above.children.set(id, node);
  return node;
}

function grow(id: number, name: string, path: Growing['path']): Growing {
  const nothing = new Uint32Array(0);
  const positions = { catalogue: nothing, price: nothing, days: nothing };
  return {
    id,
    name,
    path,
    children: new Map(),
    count: 0,
    isShared: false,
    filling: nothing,
    filled: 0,
    positions,
    branches: [],
  };
}
