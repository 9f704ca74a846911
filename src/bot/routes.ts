import { type Action, may } from '../domain/access.ts';
import type { Failure } from '../domain/failure.ts';
import type { Language, Rials, Unit } from '../domain/money.ts';
import type { Operators } from '../domain/operators.ts';
import type { Mobile } from '../domain/phone.ts';
import type { Announcements } from '../shop/announcing/announcements.ts';
import type { Batches } from '../shop/bulk/batches.ts';
import type { Catalogue } from '../shop/catalogue/catalogue.ts';
import type { Offers } from '../shop/offers/offers.ts';
import type { Deciding } from '../shop/orders/deciding.ts';
import type { Orders } from '../shop/orders/orders.ts';
import type { PastState } from '../shop/orders/past.ts';
import type { Paying } from '../shop/orders/paying.ts';
import type { Proofs } from '../shop/orders/proofs.ts';
import type { Agents } from '../shop/people/agents.ts';
import type { Audit } from '../shop/people/audit.ts';
import type { Numbers } from '../shop/people/numbers.ts';
import type { People, Person } from '../shop/people/people.ts';
import type { OrderMessages, TrackedMessage } from '../shop/receipts/order-messages.ts';
import type { HealthReport } from '../shop/reports/health.ts';
import type { Reports } from '../shop/reports/reports.ts';
import type { Sheets } from '../shop/reports/sheets.ts';
import type { BalanceWatch } from '../shop/selling/balance-watch.ts';
import type { OwnerSwitch } from '../shop/selling/owner-switch.ts';
import type { Selling } from '../shop/selling/selling.ts';
import type { Credit } from '../shop/wallet/credit.ts';
import type { Spending } from '../shop/wallet/spending.ts';
import type { Wallet } from '../shop/wallet/wallet.ts';
import type { PastTime, Press } from './buttons.ts';
import type { Book, FileWanted } from './files/file.ts';
import type { Screen } from './screen.ts';
import { failureScreen } from './screens/failure.ts';
import type { View } from './view.ts';

/** What the bot needs of the shop. */
export interface Counter {
  readonly people: People;
  readonly numbers: Numbers;
  readonly wallet: Wallet;
  readonly spending: Spending;
  readonly selling: Selling;
  readonly ownerSwitch: OwnerSwitch;
  readonly balanceWatch: BalanceWatch;
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  readonly orders: Orders;
  readonly proofs: Proofs;
  readonly paying: Paying;
  readonly deciding: Deciding;
  readonly audit: Audit;
  readonly agents: Agents;
  readonly credit: Credit;
  readonly batches: Batches;
  readonly announcements: Announcements;
  readonly health: HealthReport;
  /** How updates come in. */
  readonly intake: 'webhook' | 'polling';
  readonly reports: Reports;
  readonly sheets: Sheets;
  readonly payments: { readonly token: string; readonly currency: string; readonly exponent: number } | null;
  readonly operators: Operators;
  readonly vatPercent: number;
  readonly ownerIds: readonly number[];
  readonly now: () => number;
  readonly orderMessages: OrderMessages;
  /** An announcement was begun. */
  readonly wakeCrier: () => void;
  readonly viewOf: (language: Language, unit: Unit) => View;
}

/** One person asking for one thing. */
export interface Visit {
  readonly person: Person;
  readonly view: View;
  /** Names the update: the same update, delivered again, is the same visit. */
  readonly origin: string;
  /** The message that the answer will replace, where there is one. */
  readonly messageId: number | null;
}

/** Where a number that is being asked for will lead. */
export type Lead =
  | { readonly kind: 'any' }
  | { readonly kind: 'offers' }
  | { readonly kind: 'topup' }
  | { readonly kind: 'product'; readonly id: number }
  | { readonly kind: 'amount'; readonly id: number; readonly amount: Rials };

/** Something that the person is expected to type next. */
export type Ask =
  | { readonly for: 'number'; readonly lead: Lead }
  | { readonly for: 'amount'; readonly id: number; readonly mobile: Mobile }
  | { readonly for: 'search' }
  | { readonly for: 'label'; readonly mobile: Mobile }
  | { readonly for: 'period'; readonly book: Book }
  | { readonly for: 'past'; readonly state: PastState; readonly time: PastTime }
  | { readonly for: 'find' }
  | { readonly for: 'invite' }
  | { readonly for: 'credit'; readonly action: 'grant' | 'take' | 'limit'; readonly person: number }
  | { readonly for: 'pause'; readonly person: number }
  | { readonly for: 'pauseSelling' }
  | { readonly for: 'announce' }
  | { readonly for: 'decide'; readonly order: string; readonly as: 'delivered' | 'rejected' };

export interface Invoice {
  readonly title: string;
  readonly description: string;
  readonly payload: string;
  readonly provider_token: string;
  readonly currency: string;
  readonly prices: readonly { readonly label: string; readonly amount: Rials }[];
}

