import { topUpActions } from '#bot/actions/top-up.ts';
import { askAgain } from '#bot/core/failure.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/core/question.ts';
import type { BotRequest } from '#bot/core/request.ts';
import type { Services } from '#bot/core/services.ts';
import { parseAmount } from '#domain/amount.ts';
import type { Mobile } from '#domain/phone.ts';
import { creditLimits, fitsCredit } from '#domain/quote.ts';

export const amountQuestion = defineQuestion<{ readonly id: number; readonly mobile: Mobile }>('amount');

/** The amounts are on the screen, and one may be typed instead. Any other text is no answer. */
export const offeredAmountQuestion = defineQuestion<{ readonly id: number; readonly mobile: Mobile }>('offered-amount');

export function createTopUpQuestions({
  catalogue,
  vatPercent,
}: Pick<Services, 'catalogue' | 'vatPercent'>): QuestionHandler[] {
  const answer =
    (question: 'asked' | 'offered') =>
    async (request: BotRequest, { text, mobiles }: TypedMessage, { id, mobile }: { id: number; mobile: Mobile }) => {
      // A mobile number starts another sale.
      if (mobiles.length > 0 || text === undefined) return notAnAnswer;
      const back = topUpActions.amounts({ id, mobile });
      const credit = parseAmount(text, request.person.unit);
      if (credit === null)
        return question === 'asked' ? askAgain(request, { code: 'amount-invalid' }, back) : notAnAnswer;
      const product = catalogue.product(id);
      if (product?.maxPrice && !fitsCredit(product, credit, vatPercent))
        return askAgain(request, { code: 'amount-out-of-range', ...creditLimits(product, vatPercent) }, back);
      return { redirect: topUpActions.credit({ id, mobile, credit }) };
    };
  return [onAnswer(amountQuestion, answer('asked')), onAnswer(offeredAmountQuestion, answer('offered'))];
}
