import type { Routes, Services } from '../../core/request.ts';
import { statementScreen, todayScreen, walletScreen } from './screens.ts';

const pageSize = 8;

/** A person's own money, and a seller's own day. */
export function createWalletRoutes({ wallet, spending, reports }: Services): Routes<'wallet' | 'statement' | 'today'> {
  return {
    wallet: async ({ person, format }) => ({
      screen: walletScreen(format, await wallet.read(person.id), await spending.today(person.id)),
    }),
    statement: async ({ person, format }, { page }) => {
      const at = Math.max(1, page);
      const moved = await wallet.movements(person.id, at - 1, pageSize);
      return { screen: statementScreen(format, { ...moved, page: at, of: null }) };
    },
    today: async ({ person, format }) => ({ screen: todayScreen(format, await reports.today(person.id), person.id) }),
  };
}
