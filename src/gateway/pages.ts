import type { Product } from '#domain/product.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { ReadFailure } from './failure.ts';
import type { ProductPage } from './page.ts';

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
