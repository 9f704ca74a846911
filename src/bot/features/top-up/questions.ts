import { parseAmount } from '../../../domain/amount.ts';
import type { Mobile } from '../../../domain/phone.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '../../core/question.ts';
import type { Services } from '../../core/services.ts';
import { askAgain } from '../home/ask-again.ts';
import { topUpActions } from './actions.ts';

export const amountQuestion = defineQuestion<{ readonly id: number; readonly mobile: Mobile }>('amount');

export function createTopUpQuestions({ catalogue }: Pick<Services, 'catalogue'>): QuestionHandler[] {
  return [
    onAnswer(amountQuestion, async (request, { text, mobiles }, { id, mobile }) => {
      // A mobile number starts another sale.
      if (mobiles.length > 0 || text === undefined) return notAnAnswer;
      const back = topUpActions.amounts({ id, mobile });
      const amount = parseAmount(text, request.person.unit);
      if (amount === null) return askAgain(request, { code: 'amount-invalid' }, back);
      const product = catalogue.product(id);
      if (product?.maxPrice && (amount < product.price || amount > product.maxPrice))
        return askAgain(request, { code: 'amount-out-of-range', min: product.price, max: product.maxPrice }, back);
      return { redirect: topUpActions.amount({ id, mobile, amount }) };
    }),
  ];
}
