import { numberActions } from '#bot/actions/numbers.ts';
import { authorize, canSell } from '#bot/core/authorize.ts';
import { askAgain, failureReply } from '#bot/core/failure.ts';
import { oneLine, truncate } from '#bot/core/formatter.ts';
import { home } from '#bot/core/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/core/question.ts';
import type { Services } from '#bot/core/services.ts';
import { can } from '#domain/access.ts';
import type { Mobile } from '#domain/phone.ts';
import { nextAction, numberQuestion, type StartBulk } from './next-step.ts';

export const labelQuestion = defineQuestion<{ readonly mobile: Mobile }>('label');

const labelLength = 40;

export function createNumberQuestions(
  { numbers, orders }: Pick<Services, 'numbers' | 'orders'>,
  bulk: { readonly start: StartBulk },
): QuestionHandler[] {
  return [
    onAnswer(numberQuestion, async (request, { text, message, mobiles: [mobile, ...more] }, { lead: next }) => {
      const { person } = request;
      if (mobile === undefined) {
        const order = text === undefined ? null : await orders.byCode(text);
        // Another person's code is treated as unknown.
        const isTheirs = order && (order.buyerId === person.id || can(person, 'orders'));
        return isTheirs ? notAnAnswer : askAgain(request, { code: 'number-invalid' }, home());
      }
      if (more.length === 0) return { redirect: nextAction(next, mobile) };
      return canSell(person) ? bulk.start(request, text ?? message?.caption ?? '', next) : notAnAnswer;
    }),
    onAnswer(labelQuestion, async ({ person, format }, { text, mobiles }, { mobile }) => {
      const label = truncate(oneLine(text ?? ''), labelLength, '');
      if (mobiles.length > 0 || label === '') return notAnAnswer;
      const refusal = authorize(person, numberActions.label);
      if (refusal) return failureReply(format, refusal);
      await numbers.setLabel(person.id, mobile, label);
      return { redirect: numberActions.number({ mobile }) };
    }),
  ];
}
