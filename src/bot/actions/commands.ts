import type { Action } from '#bot/core/action.ts';
import { adminActions } from './admin.ts';
import { homeActions } from './home.ts';
import { numberActions } from './numbers.ts';
import { orderActions } from './orders.ts';
import { planActions } from './plans.ts';
import { privacyActions } from './privacy.ts';
import { supportActions } from './support.ts';
import { walletActions } from './wallet.ts';

/** Commands that open a page; who may is checked as for its button. */
export const pageCommands = {
  sell: () => numberActions.askNumber({ purpose: 'any' }),
  wallet: () => walletActions.wallet(),
  balance: () => walletActions.wallet(),
  today: () => walletActions.today(),
  orders: () => orderActions.orders({ page: 1 }),
  plans: () => planActions.plans({ page: 1 }),
  support: () => supportActions.support({ order: null }),
  settings: () => homeActions.settings(),
  help: () => homeActions.help(),
  terms: () => homeActions.terms(),
  privacy: () => privacyActions.privacy(),
  desk: () => adminActions.menu(),
} satisfies Readonly<Record<string, () => Action>>;
