import type { Action } from '#bot/kit/action.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { askNumberScreen } from '#bot/words/number-screens.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';
import { isSoldTo } from '#domain/sold-to.ts';
import { type NextStep, nextAction, numberQuestion } from './next-step.ts';

const recent = 6;
/** Among these are those that it can be sold to. */
const searched = 60;

interface AskedNumber {
  readonly next: NextStep;
  readonly back: Action;
  readonly note?: string | null;
  /** Numbers of others are not offered: it is for numbers of this one. */
  readonly operatorId?: OperatorId | null;
  /** Nor are numbers that get nothing of this type. */
  readonly type?: ProductType | null;
}

export async function askNumber(
  { numbers }: Pick<Services, 'numbers'>,
  { person, format }: BotRequest,
  { next, back, note = null, operatorId = null, type = null }: AskedNumber,
): Promise<Reply> {
  const { numbers: lately } = await numbers.list(
    person.id,
    0,
    operatorId === null && type === null ? recent : searched,
  );
  const knownNumbers = lately
    .filter((number) => operatorId === null || number.operatorId === operatorId)
    .filter((number) => type === null || isSoldTo(number, type))
    .slice(0, recent);
  const data = { knownNumbers, next: (mobile: string) => nextAction(next, mobile), back, note };
  return {
    screen: askNumberScreen(format, data),
    question: numberQuestion({ lead: next }),
    offerContact: knownNumbers.length === 0,
  };
}
