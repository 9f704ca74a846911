import type { ShelfAddress } from '#bot/actions/shelf-address.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { Services } from '#bot/parts.ts';
import type { Branch } from '#shop/buying/catalogue/shelves.ts';
import type { Shelf } from '#shop/buying/catalogue/snapshot.ts';

type Catalogue = Pick<Services['catalogue'], 'shelf'>;

export interface OpenShelf {
  readonly at: ShelfAddress;
  readonly shelf: Shelf;
  /** The shelf above; null: this is the top one. */
  readonly above: ShelfAddress | null;
  /** Choices of the levels that were passed through: they stand beside those of this one. */
  readonly beside: readonly Beside[];
  /** Everything, with what is in none of the categories. */
  readonly everything: { readonly at: ShelfAddress; readonly count: number };
  /** Names of the steps taken, without the levels that were passed through. */
  readonly steps: readonly string[];
}

interface Beside {
  readonly branch: Branch;
  readonly at: ShelfAddress;
}

/** A category that holds most of what there is, in sub-categories of its own, is no step: the way down goes through it, and so does the way back. */
export function openShelf(catalogue: Catalogue, address: ShelfAddress): OpenShelf {
  const { at, shelf, ...around } = descend(catalogue, address);
  let above = parentOf(at, shelf);
  while (above && isSame(descend(catalogue, above).at, at)) above = parentOf(above, shelfAt(catalogue, above));
  const top = descend(catalogue, { ...at, category: null, sub: null, all: 'no' }).at;
  const depth = top.category === at.category ? shelf.path.findIndex(({ id }) => id === (top.sub ?? top.category)) : -1;
  return { at, shelf, above, ...around, steps: shelf.path.slice(depth + 1).map(({ name }) => name) };
}

function descend(catalogue: Catalogue, address: ShelfAddress): Omit<OpenShelf, 'above' | 'steps'> {
  const beside: Beside[] = [];
  let at = address;
  let shelf = shelfAt(catalogue, at);
  const everything = { at: { ...address, all: 'yes', page: 1 } as const, count: shelf.total };
  for (;;) {
    const { branches, total } = shelf;
    // At the top a few products may lie beside the category that has nearly all of them.
    const main = branches.find(({ count }) => (at.category === null ? count * 2 > total : count === total));
    if (at.all === 'yes' || !main) return { at, shelf, beside, everything };
    const into = (id: number): ShelfAddress => ({ ...at, ...(at.category === null ? { category: id } : { sub: id }) });
    const below = shelfAt(catalogue, into(main.id));
    if (main.count < total && below.branches.length === 0) return { at, shelf, beside, everything };
    for (const branch of branches) if (branch !== main) beside.push({ branch, at: { ...into(branch.id), page: 1 } });
    at = into(main.id);
    shelf = below;
  }
}

const shelfAt = (catalogue: Catalogue, { operator, sim, type, category, sub, page, sort }: ShelfAddress): Shelf =>
  catalogue.shelf({ operatorId: operator, simType: sim, type, category, sub }, { page, sort, size: pageSize });

function parentOf(at: ShelfAddress, { path }: Shelf): ShelfAddress | null {
  const up = { ...at, all: 'no', page: 1 } as const;
  const parent = path.at(-2);
  if (at.sub !== null && parent) return { ...up, sub: path.length > 2 ? parent.id : null };
  return at.category === null ? null : { ...up, category: null, sub: null };
}

const isSame = (a: ShelfAddress, b: ShelfAddress): boolean => a.category === b.category && a.sub === b.sub;
