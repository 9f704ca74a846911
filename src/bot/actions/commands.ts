import type { Action } from '#bot/kit/action.ts';
import { can, type Permission, type Roles } from '#domain/access.ts';
import type { Intent } from '#domain/reading/intents.ts';
import type { Reading } from '#domain/reading/reading.ts';
import type { Page } from '#domain/words/concepts.ts';
import { adminActions } from './admin.ts';
import { catalogueActions } from './catalogue.ts';
import { homeActions } from './home.ts';
import { numberActions } from './numbers.ts';
import { orderActions } from './orders.ts';
import { paymentActions } from './payments.ts';
import { planActions } from './plans.ts';
import { privacyActions } from './privacy.ts';
import { referralActions } from './referrals.ts';
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

/** Pages that people ask for in words. */
const wishedPages = {
  balance: pageCommands.wallet,
  desk: pageCommands.desk,
  help: pageCommands.help,
  human: pageCommands.support,
  numbers: () => numberActions.numbers({ page: 1 }),
  offers: () => numberActions.askNumber({ purpose: 'offers' }),
  orders: pageCommands.orders,
  pay: () => paymentActions.addMoney(),
  plans: pageCommands.plans,
  privacy: pageCommands.privacy,
  referral: () => referralActions.referral(),
  search: () => catalogueActions.askSearch(),
  sell: pageCommands.sell,
  settings: pageCommands.settings,
  terms: pageCommands.terms,
  today: pageCommands.today,
} satisfies Record<Page, () => Action> & Partial<Record<Intent, () => Action>>;

export type PageWish = keyof typeof wishedPages;

/** To everyone else these are words like others. */
const forSome: Partial<Readonly<Record<PageWish, Permission>>> = { desk: 'desk', sell: 'sell', today: 'sell' };

/** Null: the person has no such page. */
export const pageOf = (person: Roles, wish: PageWish): Action | null =>
  can(person, forSome[wish] ?? 'buy') ? wishedPages[wish]() : null;

/** A page that is asked for by its name, and nothing else. */
export function namedPage(person: Roles, { intents: [first], rest }: Reading): Action | null {
  const wish = first?.intent;
  return wish !== undefined && rest.length === 0 && isPage(wish) ? pageOf(person, wish) : null;
}

const isPage = (intent: Intent): intent is PageWish => intent in wishedPages;
