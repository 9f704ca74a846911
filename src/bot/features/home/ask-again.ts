import type { Failure } from '../../../domain/failure.ts';
import type { Action } from '../../core/action.ts';
import { failureText } from '../../core/failure.ts';
import { backRow } from '../../core/navigation.ts';
import type { Answer } from '../../core/question.ts';
import type { BotRequest } from '../../core/request.ts';
import { lines } from '../../core/screen.ts';
import { homeScreen } from './screens.ts';

/** The question stays open for a few attempts. */
export function askAgain({ format, person }: BotRequest, failure: Failure, back: Action): Answer {
  const text = failureText(format, failure);
  return {
    kind: 'retry',
    screen: { text, keys: [backRow(format, back)] },
    enough: homeScreen(format, person.role, lines(text, format.html('tries-over'))),
  };
}