export interface Step {
  readonly screen: Screen;
  readonly ask?: Ask;
  /** To be paid, in a message of its own. */
  readonly invoice?: Invoice;
  /** The number asked for may well be their own: offer to share it. */
  readonly sharing?: boolean;
  /** It shows an order that may still change: the receipt worker keeps the message up to date. */
  readonly tracks?: Tracked;
}

export type Tracked = Pick<TrackedMessage, 'subject' | 'view'>;

/** Nothing to show but what comes in messages of its own, or from the receipt worker. */
export interface Handing {
  readonly screen: null;
  readonly files: readonly FileWanted[];
  /** Shown over the chat for a moment. */
  readonly toast?: string;
}

export type Route<Name extends Press['to']> = (
  visit: Visit,
  press: Extract<Press, { to: Name }>,
) => Promise<Step | Handing>;
export type Routes<Name extends Press['to'] = Press['to']> = { readonly [N in Name]: Route<N> };

export function pressOf(lead: Lead, mobile: Mobile): Press {
  switch (lead.kind) {
    case 'any':
      return { to: 'number', mobile };
    case 'offers':
      return { to: 'offers', mobile, page: 1 };
    case 'topup':
      return { to: 'topup', mobile };
    case 'product':
      return { to: 'product', id: lead.id, mobile };
    case 'amount':
      return { to: 'amount', id: lead.id, mobile, amount: lead.amount };
  }
}

/** What a press does, for the one table of who may do what. */
const actionOf: Readonly<Record<Press['to'], Action>> = {
  home: 'buy',
  help: 'buy',
  terms: 'buy',
  settings: 'buy',
  language: 'buy',
  unit: 'buy',
  askNumber: 'buy',
  number: 'buy',
  numbers: 'buy',
  chooseOperator: 'buy',
  setOperator: 'buy',
  chooseSim: 'buy',
  setSim: 'buy',
  saved: 'buy',
  label: 'buy',
  unlabel: 'buy',
  forget: 'buy',
  operators: 'buy',
  sims: 'buy',
  shelf: 'buy',
  product: 'buy',
  topup: 'buy',
  amounts: 'buy',
  amount: 'buy',
  askAmount: 'buy',
  offers: 'buy',
  offersAgain: 'buy',
  offer: 'buy',
  askSearch: 'buy',
  search: 'buy',
  confirm: 'buy',
  cancel: 'buy',
  changeNumber: 'buy',
  again: 'buy',
  order: 'buy',
  orders: 'buy',
  past: 'buy',
  pastOrder: 'buy',
  askPast: 'sell',
  pay: 'buy',
  wallet: 'buy',
  statement: 'buy',
  today: 'sell',
  periods: 'buy',
  file: 'buy',
  askPeriod: 'buy',
  report: 'sell',
  reportFile: 'sell',
  chart: 'sell',
  share: 'buy',
  picture: 'buy',
  bulk: 'sell',
  bulkItem: 'sell',
  bulkTopup: 'sell',
  bulkConfirm: 'sell',
  bulkCancel: 'sell',
  bulkRetry: 'sell',
  desk: 'run',
  reviews: 'run',
  review: 'run',
  askFind: 'run',
  found: 'run',
  numberOrders: 'run',
  askDecide: 'run',
  agents: 'run',
  agent: 'run',
  personStatement: 'run',
  personPeriods: 'run',
  personFile: 'run',
  askPersonPeriod: 'run',
  owing: 'run',
  askInvite: 'run',
  askCredit: 'run',
  askPause: 'run',
  unpause: 'run',
  remind: 'run',
  remindAll: 'run',
  askPauseSelling: 'run',
  resumeSelling: 'run',
  shopPeriods: 'run',
  shopFile: 'run',
  askShopPeriod: 'run',
  health: 'run',
  audit: 'run',
  auditEntry: 'run',
  askAnnounce: 'run',
  announcement: 'run',
  sendAnnouncement: 'run',
  changeAnnouncement: 'run',
  cancelAnnouncement: 'run',
  stopAnnouncement: 'run',
};

/** Someone paused may still read: what they bought, their money, and how to get help. */
const readable: readonly Press['to'][] = [
  'home',
  'help',
  'terms',
  'settings',
  'language',
  'unit',
  'order',
  'orders',
  'past',
  'pastOrder',
  'share',
  'picture',
  'wallet',
  'statement',
  'periods',
  'file',
  'askPeriod',
];

/** Why this person may not do this, whatever their menu showed; null when they may. */
export function refusal({ role, pausedWhy }: Person, press: Press): Failure | null {
  if (!may(role, actionOf[press.to])) return { code: 'not-allowed' };
  return pausedWhy !== null && !readable.includes(press.to) ? { code: 'person-paused', reason: pausedWhy } : null;
}

/** Follows a press to what it shows. */
export async function follow(routes: Routes, visit: Visit, press: Press): Promise<Step | Handing> {
  const refused = refusal(visit.person, press);
  if (refused) return { screen: failureScreen(visit.view, refused) };
  const route = routes[press.to] as (visit: Visit, press: Press) => Promise<Step | Handing>;
  return route(visit, press);
}
