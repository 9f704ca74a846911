import { amountMeanings } from '../../../domain/amount.ts';
import type { Rials } from '../../../domain/money.ts';
import { type Mobile, splitMobile } from '../../../domain/phone.ts';
import type { OperatorId, Product, SimType } from '../../../domain/product.ts';
import { atomsOf, foldText, rawWords } from '../../../domain/search-normalization.ts';
import { shortName } from '../../../domain/short-name.ts';
import { readCode } from '../../../shop/orders/identity.ts';
import type { KnownNumber } from '../../../shop/people/numbers.ts';
import type { Action } from '../../core/action.ts';
import type { BotRequest } from '../../core/request.ts';
import type { Screen } from '../../core/screen.ts';
import type { Services } from '../../core/services.ts';
import { catalogueActions } from '../catalogue/actions.ts';
import { numberActions } from '../numbers/actions.ts';
import { topUpActions } from '../top-up/actions.ts';
import { amountPresets } from '../top-up/screens.ts';
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

/** Choices on one screen: more would be a list to search. */
const mostMeanings = 8;
const mostPages = 25;

/**
 * A whole sale in one line: a number (or the label of a saved one) with an amount or the words of a product. Null: the line
 * is no sale, and is read as any other text.
 */
export function createQuickSale(services: QuickSaleServices): ReadSaleLine {
  const { catalogue, numbers, operators, orders, prices } = services;

  return async (request, { text, repliedTo }) => {
    const { id } = request.person;
    const written = splitMobile(text, operators);
    const line = written ?? (await numbers.findByLabel(id, text));
    if (!line) return null;
    const number = await numbers.find(id, line.mobile);
    if (line.rest === '') return written ? repeated(request, line.mobile, repliedTo) : opened(line.mobile);
    const sale = (await topUp(request, number, line.rest)) ?? (await product(request, number, line.rest));
    // A label may be a word of some other sentence; a number never is.
    return sale ?? (written ? opened(line.mobile) : null);
  };

  /** A number in reply to a receipt: the same for this number. */
  async function repeated({ person }: BotRequest, mobile: Mobile, repliedTo: string | null): Promise<QuickSale | null> {
    const code = repliedTo?.split(/\s+/).find((word) => readCode(word) !== null);
    const order = code === undefined ? null : await orders.byCode(code);
    if (order?.buyerId !== person.id || order.item.kind !== 'product') return null;
    const { productId: id, amount } = order.item;
    return amount === null
      ? { action: catalogueActions.product({ id, mobile }) }
      : { action: topUpActions.amount({ id, mobile, amount }) };
  }

  async function topUp({ person, format }: BotRequest, number: KnownNumber, words: string): Promise<QuickSale | null> {
    const { mobile, operatorId } = number;
    const meant = operatorId === null ? null : amountMeanings(words, person.unit);
    if (!meant || operatorId === null) return null;
    const shelf = catalogue.shelf({ operatorId, simType: number.simType, type: 'topup' });
    const free = shelf.products.find(({ maxPrice }) => maxPrice !== null);
    if (!free) return null;
    const fits = (amount: Rials) => amount >= free.price && amount <= (free.maxPrice ?? free.price);
    const isUsual = (amount: Rials) => amountPresets(free).includes(amount);
    const likely = meant.likely.filter(fits);
    const other = meant.otherUnit !== null && fits(meant.otherUnit) ? meant.otherUnit : null;
    const [amount] = likely;
    const isSure = other === null || (amount !== undefined && isUsual(amount) && !isUsual(other));
    if (amount !== undefined && isSure) return { action: topUpActions.amount({ id: free.id, mobile, amount }) };
    const amounts = [...likely, ...(other === null ? [] : [other])];
    if (amounts.length > 0)
      return {
        screen: meaningsScreen(format, {
          number,
          amounts: { product: free, values: amounts },
          products: [],
          prices: await prices.listFor(person.id),
        }),
      };
    // Outside the limits: the amounts of this number are shown.
    return { action: topUpActions.topup({ mobile }) };
  }

  /** Enough of them to tell which one is meant exactly. */
  function allFound(words: string, filter: { operatorId: OperatorId; simType: SimType }): Product[] {
    const found: Product[] = [];
    for (let page = 1, pages = 1; page <= Math.min(pages, mostPages); page += 1) {
      const listing = catalogue.search(words, { ...filter, page });
      pages = listing.pages;
      found.push(...listing.products);
    }
    return found;
  }

  async function product(
    { person, format }: BotRequest,
    number: KnownNumber,
    words: string,
  ): Promise<QuickSale | null> {
    const { mobile, operatorId } = number;
    const atoms = rawWords(words).flatMap(atomsOf);
    // A size or a time makes it a product; a name or a greeting beside a number does not.
    if (operatorId === null || !atoms.some(({ kind }) => kind !== 'word')) return null;
    const products = allFound(words, { operatorId, simType: number.simType });
    const exact = products.filter((one) => isExactly(one, words));
    const found = exact.length > 0 ? exact : products;
    const [only, ...others] = found;
    if (!only) return null;
    if (others.length === 0) return { action: catalogueActions.product({ id: only.id, mobile }) };
    const shown = found.slice(0, mostMeanings);
    const list = await prices.listFor(person.id);
    return {
      screen: meaningsScreen(format, { number, amounts: null, products: shown, prices: list }),
    };
  }
}

const opened = (mobile: Mobile): QuickSale => ({ action: numberActions.number({ mobile }) });

/** Nothing in its name is left unsaid by the words: "10gb monthly" is not the night package of that size. */
function isExactly({ name, nameEn, days }: Product, words: string): boolean {
  const said = new Set(rawWords(words).map(foldText));
  const unsaid = [name, nameEn ?? name].map((one) =>
    rawWords(shortName(one, days).rest).filter((word) => !said.has(foldText(word))),
  );
  return unsaid.some((left) => left.length === 0);
}
