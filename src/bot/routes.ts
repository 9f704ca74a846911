import type { Language, Rials, Unit } from '../domain/money.ts';
import type { Operators } from '../domain/operators.ts';
import type { Mobile } from '../domain/phone.ts';
import type { Catalogue } from '../shop/catalogue/catalogue.ts';
import type { Offers } from '../shop/offers/offers.ts';
import type { Orders } from '../shop/orders/orders.ts';
import type { Numbers } from '../shop/people/numbers.ts';
import type { People, Person } from '../shop/people/people.ts';
import type { Selling } from '../shop/selling/selling.ts';
import type { Wallet } from '../shop/wallet/wallet.ts';
import type { Press } from './buttons.ts';
import type { Screen } from './screen.ts';
import type { View } from './view.ts';

/** What the bot needs of the shop. */
export interface Counter {
  readonly people: People;
  readonly numbers: Numbers;
  readonly wallet: Wallet;
  readonly selling: Selling;
  readonly catalogue: Catalogue;
  readonly offers: Offers;
  readonly orders: Orders;
  readonly operators: Operators;
  readonly vatPercent: number;
  readonly ownerIds: readonly number[];
  readonly now: () => number;
  /** An order was confirmed: no need to wait for the next round. */
  readonly wakeSettler: () => void;
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
  | { readonly for: 'label'; readonly mobile: Mobile };

export interface Step {
  readonly screen: Screen;
  readonly ask?: Ask;
  /** The number asked for may well be their own: offer to share it. */
  readonly sharing?: boolean;
  /** Runs when the screen is shown, in which message; what it gives is shown in its place, until it gives nothing. */
  readonly after?: (messageId: number) => Promise<Screen | null>;
}

export type Route<Name extends Press['to']> = (visit: Visit, press: Extract<Press, { to: Name }>) => Promise<Step>;
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

/** Follows a press to what it shows. */
export function follow(routes: Routes, visit: Visit, press: Press): Promise<Step> {
  const route = routes[press.to] as (visit: Visit, press: Press) => Promise<Step>;
  return route(visit, press);
}
