import { isDeepStrictEqual } from 'node:util';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { wordsBytes } from '#bot/kit/fields.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import { truncateToSize } from '#bot/kit/truncate.ts';
import type { Services } from '#bot/parts.ts';
import { withUnit } from '#domain/amount.ts';
import { type Reading, sure } from '#domain/reading/reading.ts';
import { rawWords, searchTerms, tellingWords } from '#domain/search-normalization.ts';
import { packageTerm } from '#domain/words/sale-words.ts';

/** The words of a search: an amount is in the unit that its person sees. */
export const searchFor = (format: Formatter, text: string): string =>
  searchWords(withUnit(text, format.plain(`unit-${format.unit}`)));

const fits = (text: string): boolean => Buffer.byteLength(text) <= wordsBytes;

/** What a button can carry of a search, with the same results where that is possible. */
export function searchWords(text: string): string {
  const whole = text.trim();
  if (fits(whole)) return whole;
  const terms = searchTerms(whole);
  const shortest = terms.map((term) => term.text).join(' ') || whole;
  const short = [tellingWords(whole), shortest].find(
    (words) => words !== '' && fits(words) && isDeepStrictEqual(searchTerms(words), terms),
  );
  return short ?? firstWords(shortest);
}

/** As many as fit: a word is cut only if it is the first. */
function firstWords(text: string): string {
  const [first = '', ...others] = rawWords(text);
  let words = truncateToSize(first, wordsBytes, Buffer.byteLength);
  for (const word of others) {
    if (!fits(`${words} ${word}`)) break;
    words += ` ${word}`;
  }
  return words;
}

export const searchQuestion = defineQuestion('search');

export const catalogueQuestions: readonly QuestionHandler[] = [
  onAnswer(searchQuestion, async ({ format }, { text = '', reading }) => {
    const words = isSearch(reading) ? searchFor(format, text) : '';
    return words === '' ? notAnAnswer : { redirect: catalogueActions.search({ page: 1, sim: null, words }) };
  }),
];

/** Numbers, codes and other wishes are read as anywhere else. */
function isSearch({ mobiles, mistake, codes, intents: [first] }: Reading): boolean {
  if (mobiles.length > 0 || mistake || codes.length > 0) return false;
  return first === undefined || first.sureness < sure || first.intent === 'price' || first.intent === 'cheapest';
}

/** Longer texts are sentences. */
const longestSearch = 60;

export type CatalogueAnswers = ReturnType<typeof createCatalogueAnswers>;

/** What the shop has of what is asked for. */
export function createCatalogueAnswers({ catalogue }: Pick<Services, 'catalogue'>) {
  const found = (words: string): boolean => words !== '' && catalogue.search(words).total > 0;
  const search = (words: string): HandlerResult => ({
    redirect: catalogueActions.search({ page: 1, sim: null, words }),
  });
  return {
    /** Null: there is no such size. */
    price({ format }: BotRequest, { line, item, said }: Reading, isCheapest: boolean): HandlerResult | null {
      const typed = [line, item].map((words) => searchFor(format, words)).find(found);
      if (isCheapest) return search(searchWords(`${format.plain('search-cheapest')} ${typed ?? packageTerm}`));
      if (typed !== undefined) return search(typed);
      return said.has('figures') ? null : { redirect: catalogueActions.operators({ type: 'data' }) };
    },
    /** Null: it is no name of a product. */
    byName({ format }: BotRequest, text: string): HandlerResult | null {
      const words = text.length > longestSearch ? '' : searchFor(format, text);
      return found(words) ? search(words) : null;
    },
  };
}
