import type { Message } from 'grammy/types';
import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { createCatalogueAnswers } from '#bot/buying/catalogue/search.ts';
import type { Ordering } from '#bot/buying/orders/ordering.ts';
import { canSell } from '#bot/kit/action.ts';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { readMessage, type TextReader, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult } from '#bot/kit/request.ts';
import { button, lines } from '#bot/kit/screen.ts';
import type { Parts } from '#bot/parts.ts';
import { createTakeTypedPromo } from '#bot/pricing/promo-codes/use-promo.ts';
import type { Operators } from '#domain/operators.ts';
import { mistakenNumber } from '#domain/phone.ts';
import { repeatIn } from '#domain/repeat-count.ts';
import { looksLikeCode, readCode } from '#shop/buying/orders/identity.ts';
import type { Meaning } from '#shop/meaning/meaning.ts';
import { type AnswerParts, createAnswers } from './answers.ts';

interface ReaderParts extends Omit<AnswerParts, 'catalogueAnswers' | 'ordering' | 'takePromo'> {
  readonly ordering: AnswerParts['ordering'] & Pick<Ordering, 'own'>;
}

/** A longer text is no order in a few words. */
const longestRepeat = 80;
const severalLines = /\S\s*\n\s*\S/;
/** In an open conversation these are for the person at its other end. */
const forConversation: readonly Meaning['kind'][] = [
  'unknown',
  'order',
  'human',
  'thanks',
  'goodbye',
  'greeting',
  'help',
  'safe',
];

