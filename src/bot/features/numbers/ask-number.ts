import type { Action } from '#bot/core/action.ts';
import type { BotRequest, Reply } from '#bot/core/request.ts';
import type { Services } from '#bot/core/services.ts';
import { type NextStep, nextAction, numberQuestion } from './next-step.ts';
import { askNumberScreen } from './screens.ts';

const recent = 6;

export async function askNumber(
  { numbers }: Pick<Services, 'numbers'>,
  { person, format }: BotRequest,
  { next, back, note = null }: { readonly next: NextStep; readonly back: Action; readonly note?: string | null },
): Promise<Reply> {
  const recentNumbers = await numbers.list(person.id, 0, recent);
  const data = { known: recentNumbers.numbers, next: (mobile: string) => nextAction(next, mobile), back, note };
  return {
    screen: askNumberScreen(format, data),
    question: numberQuestion({ lead: next }),
    offerContact: recentNumbers.numbers.length === 0,
  };
}
