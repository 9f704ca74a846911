import type { Message } from 'grammy/types';
import { paymentActions } from '#bot/actions/payments.ts';
import { failureReply } from '#bot/core/failure.ts';
import { promptScreen } from '#bot/core/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/core/question.ts';
import type { BotRequest, Reply } from '#bot/core/request.ts';
import type { Services } from '#bot/core/services.ts';
import type { Slip } from '#domain/payment.ts';
import { plainDigits } from '#domain/phone.ts';
import { isSaleLine } from '#shop/catalogue/read-line.ts';
import { receiptView } from '#shop/outbox/order-messages.ts';
import type { Payment } from '#shop/payments/payment.ts';
import type { PaymentView } from './payment-view.ts';

export const slipQuestion = defineQuestion('slip');

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

  const questions: QuestionHandler[] = [
    onAnswer(slipQuestion, async (request, input) => {
      const slip = fileOf(input.message) ?? (isSale(input) ? null : codeOf(input));
      if (!slip && !saysPaid(input)) return notAnAnswer;
      const transfer = await payments.card.awaitingSlip(request.person.id);
      if (!transfer) return notAnAnswer;
      return slip ? submit(request, slip) : askForSlip(request, transfer);
    }),
  ];

  /** Their word is no proof: the open transfer is named, and its slip is waited for. */
  const askForSlip = ({ format }: BotRequest, { id, amount }: Payment): Reply => ({
    screen: promptScreen(
      format,
      format.html('slip-wanted', { amount: format.money(amount) }),
      paymentActions.openPayment({ payment: id }),
    ),
    question: slipQuestion(),
  });

  /** Digits alone are a code here, unless they are a mobile number as people write it. */
  function isSale({ text = '', mobiles }: TypedMessage): boolean {
    const digits = digitsIn(text);
    if (/^\+?\d+$/.test(digits)) return mobiles.length > 0 && /^(?:0|\+)/.test(digits);
    return !namesCode.test(text) && isSaleLine(text, operators);
  }

  /** While a transfer is open, a code that answers no question is understood too. */
  const readCode = async (request: BotRequest, input: TypedMessage): Promise<Reply | null> => {
    const slip = looksLikeCode(input) ? codeOf(input) : null;
    const transfer = slip && (await payments.card.awaitingSlip(request.person.id));
    return slip && transfer?.state === 'asked' ? submit(request, slip) : null;
  };

  return { take, questions, readCode };
}

const digitsIn = (text: string): string => plainDigits(text).replace(/[\s-]/g, '');

const namesCode = /پیگیری|رهگیری|ارجاع|مرجع|tracking|reference|تتبع|مرجعي/i;

/** A mobile number with a digit too few or too many: a seller wants to read that it is wrong. */
const isAlmostMobile = (digits: string): boolean => /^(?:0|98|0098)9\d{7,10}$/.test(digits);

/** Digits alone, or with the words for it. A round number is an amount that someone looks for. */
function looksLikeCode({ text = '', mobiles }: TypedMessage): boolean {
  if (mobiles.length > 0) return false;
  const digits = digitsIn(text);
  if (namesCode.test(text)) return /\d{4}/.test(digits);
  return /^\d{6,30}$/.test(digits) && !digits.endsWith('000') && !isAlmostMobile(digits);
}

function fileOf(message: Message | undefined): Slip | null {
  const photo = message?.photo?.at(-1);
  if (photo) return { kind: 'photo', content: photo.file_id, file: photo.file_unique_id };
  const document = message?.document;
  return document ? { kind: 'file', content: document.file_id, file: document.file_unique_id } : null;
}

function codeOf({ text }: TypedMessage): Slip | null {
  if (text === undefined || text.startsWith('/') || text.length > codeLength) return null;
  return /\d{4}/.test(digitsIn(text)) ? { kind: 'text', content: withoutName(text) } : null;
}

const nameOfCode =
  /کد|شماره|پیگیری|رهگیری|ارجاع|مرجع|رمز|رقم|ال(?:تتبع|مرجع)|تتبع|\b(?:tracking|reference|ref|code|number|no|is)\b|[:：#.=]/gi;

/** The digits alone, where all else only says that they are the code. */
function withoutName(text: string): string {
  const rest = text.replace(nameOfCode, ' ').trim();
  return /^\d+$/.test(digitsIn(rest)) ? rest : text;
}

const paidWords =
  /\b(?:paid|payed|transferred|sent (?:it|the money)|done)\b|(?:پرداخت|واریز|انتقال|کارت به کارت).*(?:کرد|شد|داد|زد)|(?:ریختم|زدم|فرستادم|دادم)$|دفعت|حو[لّ]+ت|تم (?:الدفع|التحويل)/i;

/** A few words without a number. */
const saysPaid = ({ text = '', mobiles }: TypedMessage): boolean =>
  mobiles.length === 0 && text.length <= 60 && !/\d/.test(digitsIn(text)) && paidWords.test(text);
