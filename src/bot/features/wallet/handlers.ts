import { defineFeature, type Feature } from '../../core/feature.ts';
import { clampPage, pageSize } from '../../core/page.ts';
import type { Services } from '../../core/services.ts';
import { walletActions } from './actions.ts';
import { statementScreen, todayScreen, walletScreen } from './screens.ts';

/** A person's own money, and a seller's own day. */
export function createWalletFeature({
  wallet,
  dailyLimit,
  reports,
}: Pick<Services, 'wallet' | 'dailyLimit' | 'reports'>): Feature {
  return defineFeature(walletActions, {
    wallet: async ({ person, format }) => ({
      screen: walletScreen(format, await wallet.read(person.id), await dailyLimit.today(person.id)),
    }),
    statement: async ({ person, format }, { page }) => {
      const at = clampPage(page);
      const moved = await wallet.movements(person.id, at - 1, pageSize);
      return { screen: statementScreen(format, { ...moved, page: at, of: null }) };
    },
    today: async ({ person, format }) => ({ screen: todayScreen(format, await reports.today(person.id), person.id) }),
  });
}
