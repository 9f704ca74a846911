import { z } from 'zod';
import type { ProductCategory, SubCategory } from '#domain/product.ts';
import { integer, text, whole, wireNumber, wireText } from './wire-values.ts';

/** The documented form, checked first because plain types are faster. */
const documented = z.object({
  id: z.number(),
  name: z.string(),
  data: z.string(),
  pivot: z.object({ address: z.string() }),
});

const tolerated = z.object({
  id: wireNumber,
  name: z.string(),
  // Some gateways send the array itself instead of its JSON text. Unreadable text only loses the tree.
  data: z
    .union([z.string(), z.array(z.unknown()), z.null()])
    .optional()
    .catch(null),
  pivot: z.object({ address: wireText }).nullish().catch(null),
});

type WireCategory = z.infer<typeof documented> | z.infer<typeof tolerated>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parseCategory(value: unknown): WireCategory | null {
  const first = documented.safeParse(value);
  return first.success ? first.data : (tolerated.safeParse(value).data ?? null);
}

const wireBranch = z.object({ id: wireNumber, text: z.string(), parent: wireNumber.nullish().catch(null) });

interface Branch {
  readonly name: string;
  readonly parent: number;
}

interface Tree {
  /** False if some of `data` could not be read. */
  readonly whole: boolean;
  path(address: string): readonly SubCategory[];
}

export interface CategoryReader {
  /** Null if the value is not a category. `whole` tells whether its tree was read completely. */
  read(value: unknown): { readonly category: ProductCategory; readonly whole: boolean } | null;
}

/** Parses each tree once, because every product repeats the same few. */
export function createCategoryReader(): CategoryReader {
  const trees = new Map<string, Tree>();

  function treeOf(data: WireCategory['data']): Tree {
    if (typeof data !== 'string') return readTree(data ?? []);
    const knownTree = trees.get(data);
    if (knownTree) return knownTree;
    const tree = readTree(parseJson(data));
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
      const subs = tree.path(text(wire.pivot?.address) ?? '');
      return { category: { id, name: wire.name, subs }, whole: tree.whole };
    },
  };
}

/** Limits the cost of a malicious answer. Real trees are far smaller. */
const maxBranches = 2_000;

function readTree(data: unknown): Tree {
  if (!Array.isArray(data)) return { whole: false, path: () => [] };
  const branches = new Map<number, Branch>();
  let readable = data.length <= maxBranches;
  for (const element of data.slice(0, maxBranches)) {
    const parsed = wireBranch.safeParse(element);
    const id = parsed.success ? whole(parsed.data.id) : null;
    if (!parsed.success || id === null || id === 0 || branches.has(id)) readable = false;
    else branches.set(id, { name: parsed.data.text, parent: integer(parsed.data.parent) ?? 0 });
  }
  const paths = new Map<string, readonly SubCategory[]>();
  return {
    whole: readable,
    path(address) {
      const knownPath = paths.get(address);
      if (knownPath) return knownPath;
      const path = pathTo(branches, address);
      paths.set(address, path);
      return path;
    },
  };
}

/**
 * `pivot.address` is undocumented. We read it as the ids of the steps inside `data`, "3/7", with any separator. The
 * last id that the tree contains gives the path.
 */
function pathTo(branches: ReadonlyMap<number, Branch>, address: string): readonly SubCategory[] {
  const steps = (address.slice(0, 200).match(/\d+/g) ?? []).map(Number);
  const path: SubCategory[] = [];
  let id = steps.findLast((step) => branches.has(step)) ?? 0;
  for (let branch = branches.get(id); branch; branch = branches.get(id)) {
    path.unshift({ id, name: branch.name });
    // A parent that is its own descendant ends the path.
    if (descends(branches, branch.parent, id)) break;
    id = branch.parent;
  }
  return path;
}

/** Whether `id` is below `ancestor`. Also true for a cycle. */
function descends(branches: ReadonlyMap<number, Branch>, id: number, ancestor: number): boolean {
  const seen = new Set<number>();
  for (let at = id; branches.has(at); at = branches.get(at)?.parent ?? 0) {
    if (at === ancestor || seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}
