import { openProduct } from '#bot/actions/catalogue.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { offerActions } from '#bot/actions/personal-offers.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import { defineQuestion } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import type { Rials } from '#domain/money.ts';
import type { Mobile } from '#domain/phone.ts';
import type { Sort } from '#domain/product.ts';

/** What the number is asked for. Stored with the question. `of`: the order whose number is changed. */
export type NextStep = ItemStep & { readonly of?: string };

type ItemStep =
  | { readonly kind: 'any' }
  | { readonly kind: 'offers' }
  | { readonly kind: 'topup' }
  | { readonly kind: 'product'; readonly id: number; readonly sort?: Sort }
  | { readonly kind: 'amount'; readonly id: number; readonly amount: Rials }
  | { readonly kind: 'credit'; readonly id: number; readonly credit: Rials };

/** Opens a list, when several numbers are given where one was asked for. */
type StartBulk = (request: BotRequest, text: string, next?: NextStep) => Promise<Reply>;

/** What words mean for a number: the sale of it, a choice, or why not. */
export type Sell = (request: BotRequest, mobile: Mobile, words: string) => Promise<HandlerResult>;

/** Asks for the number of an item that is named by words. */
type AskWhose = (request: BotRequest, words: string) => Promise<Reply>;

/** Where a number goes, once it is known. */
export interface NumberWays {
  readonly bulk: { readonly start: StartBulk };
  readonly quickSale: { readonly askWhose: AskWhose; readonly sell: Sell };
}

/** A number that a text names, and the way to what it names for it. */
export type SaleIn = (
  request: BotRequest,
  text: string,
) => Promise<{ readonly mobile: Mobile; readonly action: Action } | null>;

/** The number for words that were typed without one, or with a wrong one. */
export const wordsQuestion = defineQuestion<{ readonly words: string }>('number-for-words');

/** Stored questions call it "lead". */
export const numberQuestion = defineQuestion<{ readonly lead: NextStep }>('number');

export function nextAction(next: NextStep, mobile: Mobile): Action {
  if (next.of !== undefined) return orderActions.renumber({ order: next.of, mobile });
  switch (next.kind) {
    case 'any':
      return numberActions.number({ mobile });
    case 'offers':
      return offerActions.offers({ mobile, page: 1 });
    case 'topup':
      return topUpActions.topup({ mobile });
    case 'product':
      return openProduct({ id: next.id, mobile, sort: next.sort ?? 'catalogue' });
    case 'amount':
      return topUpActions.amount({ id: next.id, mobile, amount: next.amount });
    case 'credit':
      return topUpActions.credit({ id: next.id, mobile, credit: next.credit });
  }
}