/** What a text means that answers no question, and what is done about it. Null: nothing in it is understood. */
export function createTextReader(
  parts: Parts,
  { screens, ...means }: ReaderParts & { readonly screens: Pick<ChatScreens, 'orderShown'> },
): TextReader {
  const { bulk, ordering, quickSale, readForSupport, slips } = means;
  const catalogueAnswers = createCatalogueAnswers(parts);
  const takePromo = createTakeTypedPromo(parts, ordering, screens);
  const answers = createAnswers(parts, { ...means, catalogueAnswers, takePromo });

  const answer = <Kind extends Meaning['kind']>(
    request: BotRequest,
    meaning: Extract<Meaning, { readonly kind: Kind }>,
    typed: TypedMessage,
  ) => answers[meaning.kind as Kind](request, meaning, typed);

  return async (request, written) => {
    const typed = withoutRowNumber(written, parts.operators);
    const { message, mobiles, reading } = typed;
    const { person } = request;
    if (!isRead(typed)) return (await readForSupport(request, typed, null)) ?? slips.offer(request, typed);
    const slip = await slips.offer(request, typed);
    if (slip) return slip;
    const code = await slips.whichOf(request, typed);
    if (code) return code;
    if (message?.contact) return ofContact(request, typed);
    const text = message?.text ?? message?.caption ?? '';
    if (severalLines.test(text)) {
      if (canSell(person) && (mobiles.length > 1 || (await bulk.isList(request, text))))
        return bulk.start(request, text);
      const beside = mobiles.length === 1 ? await quickSale.besideMistakes(request, text) : null;
      if (beside) return beside;
    }
    const meaning = await parts.meanings.of(person, reading);
    const repeated = await repeat(request, typed, meaning);
    if (repeated) return repeated;
    const isSentence = mobiles.length > 0 && reading.rest.length > 1;
    if (isSentence || forConversation.includes(meaning.kind)) {
      const reply = await toConversation(request, typed, meaning);
      if (reply !== null) return reply;
    }
    return (await answer(request, meaning, typed)) ?? ofOther(request, typed);
  };

  /** "x2", «دو تا»: sellers get one list; others buy one after the other. Null: the text asks for no more than one. */
  async function repeat(request: BotRequest, typed: TypedMessage, meaning: Meaning): Promise<HandlerResult | null> {
    const { text = '' } = typed;
    const found = text.length > longestRepeat || severalLines.test(text) ? null : repeatIn(text);
    if (!found) return null;
    const isAlone = found.rest === '' || meaning.kind === 'again';
    if (!isAlone && meaning.kind !== 'buy' && meaning.kind !== 'number') return null;
    const order = isAlone ? await parts.lastOrders.bought(request.person.id) : null;
    if (isAlone && !order) return null;
    if (canSell(request.person)) return order ? bulk.repeat(request, order, found.times) : bulk.start(request, text);
    const rest = readMessage({ ...(typed.message as Message), text: found.rest }, parts.operators);
    const result = order
      ? { redirect: orderActions.again({ order: order.id }) }
      : await answer(request, await parts.meanings.of(request.person, rest.reading), rest);
    if (result === null || result === 'taken') return null;
    const note = request.format.html('one-at-a-time');
    if ('redirect' in result)
      return { screen: { text: note, keys: [[button(request.format.plain('key-next'), result.redirect)]] } };
    return result.screen
      ? { ...result, screen: { ...result.screen, text: lines(note, '', result.screen.text) } }
      : result;
  }

  /** A worry about another order is a new subject. Product names stay words of a search. */
  async function toConversation(request: BotRequest, typed: TypedMessage, meaning: Meaning) {
    if (meaning.kind === 'unknown' && catalogueAnswers.byName(request, typed.text ?? '')) return null;
    const order = meaning.kind === 'order' ? await orderIn(request, meaning) : null;
    return readForSupport(request, typed, order?.id ?? null);
  }

  async function orderIn({ person }: BotRequest, { code, mobile }: Extract<Meaning, { readonly kind: 'order' }>) {
    const named = code === null ? null : await parts.orders.byCode(code);
    return named?.buyerId === person.id ? named : parts.lastOrders.meant(person.id, mobile);
  }

  /** Contacts of others, sent one after the other, become a list of a seller. */
  async function ofContact(
    request: BotRequest,
    { message, mobiles: [mobile] }: TypedMessage,
  ): Promise<HandlerResult | null> {
    const { person, format } = request;
    if (mobile === undefined) {
      const mistake = mistakenNumber(message?.contact?.phone_number ?? '');
      return failureReply(format, mistake?.failure ?? { code: 'number-invalid' });
    }
    const isOthers = message?.contact?.user_id !== person.id;
    const list = isOthers && canSell(person) ? await bulk.gather(request, mobile) : null;
    return list ?? { redirect: numberActions.number({ mobile }) };
  }

  /** A name of a product, a promo code, or something that is nearly a number or a code. */
  async function ofOther(request: BotRequest, typed: TypedMessage) {
    const { text = '', reading } = typed;
    const order = readCode(text) === null ? null : await parts.orders.byCode(text);
    if (order) return answers.order(request, { kind: 'order', about: 'where', code: order.code, mobile: null }, typed);
    const found =
      (await quickSale.below(request, reading)) ??
      catalogueAnswers.byName(request, text) ??
      (await takePromo(request, text));
    if (found) return found;
    const reply = await readForSupport(request, typed, null);
    if (reply !== null) return reply;
    const mistake = reading.mistake ?? mistakenNumber(text)?.failure;
    if (mistake) return failureReply(request.format, mistake);
    return looksLikeCode(text)
      ? failureReply(request.format, { code: 'order-unknown' }, orderActions.orders({ page: 1 }))
      : null;
  }
}

/** A caption and a command that we do not have are read only if they contain a number. */
const isRead = ({ message, text, mobiles }: TypedMessage): boolean =>
  mobiles.length > 0 || message?.contact !== undefined || (text !== undefined && !text.startsWith('/'));

/** "2- 0935… 20,000": one row of a list. */
function withoutRowNumber(typed: TypedMessage, operators: Operators): TypedMessage {
  const { message, text = '', mobiles } = typed;
  const rest = text.replace(/^\p{Nd}{1,3}\s*[-–.):]\s+/u, '');
  return message && rest !== text && mobiles.length === 1 && !severalLines.test(text)
    ? readMessage({ ...message, text: rest } as Message, operators)
    : typed;
}
