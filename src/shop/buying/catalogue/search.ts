import type { OperatorId, Product, ProductType } from '#domain/product.ts';
import { createTermIndexer, type SearchTerm, searchTerms } from '#domain/search-normalization.ts';
import { isMisspelt } from '#domain/words/spelling.ts';
import type { EventLoopYield } from '#gateway/event-loop-yield.ts';
import { type FacetFilter, facetMask, facetOf } from './facets.ts';
import type { Positions } from './sort-products.ts';

interface Search {
  /**
   * Positions of products on sale whose name, in either language, has all terms. First those that have them as whole words,
   * then those with less else in their names; the rest is catalogue order. Fixed wireless comes after mobile.
   */
  find(query: string, filter: FacetFilter): number[];
}

/** Names often mention only the days. */
const periods: ReadonlyMap<number, string> = new Map([
  [1, 'daily روزانه'],
  [7, 'weekly هفتگی'],
  [30, 'monthly ماهانه'],
  [365, 'yearly سالانه'],
]);

/** Periods as terms, so that three months do not match "monthly". */
const sameTimes: ReadonlyMap<number, readonly string[]> = new Map([
  [7, ['1week']],
  [30, ['1month']],
  [90, ['3month']],
  [180, ['6month']],
  [365, ['1year', '12month']],
]);

/** Operators as people write them, because product names seldom include them. */
const operatorWords: Readonly<Record<OperatorId, string>> = {
  1: 'همراه اول همراهاول hamrah hamrahe aval mci',
  2: 'ایرانسل irancell mtn',
  3: 'رایتل rightel',
  4: 'تالیا taliya',
  5: 'شاتل موبایل shatel',
};

/** Not every name of a fixed-wireless package says so. */
const typeWords: Partial<Record<ProductType, string>> = { tdlte: 'td lte tdlte' };

const wordsOf = ({ name, nameEn, days, operatorId, type }: Product): string =>
  [name, nameEn ?? '', periods.get(days ?? 0) ?? '', operatorWords[operatorId], typeWords[type] ?? ''].join(' ');

/**
 * An inverted index: names repeat, so there are few terms. Libraries index words, but a size or a time is a number with a
 * unit: "10gb" must find «۱۰ گیگابایت», and "1 gb" must not find 10.
 */
export async function buildSearch(
  products: readonly Product[],
  order: Positions,
  slices: EventLoopYield,
): Promise<Search> {
  const postings = new Map<string, number[]>();
  const facets = new Uint16Array(order.length);
  /** The number of relevant words in a name. */
  const lengths = new Uint8Array(order.length);
  const termsOf = createTermIndexer();
  // Operators use the same names, so each name is looked up once.
  const byName = new Map<string, readonly number[][]>();

  function postingsFor(name: string, days: number | null): readonly number[][] {
    const times = days === null ? [] : [`${days}day`, ...(sameTimes.get(days) ?? [])];
    const lists = Array.from(new Set([...termsOf(name), ...times]), (term) => {
      const posting = postings.get(term) ?? [];
      postings.set(term, posting);
      return posting;
    });
    byName.set(`${days} ${name}`, lists);
    return lists;
  }

  let walked = 0;
  for (const [rank, position] of order.entries()) {
    const product = products[position];
    if (product?.onSale) {
      facets[rank] = facetOf(product);
      lengths[rank] = Math.min(mostWords - 1, wordCount(product.name));
      const name = wordsOf(product);
      const { days } = product;
      for (const posting of byName.get(`${days} ${name}`) ?? postingsFor(name, days)) posting.push(rank);
    }
    if (++walked % 64 === 0 && slices.due()) await slices.yield();
  }
  const vocabulary = [...postings.keys()];

  function wordsLike(text: string): string[] {
    const terms = vocabulary.filter((term) => term.includes(text));
    return terms.length > 0
      ? terms
      : vocabulary.filter((term) => text.length >= shortestMisspelt && isMisspelt(term, text));
  }

  function postingsOf({
    text,
    exact,
  }: SearchTerm): { readonly posting: readonly number[]; readonly isWhole: boolean }[] {
    const terms = exact ? [text] : wordsLike(text);
    return terms.flatMap((term) => {
      const posting = postings.get(term);
      return posting ? [{ posting, isWhole: term === text }] : [];
    });
  }

  return {
    find(query, filter) {
      const terms = searchTerms(query);
      if (terms.length === 0) return [];
      const passed = new Uint8Array(order.length);
      const whole = new Uint8Array(order.length);
      terms.forEach((term, round) => {
        for (const { posting, isWhole } of postingsOf(term)) {
          for (const rank of posting) {
            if (passed[rank] === round) passed[rank] = round + 1;
            if (isWhole) whole[rank] = (whole[rank] ?? 0) + 1;
          }
        }
      });
      const { mask, wanted } = facetMask(filter);
      const wireless = facetMask({ type: 'tdlte' });
      const ofEachType = (terms.length + 1) * mostWords;
      // There are few kinds of relevance, so the results are dealt into them and never sorted.
      const kinds: number[][] = [];
      for (let rank = 0; rank < passed.length; rank++) {
        const facet = facets[rank] ?? 0;
        if (passed[rank] !== terms.length || (facet & mask) !== wanted) continue;
        const position = order[rank];
        const type = (facet & wireless.mask) === wireless.wanted ? ofEachType : 0;
        const kind = type + (terms.length - (whole[rank] ?? 0)) * mostWords + (lengths[rank] ?? 0);
        const alike = kinds[kind] ?? [];
        kinds[kind] = alike;
        if (position !== undefined) alike.push(position);
      }
      return kinds.flat();
    },
  };
}

const mostWords = 16;
/** Shorter words are too alike. */
const shortestMisspelt = 4;

function wordCount(name: string): number {
  let count = 1;
  for (let at = name.indexOf(' '); at !== -1; at = name.indexOf(' ', at + 1)) count += 1;
  return count;
}
