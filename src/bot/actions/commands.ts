import type { Action } from '#bot/kit/action.ts';
import { can, type Permission, type Roles } from '#domain/access.ts';
import { type NamedPage, smallTalk } from '#domain/small-talk.ts';
import { adminActions } from './admin.ts';
import { catalogueActions } from './catalogue.ts';
import { homeActions } from './home.ts';
import { numberActions } from './numbers.ts';
import { orderActions } from './orders.ts';
import { paymentActions } from './payments.ts';
import { planActions } from './plans.ts';
import { privacyActions } from './privacy.ts';
import { referralActions } from './referrals.ts';
import { reportActions } from './reports.ts';
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

const namedPages: Readonly<Record<NamedPage, () => Action>> = {
  ...pageCommands,
  addMoney: () => paymentActions.addMoney(),
  numbers: () => numberActions.numbers({ page: 1 }),
  offers: () => numberActions.askNumber({ purpose: 'offers' }),
  referral: () => referralActions.referral(),
  reports: () => reportActions.report({ of: null, span: 'day', day: null }),
  search: () => catalogueActions.askSearch(),
};

/** To everyone else these names are words like others. */
const forSome: Partial<Readonly<Record<NamedPage, Permission>>> = {
  desk: 'desk',
  reports: 'sales',
  sell: 'sell',
  today: 'sell',
};

/** A page by its typed name. Null: the text is none that this person has. */
export function namedPage(person: Roles, text: string): { readonly name: NamedPage; readonly action: Action } | null {
  const name = smallTalk(text);
  if (name === null || name === 'cancel' || name === 'menu' || name === 'greeting' || name === 'thanks') return null;
  return can(person, forSome[name] ?? 'buy') ? { name, action: namedPages[name]() } : null;
}
