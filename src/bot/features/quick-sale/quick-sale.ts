import type { Message } from 'grammy/types';
import { numberActions } from '#bot/actions/numbers.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import { untrusted } from '#bot/core/formatter.ts';
import type { BotRequest, HandlerResult } from '#bot/core/request.ts';
import type { TextReader } from '#bot/core/text-reader.ts';
import { type NumberHubServices, numberHub } from '#bot/features/numbers/number-hub.ts';
import { itemAction } from '#bot/views/item-action.ts';
import { type Mobile, splitMobile } from '#domain/phone.ts';
import { hasUnit, type LineMeaning, meaningOf } from '#shop/catalogue/line-meaning.ts';
import { readCode } from '#shop/orders/identity.ts';
import type { KnownNumber, Labelled } from '#shop/people/numbers.ts';
import { meaningsScreen, whoseScreen } from './screens.ts';

/**
 * A whole sale in one line: a number (or the label of a saved one) with an amount or the words of a product. Null: the line
 * is no sale, and is read as any other text.
 */
export function createQuickSaleReader(services: NumberHubServices): TextReader {
  const { numbers, operators, orders, prices } = services;

  return async (request, { message, text }) => {
    if (text === undefined) return null;
    const { id, unit } = request.person;
    const numberAndRest = splitMobile(text, operators);
    if (numberAndRest) {
      const { mobile, rest } = numberAndRest;
      if (rest === '') return repeatSale(request, mobile, message?.reply_to_message);
      const number = await numbers.find(id, mobile);
      const meaning = meaningOf(services, number, rest, unit);
      if (meaning) return saleOf(request, number, meaning);
      return hasUnit(rest) ? notSold(request, mobile, rest) : openNumber(mobile);
    }
    const numberByLabel = await numbers.findByLabel(id, text);
    return numberByLabel && saleByLabel(request, numberByLabel);
  };

  async function notSold(request: BotRequest, mobile: Mobile, words: string): Promise<HandlerResult> {
    await numbers.use(request.person.id, mobile);
    const note = request.format.html('quick-sale-none', { words: untrusted(words, 40) });
    return { screen: (await numberHub(services, request, mobile, { note })).screen };
  }

  /** A label may be a word of some other sentence, and several numbers may have the same one. */
  async function saleByLabel(request: BotRequest, { mobiles, rest }: Labelled): Promise<HandlerResult | null> {
    const { id, unit } = request.person;
    const knownNumbers = await numbers.findAll(id, mobiles);
    const sales = [...knownNumbers.values()].flatMap((number) => {
      const meaning = rest === '' ? null : meaningOf(services, number, rest, unit);
      return rest === '' || meaning ? [{ number, meaning }] : [];
    });
    const [first] = sales;
    if (!first) return null;
    if (knownNumbers.size === 1)
      return first.meaning ? saleOf(request, first.number, first.meaning) : openNumber(first.number.mobile);
    const choices = sales.map(({ number: { mobile }, meaning }) => ({
      mobile,
      action: meaning?.kind === 'item' ? itemAction(mobile, meaning) : numberActions.number({ mobile }),
    }));
    return { screen: whoseScreen(request.format, choices) };
  }

  /** A number in reply to a receipt: the same for this number. */
  async function repeatSale(
    { person }: BotRequest,
    mobile: Mobile,
    repliedTo: Message['reply_to_message'],
  ): Promise<HandlerResult | null> {
    const receipt = repliedTo?.from?.is_bot ? repliedTo.text : undefined;
    const code = receipt?.split(/\s+/).find((word) => readCode(word) !== null);
    const order = code === undefined ? null : await orders.byCode(code);
    if (order?.buyerId !== person.id || order.item.kind !== 'product') return null;
    return { redirect: itemAction(mobile, order.item) };
  }

  async function saleOf(
    { person, format }: BotRequest,
    number: KnownNumber,
    meaning: LineMeaning,
  ): Promise<HandlerResult> {
    const { mobile } = number;
    const list = await prices.listFor(person.id);
    switch (meaning.kind) {
      case 'item':
        return { redirect: itemAction(mobile, meaning) };
      case 'out-of-range':
        return { redirect: topUpActions.topup({ mobile }) };
      case 'choices':
        return { screen: meaningsScreen(format, { number, choices: meaning, prices: list }) };
    }
  }
}

const openNumber = (mobile: Mobile): HandlerResult => ({ redirect: numberActions.number({ mobile }) });
