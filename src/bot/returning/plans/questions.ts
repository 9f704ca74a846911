import { planActions } from '#bot/actions/plans.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, Question } from '#bot/kit/request.ts';
import { parseAmount, unclearAmounts } from '#domain/amount.ts';
import { readSchedule, type Schedule, writeSchedule } from '#domain/schedule.ts';

/** Ceilings are on the screen, and one may be typed instead. Any other text is no answer. */
const newCeilingQuestion = defineQuestion<{
  readonly order: string;
  readonly follows: 'same' | 'last';
  readonly schedule: string;
}>('plan-ceiling');

export const ceilingQuestion = defineQuestion<{ readonly plan: string }>('plan-new-ceiling');

export const askNewCeiling = (order: string, follows: 'same' | 'last', schedule: Schedule): Question =>
  newCeilingQuestion({ order, follows, schedule: writeSchedule(schedule) });

/** "50 toman" is fifty thousand here too: nothing that a plan buys costs less than a thousand. */
const amountIn = ({ person }: BotRequest, { text, mobiles }: TypedMessage): number | null =>
  mobiles.length > 0 || text === undefined ? null : (unclearAmounts(text)?.[0] ?? parseAmount(text, person.unit));

export const planQuestions: readonly QuestionHandler[] = [
  onAnswer(newCeilingQuestion, async (request, input, { order, follows, schedule: writtenSchedule }) => {
    const ceiling = amountIn(request, input);
    const schedule = readSchedule(writtenSchedule);
    if (ceiling === null || schedule === null) return notAnAnswer;
    return { redirect: planActions.makePlan({ order, follows, schedule, ceiling }) };
  }),
  onAnswer(ceilingQuestion, async (request, input, { plan }) => {
    const ceiling = amountIn(request, input);
    return ceiling === null ? notAnAnswer : { redirect: planActions.setPlanCeiling({ plan, ceiling }) };
  }),
];
