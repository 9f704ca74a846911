import { numberActions } from '#bot/actions/numbers.ts';
import { authorize, canSell } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import { home, promptScreen } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Question } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { sentFileIn } from '#bot/words/sent-file.ts';
import { can } from '#domain/access.ts';
import { type LineWords, namesItem, readWords } from '#domain/line-words.ts';
import { namesTrackingCode } from '#domain/payment.ts';
import { type Mobile, mistakenNumber, splitMobile } from '#domain/phone.ts';
import { isWish as isOtherWish } from '#domain/reading/reading.ts';
import { hasUnit, type LineServices, meaningOf } from '#shop/buying/catalogue/line-meaning.ts';
import { looksLikeCode } from '#shop/buying/orders/identity.ts';
import { type NumberWays, nextAction, numberQuestion, wordsQuestion } from './next-step.ts';

export const labelQuestion = defineQuestion<{ readonly mobile: Mobile }>('label');

const labelLength = 40;
/** Longer ones are cards and the like. */
const largestFigure = 1_000_000_000;

export function createNumberQuestions(
  services: Pick<Services, 'numbers' | 'operators' | 'orders'> & LineServices,
  { bulk, quickSale: { askWhose, sell } }: NumberWays,
): QuestionHandler[] {
  const { numbers, operators, orders } = services;

  /** An item beside the number: the line is a whole sale. A name beside it is none. */
  async function isSale({ person }: BotRequest, mobile: Mobile, words: string): Promise<boolean> {
    if (words === '') return false;
    return hasUnit(words) || meaningOf(services, await numbers.find(person.id, mobile), words, person.unit) !== null;
  }

  /** For a text without a valid number. */
  async function withoutNumber(
    request: BotRequest,
    { message, text, reading }: TypedMessage,
    question: Question,
    proceed: (mobile: Mobile) => HandlerResult | Promise<HandlerResult>,
  ) {
    const { person, format } = request;
    const mistake = mistakenNumber(message?.contact?.phone_number ?? text ?? '');
    // With words of its own the line is read anew, so that they are not lost.
    if (mistake) return namesItem(readWords(mistake.rest)) ? notAnAnswer : askAgain(request, mistake.failure, home());
    if (sentFileIn(message)) return notAnAnswer;
    if (text === undefined) return askAgain(request, { code: 'number-missing' }, home());
    // A number may be saved under the name of a page.
    const label = await numbers.findByLabel(person.id, text);
    const [mobile, ...more] = label?.mobiles ?? [];
    if (label?.rest === '' && mobile !== undefined && more.length === 0) return proceed(mobile);
    if (isOtherWish(reading)) return notAnAnswer;
    const order = await orders.byCode(text);
    // Another person's code is treated as unknown.
    if (order && (order.buyerId === person.id || can(person, 'orders'))) return notAnAnswer;
    // Telegram alone knows it: the keyboard shares it.
    if (!label && reading.isSelf && reading.item === '')
      return { screen: promptScreen(format, format.html('ask-number'), home()), question, offerContact: true };
    // Of a transfer, or of an order.
    if (namesTrackingCode(text)) return notAnAnswer;
    // Another wish. "1K7QX-…" is no amount.
    const wish = looksLikeCode(text) ? null : readWords(text);
    if (wish && !label && isFigureAlone(wish)) return askWhose(request, text);
    return label || (wish && isWish(wish)) ? notAnAnswer : askAgain(request, { code: 'number-missing' }, home());
  }

  return [
    onAnswer(numberQuestion, async (request, input, { lead: next }) => {
      const { text, message, mobiles } = input;
      const [mobile, ...more] = mobiles;
      const proceed = (to: Mobile) => ({ redirect: nextAction(next, to) });
      if (mobile === undefined) return withoutNumber(request, input, numberQuestion({ lead: next }), proceed);
      if (more.length > 0)
        return canSell(request.person) ? bulk.start(request, text ?? message?.caption ?? '', next) : notAnAnswer;
      const words = splitMobile(text ?? '', operators)?.rest ?? '';
      return (await isSale(request, mobile, words)) ? notAnAnswer : proceed(mobile);
    }),
    onAnswer(wordsQuestion, async (request, input, { words }) => {
      const [mobile, ...more] = input.mobiles;
      const proceed = (to: Mobile) => sell(request, to, words);
      if (mobile === undefined) return withoutNumber(request, input, wordsQuestion({ words }), proceed);
      const own = splitMobile(input.text ?? '', operators)?.rest ?? '';
      return more.length > 0 || (await isSale(request, mobile, own)) ? notAnAnswer : proceed(mobile);
    }),
    onAnswer(labelQuestion, async ({ person, format }, { text, mobiles }, { mobile }) => {
      const label = truncate(oneLine(text ?? ''), labelLength, '');
      if (mobiles.length > 0 || label === '') return notAnAnswer;
      const refusal = authorize(person, numberActions.label);
      if (refusal) return failureReply(format, refusal);
      await numbers.setLabel(person.id, mobile, label);
      return { redirect: numberActions.number({ mobile }) };
    }),
  ];
}

/** An item, and no sentence about one. */
const isWish = (words: LineWords): boolean => namesItem(words) && (words.hasSize || words.others.length < 2);

/** An amount without its unit: with it, or with "top-up", it is read like any other line. */
const isFigureAlone = ({ money, bare, hasSize, wants, others }: LineWords): boolean =>
  bare.length === 1 &&
  bare.every(({ value, isScaled }) => !isScaled && value < largestFigure) &&
  money.length + others.length === 0 &&
  !hasSize &&
  wants === null;
