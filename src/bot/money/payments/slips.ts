import type { Message } from 'grammy/types';
import { paymentActions } from '#bot/actions/payments.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton, inReadingOrder, promptScreen, support } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/kit/services.ts';
import { isAmountAlone, mayMean } from '#domain/amount.ts';
import { rialsOfToman, type Unit } from '#domain/money.ts';
import { namesTrackingCode, type Slip } from '#domain/payment.ts';
import { plainDigits } from '#domain/phone.ts';
import { receiptView } from '#shop/base/outbox/order-messages.ts';
import { isSaleLine } from '#shop/buying/catalogue/read-line.ts';
import { looksLikeCode } from '#shop/buying/orders/identity.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import type { PaymentView } from './payment-view.ts';

/** A card is on the screen: its slip is waited for, and another amount may be typed instead. */
export const slipQuestion = defineQuestion('slip');
/** A slip or a code was asked for: a number is a code, however round it is. */
export const trackingCodeQuestion = defineQuestion('tracking-code');

/** Where a text is typed. `anywhere`: answering no question about the transfer. */
type Place = 'card-page' | 'code-page' | 'anywhere';

export type Slips = ReturnType<typeof createSlips>;

/** Tracking codes are a few to a few dozen digits, perhaps with words around them. */
const codeLength = 200;

/** What a payer sends after a transfer: a photo or a file at any time, a tracking code while the transfer is open. */
export function createSlips({ payments, operators }: Pick<Services, 'payments' | 'operators'>, view: PaymentView) {
  async function submit({ person, format, idempotencySource }: BotRequest, slip: Slip): Promise<Reply> {
    const submission = await payments.card.submit(person.id, slip, idempotencySource);
    if (!submission.ok) return failureReply(format, submission.error);
    const payment = submission.value;
    return {
      screen: await view(format, payment),
      tracks: { subject: `payment:${payment.id}`, view: receiptView },
    };
  }

  /** Null: it is no photo or file, or no transfer of theirs waits for one. */
  async function take(request: BotRequest, message: Message | undefined): Promise<Reply | null> {
    const slip = fileOf(message);
    if (!slip || !(await payments.card.awaitingSlip(request.person.id))) return null;
    return submit(request, slip);
  }

  /** What is typed on a page about a transfer. Null: it is about something else. `amount`: another one for the wallet. */
  async function answer(
    request: BotRequest,
    input: TypedMessage,
    place: 'card-page' | 'code-page',
  ): Promise<Reply | 'amount' | null> {
    const transfer = await payments.card.awaitingSlip(request.person.id);
    if (!transfer) return null;
    const file = fileOf(input.message);
    if (file) return submit(request, file);
    switch (meaningOf(input, { place, transfer, unit: request.person.unit })) {
      case 'code':
        return submit(request, codeOf(input));
      case 'paid':
        return askForSlip(request, transfer);
      case 'amount':
        // What an order costs is not theirs to choose.
        return place === 'card-page' && transfer.orderId === null ? 'amount' : askForSlip(request, transfer);
      case 'other':
        return null;
    }
  }

  const questions: QuestionHandler[] = [
    onAnswer(
      trackingCodeQuestion,
      async (request, input) => replyOnly(await answer(request, input, 'code-page')) ?? notAnAnswer,
    ),
  ];

  /** Their word is no proof: the open transfer is named, and its slip is waited for. */
  const askForSlip = ({ format }: BotRequest, { id, amount }: Payment): Reply => ({
    screen: promptScreen(
      format,
      format.html('slip-wanted', { amount: format.money(amount) }),
      paymentActions.openPayment({ payment: id }),
    ),
    question: trackingCodeQuestion(),
  });

  function meaningOf(
    input: TypedMessage,
    { place, transfer, unit }: { readonly place: Place; readonly transfer: Payment; readonly unit: Unit },
  ): 'code' | 'amount' | 'paid' | 'other' {
    const { text = '', mobiles } = input;
    const digits = digitsIn(text);
    if (text.startsWith('/') || text.length > codeLength || isOrderCode(text)) return 'other';
    if (namesTrackingCode(text)) return /\d{4}/.test(digits) ? 'code' : 'other';
    // The sum that they were asked for, as a way to say that they paid it.
    if (mayMean(text, transfer.amount, unit)) return 'paid';
    if (/^\+?\d+$/.test(digits)) return meaningOfDigits(digits, place, mobiles.length > 0);
    if (place === 'anywhere') return 'other';
    if (isAmountAlone(text)) return 'amount';
    if (mobiles.length === 0 && paidWords.test(text) && isSum(text, transfer)) return 'paid';
    if (isSaleLine(text, operators)) return 'other';
    if (/\d{4}/.test(digits)) return 'code';
    return saysPaid(input) ? 'paid' : 'other';
  }

  /**
   * A code that answers no question is understood too, as long as a photo of the slip is; once its time is over, only with
   * its name. `asked`: only before anything was sent, where it may be an amount as well.
   */
  async function readCode(
    request: BotRequest,
    input: TypedMessage,
    state: 'asked' | 'any' = 'any',
  ): Promise<Reply | null> {
    // Before anything is read from the database.
    if (input.mobiles.length > 0 || !/\d{4}/.test(digitsIn(input.text ?? ''))) return null;
    const transfer = await payments.card.awaitingSlip(request.person.id);
    if (!transfer || (state === 'asked' && transfer.state !== 'asked')) return null;
    if (transfer.state === 'expired' && !namesTrackingCode(input.text ?? '')) return null;
    const meaning = meaningOf(input, { place: 'anywhere', transfer, unit: request.person.unit });
    // Later a sentence is about something else: in Persian the code of an order has the same name.
    const isCode = meaning === 'code' && (transfer.state === 'asked' || isDigits(codeOf(input).content));
    if (isCode) return submit(request, codeOf(input));
    return meaning === 'paid' && transfer.state === 'asked' ? askForSlip(request, transfer) : null;
  }

  /** Somebody says that they paid. `code`: what stands on the slip. */
  async function sent(request: BotRequest, code: string | null, typed: TypedMessage): Promise<HandlerResult> {
    const { person, format } = request;
    const transfer = await payments.card.awaitingSlip(person.id);
    const submitted = transfer && code !== null ? await readCode(request, typed) : null;
    if (submitted) return submitted;
    if (transfer?.state === 'asked') return askForSlip(request, transfer);
    const [payment] = (await payments.queries.openOf(person.id, 0, 1)).payments;
    return payment
      ? { redirect: paymentActions.openPayment({ payment: payment.id }) }
      : { screen: noTransferScreen(format) };
  }

  return { take, answer, questions, readCode, sent };
}

