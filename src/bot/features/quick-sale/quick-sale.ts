import { type Mobile, splitMobile } from '../../../domain/phone.ts';
import { readCode } from '../../../shop/orders/identity.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Action } from '../../core/action.ts';
import type { BotRequest } from '../../core/request.ts';
import type { Screen } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { catalogueActions } from '../catalogue/actions.ts';
import { numberActions } from '../numbers/actions.ts';
import { topUpActions } from '../top-up/actions.ts';
import { type LineMeaning, meaningOf } from './line-meaning.ts';
import { meaningsScreen } from './screens.ts';

/** An action to go on with, or a screen that asks which of a few things is meant. */
export type QuickSale = { readonly action: Action } | { readonly screen: Screen };

export interface SaleLine {
  readonly text: string;
  /** The text of the bot's message that this one replies to. */
  readonly repliedTo: string | null;
}

export type ReadSaleLine = (request: BotRequest, line: SaleLine) => Promise<QuickSale | null>;

type QuickSaleServices = Pick<Services, 'catalogue' | 'numbers' | 'operators' | 'orders' | 'prices'>;

/**
 * A whole sale in one line: a number (or the label of a saved one) with an amount or the words of a product. Null: the line
 * is no sale, and is read as any other text.
 */
export function createQuickSale(services: QuickSaleServices): ReadSaleLine {
  const { catalogue, numbers, operators, orders, prices } = services;

  return async (request, { text, repliedTo }) => {
    const { id, unit } = request.person;
    const written = splitMobile(text, operators);
    const line = written ?? (await numbers.findByLabel(id, text));
    if (!line) return null;
    const number = await numbers.find(id, line.mobile);
    if (line.rest === '') return written ? repeated(request, line.mobile, repliedTo) : opened(line.mobile);
    const meaning = meaningOf(catalogue, number, line.rest, unit);
    if (meaning) return saleOf(request, number, meaning);
    // A label may be a word of some other sentence; a number never is.
    return written ? opened(line.mobile) : null;
  };

  /** A number in reply to a receipt: the same for this number. */
  async function repeated({ person }: BotRequest, mobile: Mobile, repliedTo: string | null): Promise<QuickSale | null> {
    const code = repliedTo?.split(/\s+/).find((word) => readCode(word) !== null);
    const order = code === undefined ? null : await orders.byCode(code);
    if (order?.buyerId !== person.id || order.item.kind !== 'product') return null;
    return { action: itemAction(mobile, order.item) };
  }

  async function saleOf({ person, format }: BotRequest, number: KnownNumber, meaning: LineMeaning): Promise<QuickSale> {
    const { mobile } = number;
    const list = await prices.listFor(person.id);
    switch (meaning.kind) {
      case 'item':
        return { action: itemAction(mobile, meaning) };
      case 'out-of-range':
        return { action: topUpActions.topup({ mobile }) };
      case 'amounts':
        return { screen: meaningsScreen(format, { number, amounts: meaning, products: [], prices: list }) };
      case 'products':
        return {
          screen: meaningsScreen(format, { number, amounts: null, products: meaning.products, prices: list }),
        };
    }
  }
}

const itemAction = (mobile: Mobile, { productId: id, amount }: { productId: number; amount: number | null }): Action =>
  amount === null ? catalogueActions.product({ id, mobile }) : topUpActions.amount({ id, mobile, amount });

const opened = (mobile: Mobile): QuickSale => ({ action: numberActions.number({ mobile }) });
