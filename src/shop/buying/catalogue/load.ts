import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { createEventLoopYield } from '#gateway/event-loop-yield.ts';
import type { ReadFailure } from '#gateway/failure.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { ProductPage } from '#gateway/pages.ts';
import { createCategorySharing } from './share-categories.ts';

interface Load {
  readonly products: ReadonlyMap<number, Product>;
  /** Elements that could not be read. */
  readonly dropped: number;
}

/** Called with every answer, even if the load fails later. */
type OnBalance = (balance: number | null) => void;

type CatalogueSource = Pick<Gateway, 'filterProducts' | 'allProducts'>;

/** Loads everything in one answer if the gateway supports it, otherwise page by page. */
export async function loadProducts(
  gateway: CatalogueSource,
  signal: AbortSignal,
  onBalance: OnBalance = () => undefined,
): Promise<Result<Load, ReadFailure>> {
  const all = await gateway.filterProducts({ unpaginated: true, withCategories: true }, { signal });
  if (all.ok) onBalance(all.value.balance);
  if (all.ok && isWhole(all.value)) {
    const compact = createCategorySharing();
    const slices = createEventLoopYield();
    const products = new Map<number, Product>();
    for (const product of all.value.products) {
      products.set(product.id, compact(product));
      if (products.size % 1_024 === 0 && slices.due()) await slices.yield();
    }
    return ok({ products, dropped: all.value.dropped });
  }
  if (!all.ok && (all.error.kind === 'unauthorized' || signal.aborted)) return all;
  // A paginated answer came from a filter that knows pages; after a failure the plain list is tried.
  const pages = await byPages(gateway, all.ok ? 'filter' : 'list', signal, onBalance);
  return pages.ok || all.ok ? pages : all;
}

function isWhole({ products, dropped, page }: ProductPage): boolean {
  if (page.total !== null) return products.length + dropped >= page.total;
  return page.last === null || page.last <= 1;
}

async function byPages(
  gateway: CatalogueSource,
  from: 'list' | 'filter',
  signal: AbortSignal,
  onBalance: OnBalance,
): Promise<Result<Load, ReadFailure>> {
  const compact = createCategorySharing();
  const products = new Map<number, Product>();
  let dropped = 0;
  const query = from === 'filter' ? ({ from, withCategories: true } as const) : {};
  for await (const page of gateway.allProducts(query, { signal })) {
    if (!page.ok) return err(page.error);
    for (const product of page.value.products) products.set(product.id, compact(product));
    dropped += page.value.dropped;
    onBalance(page.value.balance);
  }
  return ok({ products, dropped });
}

/** Why a loaded catalogue is not trusted yet. */
export type SuspectReason = 'unreadable' | 'empty' | 'shrunken';

/** Protects the shop from broken answers: trusts an empty or much smaller catalogue only after it stays so for a while. */
export function suspectReason({ products, dropped }: Load, before: number): SuspectReason | null {
  if (dropped > 0 && products.size === 0) return 'unreadable';
  if (before === 0) return null;
  if (products.size === 0) return 'empty';
  if (dropped > products.size) return 'unreadable';
  return before >= 50 && products.size < before / 5 ? 'shrunken' : null;
}