/** Nothing is waited for. */
const noTransferScreen = (format: Formatter): Screen => ({
  text: format.html('no-transfer-open'),
  keys: [
    [button(format.plain('key-add-money'), paymentActions.addMoney())],
    inReadingOrder(format, [button(format.plain('key-support'), support({ order: null })), homeButton(format)]),
  ],
});

const replyOnly = (answer: Reply | 'amount' | null): Reply | null => (answer === 'amount' ? null : answer);

const digitsIn = (text: string): string => plainDigits(text).replace(/[\s-]/g, '');

/** "50 toman", "I sent 50000": how much was paid, and no code. */
function isSum(text: string, { amount }: Payment): boolean {
  const digits = plainDigits(text).replace(/\D/g, '');
  return digits.length < 4 || isRound(digits) || [amount, amount / rialsOfToman].includes(Number(digits));
}

const isDigits = (text: string): boolean => /^\d+$/.test(digitsIn(text));

/** A mobile number with a digit too few or too many: a seller wants to read that it is wrong. */
const isAlmostMobile = (digits: string): boolean => /^(?:0|98|0098)9\d{7,10}$/.test(digits);

/** A round number is an amount, unless a code was asked for. */
const isRound = (digits: string): boolean => /000$/.test(digits) || /^\d{1,3}00$/.test(digits);

function meaningOfDigits(digits: string, place: Place, isMobile: boolean): 'code' | 'amount' | 'other' {
  switch (place) {
    case 'anywhere':
      return /^\d{6,30}$/.test(digits) && !isRound(digits) && !isAlmostMobile(digits) ? 'code' : 'other';
    case 'card-page':
    case 'code-page':
      // A mobile number as people write it begins a sale.
      if (isMobile && /^(?:0|\+)/.test(digits)) return 'other';
      if (digits.length < 4) return 'amount';
      return place === 'card-page' && isRound(digits) ? 'amount' : 'code';
  }
}

function fileOf(message: Message | undefined): Slip | null {
  const photo = message?.photo?.at(-1);
  if (photo) return { kind: 'photo', content: photo.file_id, file: photo.file_unique_id };
  const document = message?.document;
  return document ? { kind: 'file', content: document.file_id, file: document.file_unique_id } : null;
}

const codeOf = ({ text = '' }: TypedMessage): Slip => ({ kind: 'text', content: withoutName(text) });

const nameOfCode =
  /کد|شماره|پیگیری|رهگیری|ارجاع|مرجع|رمز|رقم|ال(?:تتبع|مرجع)|تتبع|\b(?:tracking|reference|ref|code|number|no|is)\b|[:：#.=]/gi;

const besideName = (text: string): string => text.replace(nameOfCode, ' ').trim();

/** With letters: banks give digits alone. */
function isOrderCode(text: string): boolean {
  const rest = besideName(text);
  return looksLikeCode(rest) && !isDigits(rest);
}

/** The digits alone, where all else only says that they are the code. */
function withoutName(text: string): string {
  const rest = besideName(text);
  return isDigits(rest) ? rest : text;
}

const paidWords =
  /\b(?:paid|payed|transferred|sent|done)\b|(?:پرداخت|واریز|انتقال|کارت به کارت).*(?:کرد|شد|داد|زد)|(?:ریختم|زدم|فرستادم|دادم)$|دفعت|حو[لّ]+ت|تم (?:الدفع|التحويل)/i;

/** A few words without a number. */
const saysPaid = ({ text = '', mobiles }: TypedMessage): boolean =>
  mobiles.length === 0 && text.length <= 60 && !/\d/.test(digitsIn(text)) && paidWords.test(text);
