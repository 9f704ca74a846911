import type { Action } from './core/action.ts';
import { adminActions } from './features/admin/actions.ts';
import { homeActions } from './features/home/actions.ts';
import { numberActions } from './features/numbers/actions.ts';
import { orderActions } from './features/orders/actions.ts';
import { planActions } from './features/plans/actions.ts';
import { privacyActions } from './features/privacy/actions.ts';
import { supportActions } from './features/support/actions.ts';
import { walletActions } from './features/wallet/actions.ts';

/** Commands that open a page; who may is checked as for its button. */
export const pageCommands: Readonly<Record<string, () => Action>> = {
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
};
