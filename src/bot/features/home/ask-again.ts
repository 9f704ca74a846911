import type { Action } from '#bot/core/action.ts';
import { failureText } from '#bot/core/failure.ts';
import { backRow } from '#bot/core/navigation.ts';
import type { Answer } from '#bot/core/question.ts';
import type { BotRequest } from '#bot/core/request.ts';
import { lines } from '#bot/core/screen.ts';
import type { Failure } from '#domain/failure.ts';

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
