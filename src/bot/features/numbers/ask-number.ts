import type { Action } from '#bot/core/action.ts';
import type { BotRequest, Reply } from '#bot/core/request.ts';
import type { Services } from '#bot/core/services.ts';
import type { OperatorId } from '#domain/product.ts';
import { type NextStep, nextAction, numberQuestion } from './next-step.ts';
import { askNumberScreen } from './screens.ts';

const recent = 6;
/** Among these are those of one operator. */
const searched = 60;

interface AskedNumber {
  readonly next: NextStep;
  readonly back: Action;
  readonly note?: string | null;
  /** Numbers of others are not offered: it is for numbers of this one. */
  readonly operatorId?: OperatorId | null;
}

export async function askNumber(
  { numbers }: Pick<Services, 'numbers'>,
  { person, format }: BotRequest,
  { next, back, note = null, operatorId = null }: AskedNumber,
): Promise<Reply> {
  const { numbers: lately } = await numbers.list(person.id, 0, operatorId === null ? recent : searched);
  const knownNumbers = lately
    .filter((number) => operatorId === null || number.operatorId === operatorId)
    .slice(0, recent);
  const data = { knownNumbers, next: (mobile: string) => nextAction(next, mobile), back, note };
  return {
    screen: askNumberScreen(format, data),
    question: numberQuestion({ lead: next }),
    offerContact: knownNumbers.length === 0,
  };
}
