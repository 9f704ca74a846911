import type { Api } from 'grammy';
import type { Log } from '../log.ts';
import type { Notify } from './core/feature.ts';
import { inReadingOrder } from './core/navigation.ts';
import { isUnreachable, problemOf } from './core/problem.ts';
import { newMessageButton } from './core/screen.ts';
import type { Services } from './core/services.ts';
import { messageOptions } from './core/show.ts';
import { homeActions } from './features/home/actions.ts';
import { walletActions } from './features/wallet/actions.ts';

type Deps = Pick<Services, 'people' | 'formatterFor'> & { readonly api: Api; readonly log: Log };

/** Unrequested messages about a person's account. */
export function createNotices({ api, people, formatterFor, log }: Deps): Notify {
  return async (personId, text) => {
    const person = await people.find(personId);
    if (!person) return false;
    const format = formatterFor(person.language, person.unit);
    try {
      const keys = inReadingOrder(format, [
        newMessageButton(format.plain('key-wallet'), walletActions.wallet()),
        newMessageButton(format.plain('key-home'), homeActions.home()),
      ]);
      const screen = { text: text(format), keys: [keys] };
      await api.sendMessage(personId, screen.text, messageOptions(screen));
      return true;
    } catch (error) {
      log.warn(problemOf(error), 'notice not delivered');
      if (isUnreachable(error)) await people.markUnreachable(personId);
      return false;
    }
  };
}
