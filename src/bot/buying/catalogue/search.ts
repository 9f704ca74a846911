import { isDeepStrictEqual } from 'node:util';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { wordsBytes } from '#bot/kit/fields.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { Services } from '#bot/kit/services.ts';
import type { TextReader } from '#bot/kit/text-reader.ts';
import { truncateToSize } from '#bot/kit/truncate.ts';
import { withUnit } from '#domain/amount.ts';
import { mistakenNumber } from '#domain/phone.ts';
import { rawWords, searchTerms, tellingWords } from '#domain/search-normalization.ts';
import { smallTalk } from '#domain/small-talk.ts';
import { looksLikeCode } from '#shop/buying/orders/identity.ts';

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
  onAnswer(searchQuestion, async ({ format }, { text = '', mobiles }) => {
    // Numbers, names of pages and codes of orders are read as anywhere else.
    const isOther = mobiles.length > 0 || mistakenNumber(text) || smallTalk(text) !== null || looksLikeCode(text);
    const words = isOther ? '' : searchFor(format, text);
    return words === '' ? notAnAnswer : { redirect: catalogueActions.search({ page: 1, sim: null, words }) };
  }),
];

/** Longer texts are sentences. */
const longestSearch = 60;

export const createSearchReader =
  ({ catalogue }: Pick<Services, 'catalogue'>): TextReader =>
  async ({ format }, { text = '' }) => {
    const words = text.length > longestSearch ? '' : searchFor(format, text);
    return words !== '' && catalogue.search(words).total > 0
      ? { redirect: catalogueActions.search({ page: 1, sim: null, words }) }
      : null;
  };
