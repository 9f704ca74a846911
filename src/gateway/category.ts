import { z } from 'zod';
import type { ProductCategory, SubCategory } from '../domain/product.ts';
import { filled, integer, text, whole, wireNumber, wireText } from './wire-values.ts';

/** A sub-category with those below it, as the category's `data` describes them. */
export interface CategoryBranch extends SubCategory {
  readonly children: readonly CategoryBranch[];
}

/** A category as a product carries it: everything that the gateway tells about it. */
export interface ListedCategory extends ProductCategory {
  readonly tree: readonly CategoryBranch[];
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly pivot: CategoryPivot | null;
}

/** The gateway's own link between a product and its category. */
export interface CategoryPivot {
  readonly model: string | null;
  readonly productId: number | null;
  readonly categoryId: number | null;
  readonly address: string | null;
}

/** As the API page has it, for speed; then as it may arrive all the same. */
const documented = z.object({
  id: z.number(),
  name: z.string(),
  data: z.string(),
  created_at: z.string().nullable(),
  updated_at: z.string().nullable(),
  pivot: z.object({
    categorizable_type: z.string(),
    categorizable_id: z.number(),
    category_id: z.number(),
    address: z.string(),
  }),
});

const tolerated = z.object({
  id: wireNumber,
  name: z.string(),
  // The array itself does no harm in place of its text; text that is not JSON costs the tree alone.
  data: z
    .union([z.string(), z.array(z.unknown()), z.null()])
    .optional()
    .catch(null),
  created_at: wireText,
  updated_at: wireText,
  pivot: z
    .object({ categorizable_type: wireText, categorizable_id: wireText, category_id: wireText, address: wireText })
    .nullish()
    .catch(null),
});

type WireCategory = z.infer<typeof documented> | z.infer<typeof tolerated>;

function parseCategory(value: unknown): WireCategory | null {
  const first = documented.safeParse(value);
  return first.success ? first.data : (tolerated.safeParse(value).data ?? null);
}

const wireBranch = z.object({ id: wireNumber, text: z.string(), parent: wireNumber.nullish().catch(null) });

interface Tree {
  readonly roots: readonly CategoryBranch[];
  /** False: the `data` string could not be read, or some of its branches. */
  readonly whole: boolean;
  path(address: string): readonly SubCategory[];
}

export interface CategoryReader {
  /** Null: not a category at all. `whole` is false when its tree had to be given up or cut. */
  read(value: unknown): { readonly category: ListedCategory; readonly whole: boolean } | null;
}

/** The same few trees come with every product of a catalogue, so each is read once. One reader serves one answer. */
export function createCategoryReader(): CategoryReader {
  const trees = new Map<string, Tree>();

  function treeOf(data: WireCategory['data']): Tree {
    if (typeof data !== 'string') return readTree(data ?? []);
    const known = trees.get(data);
    if (known) return known;
    const tree = readTree(parse(data));
    trees.set(data, tree);
    return tree;
  }

  return {
    read(value) {
      const wire = parseCategory(value);
      if (!wire) return null;
      const id = whole(wire.id);
      if (id === null || wire.name.trim() === '') return null;
      const tree = treeOf(wire.data === '' ? [] : wire.data);
      const pivot = wire.pivot ? toPivot(wire.pivot) : null;
      const category = {
        id,
        name: wire.name,
        subs: tree.path(pivot?.address ?? ''),
        tree: tree.roots,
        createdAt: filled(wire.created_at),
        updatedAt: filled(wire.updated_at),
        pivot,
      };
      return { category, whole: tree.whole };
    },
  };
}

function toPivot(wire: NonNullable<WireCategory['pivot']>): CategoryPivot {
  return {
    model: text(wire.categorizable_type),
    productId: whole(wire.categorizable_id),
    categoryId: whole(wire.category_id),
    address: text(wire.address),
  };
}

/** No shop has more; a longer list is cut, so that reading it stays cheap whatever comes. */
const mostBranches = 2_000;

interface Growing extends CategoryBranch {
  readonly children: Growing[];
}

function readTree(data: unknown): Tree {
  if (!Array.isArray(data)) return { roots: [], whole: false, path: () => [] };
  const nodes = new Map<number, { branch: Growing; parent: number }>();
  let readable = data.length <= mostBranches;
  for (const element of data.slice(0, mostBranches)) {
    const parsed = wireBranch.safeParse(element);
    const id = parsed.success ? whole(parsed.data.id) : null;
    if (!parsed.success || id === null || id === 0 || nodes.has(id)) readable = false;
    else
      nodes.set(id, { branch: { id, name: parsed.data.text, children: [] }, parent: integer(parsed.data.parent) ?? 0 });
  }
  const roots: Growing[] = [];
  for (const { branch, parent } of nodes.values()) {
    const above = nodes.get(parent);
    // A parent that is missing, or that is its own descendant, leaves the branch at the top.
    if (above && !descends(nodes, parent, branch.id)) above.branch.children.push(branch);
    else roots.push(branch);
  }
  const paths = new Map<string, readonly SubCategory[]>();
  return {
    roots,
    whole: readable,
    path(address) {
      const known = paths.get(address);
      if (known) return known;
      const path = pathTo(roots, address);
      paths.set(address, path);
      return path;
    },
  };
}

/** Whether `id` hangs under `ancestor`, going up by parents; a ring on the way counts as well. */
function descends(nodes: ReadonlyMap<number, { parent: number }>, id: number, ancestor: number): boolean {
  const seen = new Set<number>();
  for (let at = id; nodes.has(at); at = nodes.get(at)?.parent ?? 0) {
    if (at === ancestor || seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/**
 * The page leaves the form of `pivot.address` open. Ours: the ids of the steps inside the category's `data`, "3/7". Any
 * separator will do, steps that the tree does not know are passed over, and from the last known one the tree itself
 * tells the way. Nothing known: the product stands at the category.
 */
function pathTo(roots: readonly CategoryBranch[], address: string): readonly SubCategory[] {
  const steps = (address.slice(0, 200).match(/\d+/g) ?? []).map(Number);
  for (const step of steps.reverse()) {
    const path = find(roots, step);
    if (path) return path;
  }
  return [];
}

function find(branches: readonly CategoryBranch[], id: number): SubCategory[] | null {
  const above = new Map<CategoryBranch, CategoryBranch | null>(branches.map((branch) => [branch, null]));
  // A map goes on over what is added while it is walked, so this reaches every branch without recursion.
  for (const branch of above.keys()) {
    if (branch.id === id) {
      const path: SubCategory[] = [];
      for (let at: CategoryBranch | null = branch; at; at = above.get(at) ?? null)
        path.unshift({ id: at.id, name: at.name });
      return path;
    }
    for (const child of branch.children) above.set(child, branch);
  }
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
