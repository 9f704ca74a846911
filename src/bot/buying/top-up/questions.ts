import { topUpActions } from '#bot/actions/top-up.ts';
import type { Sell } from '#bot/buying/numbers/next-step.ts';
import { askAgain } from '#bot/kit/failure.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import { button } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { answeredAmount } from '#domain/amount.ts';
import { readWords } from '#domain/line-words.ts';
import { mostRials, type Rials } from '#domain/money.ts';
import { type Mobile, mistakenNumber } from '#domain/phone.ts';
import { roundCreditLimits } from '#domain/quote.ts';

interface AmountData {
  readonly id: number;
  readonly mobile: Mobile;
}

export const amountQuestion = defineQuestion<AmountData>('amount');

/** The amounts are on the screen, and one may be typed instead. Any other text is no answer. */
export const offeredAmountQuestion = defineQuestion<AmountData>('offered-amount');

export function createTopUpQuestions(
  { catalogue, numbers, vatPercent }: Pick<Services, 'catalogue' | 'numbers' | 'vatPercent'>,
  sell: Sell,
): QuestionHandler[] {
  const answer =
    (question: typeof amountQuestion) =>
    async (request: BotRequest, { text, mobiles }: TypedMessage, { id, mobile }: AmountData) => {
      const { person, format } = request;
      // A mobile number starts another sale.
      if (mobiles.length > 0 || text === undefined) return notAnAnswer;
      const back = topUpActions.amounts({ id, mobile });
      const product = catalogue.product(id);
      // One that is not sold any more is told when it is chosen.
      const limits = product?.maxPrice ? roundCreditLimits(product, vatPercent) : { min: 1, max: mostRials };
      const choice = answeredAmount(text, person.unit, limits);
      const row = (credit: Rials) => [button(format.price(credit), topUpActions.credit({ id, mobile, credit }))];
      switch (choice?.kind) {
        case 'amount':
          return { redirect: topUpActions.credit({ id, mobile, credit: choice.amount }) };
        case 'unclear':
          return {
            screen: { text: format.html('amount-which'), keys: [...choice.amounts.map(row), backRow(format, back)] },
            question: question({ id, mobile }),
          };
        case 'out-of-range': {
          const { nearest, alternative = nearest } = choice;
          const rows = [...new Set([nearest, alternative])].map(row);
          return askAgain(request, { code: 'amount-out-of-range', ...limits, nearest }, back, rows);
        }
        default:
      }
      if (mistakenNumber(text)) return notAnAnswer;
      // A package instead, for the number that is known already.
      if (readWords(text).hasSize) return sell(request, mobile, text);
      if (question === offeredAmountQuestion || (await numbers.findByLabel(person.id, text))) return notAnAnswer;
      return askAgain(request, { code: 'amount-invalid' }, back);
    };
  return [amountQuestion, offeredAmountQuestion].map((question) => onAnswer(question, answer(question)));
}
