import { err, ok, type Result } from '../domain/result.ts';
import type { ReadFailure } from './failure.ts';
import type { ProductPage } from './page.ts';
import type { ListedProduct } from './product.ts';

/** Even at a hundred a page, ten times more than the largest catalogue we speak of. */
const mostPages = 10_000;

export type ReadPage = (page: number) => Promise<Result<ProductPage, ReadFailure>>;

/**
 * Walks all pages by their number. Each product comes once, whatever moves between pages meanwhile. A failed page is
 * handed over as it is and ends the walk: half a catalogue must not pass for one.
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
    // The last page moves when the total changes, so only what this answer says counts; without it, nothing new is the end.
    if (page.last === null ? fresh.length === 0 && dropped === 0 : number >= page.last) return;
  }
  yield err({ kind: 'malformed', why: 'pages without end' });
}

function isNew(seen: Set<number>, { id }: ListedProduct): boolean {
  if (seen.has(id)) return false;
  seen.add(id);
  return true;
}
