import type { Api } from 'grammy';
import type { Log } from '../log.ts';
import { isGone, problemOf } from './core/problem.ts';
import type { Counter } from './core/request.ts';
import { beside } from './core/screen.ts';
import { messageOptions } from './core/show.ts';
import type { DeskDeps } from './features/admin/deps.ts';

type Deps = Pick<Counter, 'people' | 'viewOf'> & { readonly api: Api; readonly log: Log };

/** Words to someone who did not ask, in their own language. */
export function createNotices({ api, people, viewOf, log }: Deps): DeskDeps['notify'] {
  return async (personId, text) => {
    const person = await people.find(personId);
    if (!person) return false;
    const view = viewOf(person.language, person.unit);
    try {
      // All of them are about the account: what it comes to is one tap away.
      const keys = [beside(view.plain('key-wallet'), { to: 'wallet' }), beside(view.plain('key-home'), { to: 'home' })];
      const screen = { text: text(view), keys: [keys] };
      await api.sendMessage(personId, screen.text, messageOptions(screen));
      return true;
    } catch (error) {
      log.warn(problemOf(error), 'a notice was not taken');
      if (isGone(error)) await people.markUnreachable(personId);
      return false;
    }
  };
}
