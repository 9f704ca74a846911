import type { Failure } from '../../domain/failure.ts';
import type { Press } from '../buttons.ts';
import type { Visit } from '../routes.ts';
import { lines } from '../screen.ts';
import { failureText } from '../screens/failure.ts';
import { homeScreen } from '../screens/home.ts';
import { backRow } from '../screens/navigation.ts';
import type { Answer } from './answer.ts';

/** Not understood: the question stays open, a few times. */
export function retry({ view, person }: Pick<Visit, 'view' | 'person'>, failure: Failure, back: Press): Answer {
  const text = failureText(view, failure);
  return {
    kind: 'retry',
    screen: { text, keys: [backRow(view, back)] },
    enough: homeScreen(view, person.role, lines(text, view.html('tries-over'))),
  };
}
