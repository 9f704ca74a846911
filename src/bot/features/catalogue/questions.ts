import { catalogueActions } from '#bot/actions/catalogue.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/core/question.ts';
import { searchWords } from './search-words.ts';

export const searchQuestion = defineQuestion('search');

export const catalogueQuestions: readonly QuestionHandler[] = [
  onAnswer(searchQuestion, async (_request, { text, mobiles }) => {
    const words = mobiles.length > 0 ? '' : searchWords(text ?? '');
    return words === '' ? notAnAnswer : { redirect: catalogueActions.search({ page: 1, sim: null, words }) };
  }),
];
