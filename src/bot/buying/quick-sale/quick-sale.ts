import type { Message } from 'grammy/types';
import { catalogueActions } from '#bot/actions/catalogue.ts';
import { numberActions } from '#bot/actions/numbers.ts';
import { shelfTop } from '#bot/actions/shelf-address.ts';
import { topUpActions } from '#bot/actions/top-up.ts';
import { type SaleIn, type Sell, wordsQuestion } from '#bot/buying/numbers/next-step.ts';
import { type NumberHubServices, numberHub } from '#bot/buying/numbers/number-hub.ts';
import { openTopUp } from '#bot/buying/top-up/open-top-up.ts';
import type { Action } from '#bot/kit/action.ts';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import { failureReply, failureText } from '#bot/kit/failure.ts';
import { oneLine, untrusted } from '#bot/kit/formatter.ts';
import { home } from '#bot/kit/navigation.ts';
import type { TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { itemAction } from '#bot/words/item-title.ts';
import { askNumberScreen, severalNumbersScreen } from '#bot/words/number-screens.ts';
import type { Failure } from '#domain/failure.ts';
import { namesItem, readWords } from '#domain/line-words.ts';
import { type Mobile, splitMobile } from '#domain/phone.ts';
import type { Reading } from '#domain/reading/reading.ts';
import { packagesOf } from '#domain/sold-to.ts';
import { mistakeOf, readList } from '#shop/buying/bulk/list.ts';
import { hasUnit, type LineMeaning, meaningOf } from '#shop/buying/catalogue/line-meaning.ts';
import { readCode } from '#shop/buying/orders/identity.ts';
import type { Recipient } from '#shop/meaning/meaning.ts';
import type { KnownNumber, Labelled } from '#shop/people/people/numbers.ts';
import { meaningsScreen, whoseScreen } from './screens.ts';

const recentNumbers = 6;
/** Of wrong lines, each with its reason. */
const mostNotes = 8;

export type QuickSale = ReturnType<typeof createQuickSale>;

/** A whole sale in one line: a number (or the label of a saved one) with an amount or the words of a product. */
export function createQuickSale(services: NumberHubServices, screens: Pick<ChatScreens, 'numberShown'>) {
  const { numbers, operators, orders, prices } = services;

  /** What was said is bought for whom it is; who is not named may be on the screen above, or is asked for. */
  async function buy(request: BotRequest, to: Recipient, { reading }: TypedMessage): Promise<HandlerResult> {
    const { line, isSelf } = reading;
    switch (to.kind) {
      case 'mobile':
        return sell(request, to.mobile, line);
      case 'name': {
        const rest = withoutName(line, to.saved.name);
        return (await saleByLabel(request, { mobiles: to.saved.mobiles, rest })) ?? askWhose(request, rest);
      }
      case 'self':
        return askWhose(request, line, null, isSelf);
      case 'unsaid': {
        const sale = await saleBelow(request, reading);
        if (sale) return sale;
        return isTopUpAlone(line) || line === ''
          ? { redirect: numberActions.askNumber({ purpose: line === '' ? 'any' : 'topup' }) }
          : askWhose(request, line);
      }
    }
  }

  /** A number alone; in reply to a receipt it is for the same item. */
  async function open(request: BotRequest, to: Recipient, { message, reading }: TypedMessage): Promise<HandlerResult> {
    if (to.kind === 'name') {
      const sale = await saleByLabel(request, { mobiles: to.saved.mobiles, rest: '' });
      if (sale) return sale;
    }
    if (to.kind !== 'mobile') return { redirect: numberActions.askNumber({ purpose: 'any' }) };
    if (reading.line !== '') return sell(request, to.mobile, reading.line);
    return (await repeatSale(request, to.mobile, message?.reply_to_message)) ?? openNumber(to.mobile);
  }

  /** For people who do not sell: to choose one of several numbers, with the item that is written beside them. */
  async function several(request: BotRequest, { text = '', mobiles }: TypedMessage): Promise<Reply> {
    const words = mobiles.reduce((rest) => splitMobile(rest, operators)?.rest ?? rest, text);
    const knownNumbers = hasUnit(words) ? await numbers.findAll(request.person.id, mobiles) : null;
    const leadTo = (mobile: Mobile): Action => {
      const number = knownNumbers?.get(mobile);
      return number ? actionFor(request, number, words) : numberActions.number({ mobile });
    };
    return { screen: severalNumbersScreen(request.format, mobiles, leadTo) };
  }

  /** One line has a number, and others what was meant to be one. Null: there is no such line. */
  async function besideMistakes(request: BotRequest, text: string): Promise<HandlerResult | null> {
    const { person, format } = request;
    const { listed } = readList(text, operators);
    const [fine, ...more] = listed.filter(({ problem }) => problem === null);
    const notes = listed.flatMap((row) => {
      const failure = mistakeOf(row);
      return failure
        ? [format.html('line-mistaken', { line: untrusted(row.mobile) }), failureText(format, failure)]
        : [];
    });
    if (!fine || more.length > 0 || notes.length === 0) return null;
    const action = actionFor(request, await numbers.find(person.id, fine.mobile), fine.words ?? '');
    return { screen: severalNumbersScreen(format, [fine.mobile], () => action, [...notes.slice(0, mostNotes), '']) };
  }

  /** A number with a mistake: what is wrong with it. Other words are kept. */
  async function mistaken(request: BotRequest, failure: Failure, { reading }: TypedMessage): Promise<Reply> {
    const { format } = request;
    return namesItem(readWords(reading.line))
      ? askWhose(request, reading.line, failureText(format, failure))
      : failureReply(format, failure);
  }

  /** An item is named, the number is not. */
  async function askWhose(
    request: BotRequest,
    words: string,
    mistake: string | null = null,
    isSelf = false,
  ): Promise<Reply> {
    const { person, format } = request;
    const recent = (await numbers.list(person.id, 0, recentNumbers)).numbers;
    const actions = new Map(recent.map((number) => [number.mobile, actionFor(request, number, words)]));
    const screen = askNumberScreen(format, {
      knownNumbers: recent,
      next: (mobile) => actions.get(mobile) ?? numberActions.number({ mobile }),
      back: home(),
      note: mistake ?? format.html('ask-number-for', { words: untrusted(oneLine(words), 40) }),
    });
    return {
      screen,
      question: wordsQuestion({ words }),
      offerContact: mistake === null && (recent.length === 0 || isSelf),
    };
  }

  function actionFor({ person }: BotRequest, number: KnownNumber, words: string): Action {
    const meaning = meaningOf(services, number, words, person.unit);
    return meaning?.kind === 'item'
      ? itemAction(number.mobile, meaning)
      : numberActions.number({ mobile: number.mobile });
  }

  /** The number in a text to someone else, with what is written beside it. */
  const saleIn: SaleIn = async (request, text) => {
    const split = splitMobile(text, operators);
    if (!split) return null;
    const number = await numbers.find(request.person.id, split.mobile);
    return { mobile: split.mobile, action: actionFor(request, number, split.rest) };
  };

  const sell: Sell = async (request, mobile, words) => (await saleFor(request, mobile, words)) ?? openNumber(mobile);

  /** Below the screen of a number, the number goes without saying. */
  async function saleBelow({ person, ...request }: BotRequest, { line, rest }: Reading): Promise<HandlerResult | null> {
    const mobile = screens.numberShown(person.id);
    return mobile === null || line === '' || rest.length > 1 ? null : saleFor({ ...request, person }, mobile, line);
  }

  /** Null: the words name nothing to buy. */
  async function saleFor(request: BotRequest, mobile: Mobile, words: string): Promise<HandlerResult | null> {
    const { id, unit } = request.person;
    const number = await numbers.find(id, mobile);
    const meaning = meaningOf(services, number, words, unit);
    if (meaning) return saleOf(request, number, meaning);
    if (!hasUnit(words)) return null;
    if (number.isTdlte) return withNote(request, mobile, failureText(request.format, { code: 'number-only-tdlte' }));
    return withNote(request, mobile, request.format.html('quick-sale-none', { words: untrusted(oneLine(words), 40) }));
  }

  async function withNote(request: BotRequest, mobile: Mobile, note: string): Promise<HandlerResult> {
    await numbers.use(request.person.id, mobile);
    return numberHub(services, request, mobile, { note });
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

  async function saleOf(request: BotRequest, number: KnownNumber, meaning: LineMeaning): Promise<HandlerResult> {
    const { person, format } = request;
    const { mobile, operatorId, simType } = number;
    switch (meaning.kind) {
      case 'item':
        return { redirect: itemAction(mobile, meaning) };
      case 'out-of-range':
        return openTopUp(services, request, mobile, meaning);
      case 'choices': {
        const list = await prices.listFor(person.id);
        return { screen: meaningsScreen(format, { number, choices: meaning, prices: list }) };
      }
      case 'section':
        if (meaning.type === 'topup') return { redirect: topUpActions.topup({ mobile }) };
        if (operatorId === null) return openNumber(mobile);
        await numbers.use(person.id, mobile);
        return { redirect: catalogueActions.shelf(shelfTop(packagesOf(number), operatorId, simType, mobile)) };
      case 'other-operator': {
        const names = {
          operator: operatorId === null ? '' : format.operator(operatorId),
          named: format.operator(meaning.operatorId),
        };
        return withNote(request, mobile, format.html('quick-sale-other-operator', names));
      }
    }
  }

  return { buy, open, several, besideMistakes, mistaken, below: saleBelow, sell, askWhose, saleIn };
}

/** «مامانم ۱۰ گیگ»: what is for her. */
const withoutName = (line: string, name: string): string => {
  const parts = name.split(' ');
  return line
    .split(' ')
    .filter((word) => !parts.some((part) => word.startsWith(part)))
    .join(' ');
};

/** "Charge". */
function isTopUpAlone(text: string): boolean {
  const { wants, money, bare, hasSize, others } = readWords(text);
  return wants === 'topup' && money.length + bare.length + others.length === 0 && !hasSize;
}

const openNumber = (mobile: Mobile): HandlerResult => ({ redirect: numberActions.number({ mobile }) });
