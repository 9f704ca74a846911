import type { Product } from '../../domain/product.ts';
import { createTermIndexer, type SearchTerm, searchTerms } from '../../domain/search-normalization.ts';
import type { EventLoopYield } from '../../gateway/event-loop-yield.ts';
import { type FacetFilter, facetMask, facetOf } from './facets.ts';
import type { Positions } from './order.ts';

interface Search {
  /** Positions of products on sale whose name, in either language, has all terms; in catalogue order. */
  find(query: string, filter: FacetFilter): number[];
}

/** Names often give the days only. */
const periods: ReadonlyMap<number, string> = new Map([
  [1, 'daily روزانه'],
  [7, 'weekly هفتگی'],
  [30, 'monthly ماهانه'],
  [365, 'yearly سالانه'],
]);

/** An inverted index: names repeat, so there are few terms. */
export async function buildSearch(
  products: readonly Product[],
  order: Positions,
  slices: EventLoopYield,
): Promise<Search> {
  const postings = new Map<string, number[]>();
  const facets = new Uint16Array(order.length);
  const termsOf = createTermIndexer();
  // Operators use the same names, so each name is looked up once.
  const byName = new Map<string, readonly number[][]>();

  function postingsFor(name: string): readonly number[][] {
    const lists = Array.from(termsOf(name), (term) => {
      const posting = postings.get(term) ?? [];
      postings.set(term, posting);
      return posting;
    });
    byName.set(name, lists);
    return lists;
  }

  let walked = 0;
  for (const [rank, position] of order.entries()) {
    const product = products[position];
    if (product?.onSale) {
      facets[rank] = facetOf(product);
      const name = [product.name, product.nameEn ?? '', periods.get(product.days ?? 0) ?? ''].join(' ');
      for (const posting of byName.get(name) ?? postingsFor(name)) posting.push(rank);
    }
    if (++walked % 64 === 0 && slices.due()) await slices.yield();
  }
  const vocabulary = [...postings.keys()];

  function postingsOf({ text, exact }: SearchTerm): (readonly number[])[] {
    const terms = exact ? [text] : vocabulary.filter((term) => term.includes(text));
    return terms.flatMap((term) => {
      const posting = postings.get(term);
      return posting ? [posting] : [];
    });
  }

  return {
    find(query, filter) {
      const terms = searchTerms(query);
      if (terms.length === 0) return [];
      const passed = new Uint8Array(order.length);
      terms.forEach((term, round) => {
        for (const posting of postingsOf(term)) {
          for (const rank of posting) if (passed[rank] === round) passed[rank] = round + 1;
        }
      });
      const { mask, wanted } = facetMask(filter);
      const found: number[] = [];
      for (let rank = 0; rank < passed.length; rank++) {
        if (passed[rank] !== terms.length || ((facets[rank] ?? 0) & mask) !== wanted) continue;
        const position = order[rank];
        if (position !== undefined) found.push(position);
      }
      return found;
    },
  };
}
