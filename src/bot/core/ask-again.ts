import type { Failure } from '#domain/failure.ts';
import type { Action } from './action.ts';
import { failureText } from './failure.ts';
import { backRow } from './navigation.ts';
import type { Answer } from './question.ts';
import type { BotRequest } from './request.ts';
import { lines } from './screen.ts';

/** The question stays open for a few attempts. */
export function askAgain({ format }: BotRequest, failure: Failure, back: Action): Answer {
  const text = failureText(format, failure);
  return {
    kind: 'retry',
    screen: { text, keys: [backRow(format, back)] },
    // Back leads to what was chosen so far, so nothing has to be given again.
    enough: { text: lines(text, format.html('tries-over')), keys: [backRow(format, back)] },
  };
}
