import type { Api } from 'grammy';
import type { Log } from '../log.ts';
import { isUnreachable, problemOf } from './core/problem.ts';
import type { Services } from './core/request.ts';
import { beside } from './core/screen.ts';
import { messageOptions } from './core/show.ts';
import type { DeskDeps } from './features/admin/deps.ts';

type Deps = Pick<Services, 'people' | 'formatterFor'> & { readonly api: Api; readonly log: Log };

/** Words to someone who did not ask, in their own language. */
export function createNotices({ api, people, formatterFor, log }: Deps): DeskDeps['notify'] {
  return async (personId, text) => {
    const person = await people.find(personId);
    if (!person) return false;
    const format = formatterFor(person.language, person.unit);
    try {
      // All of them are about the account: what it comes to is one tap away.
      const keys = [
        beside(format.plain('key-wallet'), { to: 'wallet' }),
        beside(format.plain('key-home'), { to: 'home' }),
      ];
      const screen = { text: text(format), keys: [keys] };
      await api.sendMessage(personId, screen.text, messageOptions(screen));
      return true;
    } catch (error) {
      log.warn(problemOf(error), 'a notice was not taken');
      if (isUnreachable(error)) await people.markUnreachable(personId);
      return false;
    }
  };
}
