import { z } from 'zod';
import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { ReadFailure } from './failure.ts';
import { finite, integer, wireText } from './wire-values.ts';

/** Ends a walk through endless pages. Real catalogues are far smaller. */
const mostPages = 10_000;

type ReadPage = (page: number) => Promise<Result<ProductPage, ReadFailure>>;

/**
 * Yields each product once, even if it moves between pages. A failed page ends the walk, so that a part is never taken
 * for the whole.
 */
export async function* eachPage(read: ReadPage): AsyncGenerator<Result<ProductPage, ReadFailure>, void, undefined> {
  const seen = new Set<number>();
  for (let number = 1; number <= mostPages; number++) {
    const result = await read(number);
    if (!result.ok) {
      yield result;
      return;
    }
    const { products, dropped, page } = result.value;
    if (page.current !== null && page.current !== number) {
      yield err({ kind: 'malformed', why: `page ${number} was asked for and page ${page.current} came` });
      return;
    }
    const fresh = products.filter((product) => isNew(seen, product));
    yield ok({ ...result.value, products: fresh });
    if (products.length + dropped === 0) return;
    // The total may change, so only this answer's last page counts. Without one, the first page without new products is
    // the last.
    if (page.last === null ? fresh.length === 0 && dropped === 0 : number >= page.last) return;
  }
  yield err({ kind: 'malformed', why: 'pages without end' });
}

function isNew(seen: Set<number>, { id }: Product): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}

export interface ProductPage {
  readonly products: readonly Product[];
  /** Elements that could not be read. */
  readonly dropped: number;
  readonly droppedCategories: number;
  /** Our balance at the gateway, rounded down to whole rials. */
  readonly balance: number | null;
  readonly page: PageInfo;
}

/** Fields are null if the gateway does not send them. */
interface PageInfo {
  readonly current: number | null;
  readonly last: number | null;
  readonly total: number | null;
}

const wireEnvelope = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ current_page: wireText, last_page: wireText, total: wireText }).nullish().catch(null),
  balance: wireText,
});

/** Null without a `data` array. Everything else is optional. */
export function readEnvelope(
  value: unknown,
): (Pick<z.infer<typeof wireEnvelope>, 'data'> & Pick<ProductPage, 'balance' | 'page'>) | null {
  const parsed = wireEnvelope.safeParse(value);
  if (!parsed.success) return null;
  const { data, meta, balance } = parsed.data;
  const account = finite(balance);
  return {
    data,
    balance: account === null ? null : Math.floor(account),
    page: { current: integer(meta?.current_page), last: integer(meta?.last_page), total: integer(meta?.total) },
  };
}
