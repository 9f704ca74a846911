import type { Api } from 'grammy';
import type { Log } from '../log.ts';
import type { DeskDeps } from './features/desk.ts';
import { isGone, problemOf } from './problem.ts';
import type { Counter } from './routes.ts';

type Deps = Pick<Counter, 'people' | 'viewOf'> & { readonly api: Api; readonly log: Log };

/** Words to someone who did not ask, in their own language. */
export function createNotices({ api, people, viewOf, log }: Deps): DeskDeps['notify'] {
  return async (personId, text) => {
    const person = await people.find(personId);
    if (!person) return false;
    const view = viewOf(person.language, person.unit);
    try {
      await api.sendMessage(personId, text(view), { parse_mode: 'HTML' });
      return true;
    } catch (error) {
      log.warn(problemOf(error), 'a notice was not taken');
      if (isGone(error)) await people.markUnreachable(personId);
      return false;
    }
  };
}
