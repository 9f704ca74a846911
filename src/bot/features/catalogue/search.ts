import { catalogueActions } from '#bot/actions/catalogue.ts';
import { wordsBytes } from '#bot/core/fields.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/core/question.ts';
import type { Services } from '#bot/core/services.ts';
import type { TextReader } from '#bot/core/text-reader.ts';
import { truncateToSize } from '#bot/core/truncate.ts';
import { mistakenNumber } from '#domain/phone.ts';

/** Cut to what a button can carry. */
export const searchWords = (text: string): string => truncateToSize(text.trim(), wordsBytes, Buffer.byteLength).trim();

export const searchQuestion = defineQuestion('search');

export const catalogueQuestions: readonly QuestionHandler[] = [
  onAnswer(searchQuestion, async (_request, { text, mobiles }) => {
    // A number with a mistake and an amount are read as anywhere else.
    const words = mobiles.length > 0 || mistakenNumber(text ?? '') ? '' : searchWords(text ?? '');
    return words === '' ? notAnAnswer : { redirect: catalogueActions.search({ page: 1, sim: null, words }) };
  }),
];

/** Longer texts are sentences. */
const longestSearch = 60;

export const createSearchReader =
  ({ catalogue }: Pick<Services, 'catalogue'>): TextReader =>
  async (_, { text = '' }) => {
    const words = text.length > longestSearch ? '' : searchWords(text);
    return words !== '' && catalogue.search(words).total > 0
      ? { redirect: catalogueActions.search({ page: 1, sim: null, words }) }
      : null;
  };
