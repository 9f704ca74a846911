import type { Failure } from '../../../domain/failure.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureText } from '../../core/failure.ts';
import { backRow } from '../../core/navigation.ts';
import type { Answer } from '../../core/question.ts';
import type { Visit } from '../../core/request.ts';
import { lines } from '../../core/screen.ts';
import { homeScreen } from './screens.ts';

/** Not understood: the question stays open, a few times. */
export function retry({ view, person }: Pick<Visit, 'view' | 'person'>, failure: Failure, back: Press): Answer {
  const text = failureText(view, failure);
  return {
    kind: 'retry',
    screen: { text, keys: [backRow(view, back)] },
    enough: homeScreen(view, person.role, lines(text, view.html('tries-over'))),
  };
}
