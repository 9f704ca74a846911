import { defineQuestion } from '#bot/kit/question.ts';

export const addMoneyQuestion = defineQuestion('addMoney');

/** The amounts are on the screen, and one may be typed instead. Any other text is no answer. */
export const offeredMoneyQuestion = defineQuestion('offered-money');
