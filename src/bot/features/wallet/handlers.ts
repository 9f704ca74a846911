import type { Counter, Routes } from '../../core/request.ts';
import { statementScreen, todayScreen, walletScreen } from './screens.ts';

const pageSize = 8;

/** A person's own money, and a seller's own day. */
export function createWalletRoutes({ wallet, spending, reports }: Counter): Routes<'wallet' | 'statement' | 'today'> {
  return {
    wallet: async ({ person, view }) => ({
      screen: walletScreen(view, await wallet.read(person.id), await spending.today(person.id)),
    }),
    statement: async ({ person, view }, { page }) => {
      const at = Math.max(1, page);
      const moved = await wallet.movements(person.id, at - 1, pageSize);
      return { screen: statementScreen(view, { ...moved, page: at, of: null }) };
    },
    today: async ({ person, view }) => ({ screen: todayScreen(view, await reports.today(person.id), person.id) }),
  };
}
