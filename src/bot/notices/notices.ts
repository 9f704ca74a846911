import type { Api } from 'grammy';
import { homeActions } from '#bot/actions/home.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Notify } from '#bot/kit/feature.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { inReadingOrder } from '#bot/kit/navigation.ts';
import { type Button, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { messageOptions } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';

type Deps = Pick<Services, 'people' | 'formatterFor'> & { readonly api: Api; readonly log: Log };

/** About a person's account: with the way to `next`, or to the wallet. */
export function noticeScreen(format: Formatter, text: string, next: Button | null = null): Screen {
  const home = newMessageButton(format.plain('key-home'), homeActions.home());
  const wallet = newMessageButton(format.plain('key-wallet'), walletActions.wallet());
  return { text, keys: next ? [[next], [home]] : [inReadingOrder(format, [wallet, home])] };
}

/** Unrequested messages about a person's account. */
export function createNotices({ api, people, formatterFor, log }: Deps): Notify {
  return async (personId, text, next) => {
    const person = await people.find(personId);
    if (!person) return false;
    const format = formatterFor(person.language, person.unit);
    try {
      const screen = noticeScreen(format, text(format), next?.(format));
      await api.sendMessage(personId, screen.text, messageOptions(screen));
      return true;
    } catch (error) {
      log.warn(problemOf(error), 'notice not delivered');
      if (isUnreachable(error)) await people.markUnreachable(personId);
      return false;
    }
  };
}
