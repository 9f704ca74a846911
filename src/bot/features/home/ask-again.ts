import type { Failure } from '../../../domain/failure.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureText } from '../../core/failure.ts';
import { backRow } from '../../core/navigation.ts';
import type { Answer } from '../../core/question.ts';
import type { BotRequest } from '../../core/request.ts';
import { lines } from '../../core/screen.ts';
import { homeScreen } from './screens.ts';

/** Not understood: the question stays open, a few times. */
export function retry(
  { format, person }: Pick<BotRequest, 'format' | 'person'>,
  failure: Failure,
  back: Press,
): Answer {
  const text = failureText(format, failure);
  return {
    kind: 'retry',
    screen: { text, keys: [backRow(format, back)] },
    enough: homeScreen(format, person.role, lines(text, format.html('tries-over'))),
  };
}
