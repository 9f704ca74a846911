import { numberActions } from '#bot/actions/numbers.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { failureReply } from '#bot/kit/failure.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { homeButton, inReadingOrder, promptScreen, support } from '#bot/kit/navigation.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler, type TypedMessage } from '#bot/kit/question.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import { button, lines, type Screen } from '#bot/kit/screen.ts';
import type { Services } from '#bot/parts.ts';
import { slipIn } from '#bot/words/sent-file.ts';
import { isAmountAlone, mayMean } from '#domain/amount.ts';
import { rialsOfToman, type Unit } from '#domain/money.ts';
import { namesTrackingCode, type Slip } from '#domain/payment.ts';
import { plainDigits } from '#domain/phone.ts';
import { isSaleLine } from '#domain/sale-line.ts';
import { receiptView } from '#shop/base/outbox/order-messages.ts';
import { looksLikeCode } from '#shop/buying/orders/identity.ts';
import type { SlipSubject } from '#shop/money/payments/card-payments.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { createOfferedSlips, type ShowSlip } from './offered-slips.ts';
import type { PaymentView } from './payment-view.ts';

/** A card is on the screen: its slip is waited for, and another amount may be typed instead. */
export const slipQuestion = defineQuestion('slip');
/** A slip or a code was asked for: a number is a code, however round it is. */
export const trackingCodeQuestion = defineQuestion('tracking-code');
/** A slip was sent: more photos of it may follow. */
const moreSlipsQuestion = defineQuestion<{ readonly payment: string }>('more-slips');

/** Where a text is typed. `anywhere`: answering no question about the transfer. */
type Place = 'card-page' | 'code-page' | 'anywhere';

export type Slips = ReturnType<typeof createSlips>;

/** Tracking codes are a few to a few dozen digits, perhaps with words around them. */
const codeLength = 200;

/** What a payer sends after a transfer: photos and files that were asked for, and a tracking code while the transfer is open. */
export function createSlips(
  { orders, payments, operators }: Pick<Services, 'orders' | 'payments' | 'operators'>,
  view: PaymentView,
) {
  async function submit(
    request: BotRequest,
    slip: Slip,
    source = request.idempotencySource,
    subject: SlipSubject | null = null,
  ): Promise<Reply> {
    const { person, format } = request;
    const submission = await payments.card.submit(person.id, slip, source, subject);
    return submission.ok ? show(request, submission.value) : failureReply(format, submission.error);
  }

  /** People send several photos: the next one needs no question. */
  const show: ShowSlip = async ({ format }, payment) => ({
    screen: await view(format, payment),
    tracks: { subject: `payment:${payment.id}`, view: receiptView },
    question: moreSlipsQuestion({ payment: payment.id }),
  });

  /** Not tracked: the payment has its own message, and in this one the note must stay. */
  async function oneAtATime(format: Formatter, payment: Payment): Promise<Reply> {
    const { text, ...screen } = await view(format, payment);
    return { screen: { ...screen, text: lines(format.html('payment-one-at-a-time'), '', text) } };
  }

  /** What is typed on a page about a transfer. Null: it is about something else. `amount`: another one for the wallet. */
  async function answer(
    request: BotRequest,
    input: TypedMessage,
    place: 'card-page' | 'code-page',
  ): Promise<Reply | 'amount' | null> {
    const transfer = await payments.card.awaitingSlip(request.person.id);
    if (!transfer) return null;
    const file = slipIn(input.message);
    if (file) return submit(request, file);
    const doubt = await askWhich(request, input, transfer);
    if (doubt) return { ...doubt, question: place === 'card-page' ? slipQuestion() : trackingCodeQuestion() };
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
    onAnswer(moreSlipsQuestion, async (request, { message }, { payment }) => {
      const slip = slipIn(message);
      if (!slip) return notAnAnswer;
      const [open] = await payments.card.awaitingSlips(request.person.id);
      return open?.id === payment ? submit(request, slip) : notAnAnswer;
    }),
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

  /** Digits alone that may be the code of the open transfer, and a mobile number or the code of an order as well. */
  async function askWhich(
    { person, format }: BotRequest,
    { text = '', mobiles: [mobile] }: TypedMessage,
    { id, amount, state }: Payment,
  ): Promise<Reply | null> {
    const digits = digitsIn(text);
    if (state !== 'asked' || !/^\d{6,20}$/.test(digits)) return null;
    const order = mobile === undefined && looksLikeCode(digits) ? await orders.byCode(digits) : null;
    const other =
      mobile !== undefined
        ? button(format.plain('key-buy-for', { number: format.mobile(mobile) }), numberActions.number({ mobile }))
        : order?.buyerId === person.id
          ? button(format.plain('key-open-order'), orderActions.order({ order: order.id, page: 1 }))
          : null;
    if (other === null) return null;
    const code = button(
      format.plain('key-code-of', { amount: format.money(amount) }),
      paymentActions.sendCode({ payment: id, code: digits }),
    );
    return { screen: { text: format.html('code-or-other', { code: digits }), keys: [[code], [other]] } };
  }

  /** The same where no question about the transfer is open. Null: the digits are clear. */
  async function whichOf(request: BotRequest, typed: TypedMessage): Promise<Reply | null> {
    if (!payments.card.mayHaveOpen(request.person.id) || !/^\d{6,20}$/.test(digitsIn(typed.text ?? ''))) return null;
    const transfer = await payments.card.awaitingSlip(request.person.id);
    return transfer && askWhich(request, typed, transfer);
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

  const { offer, actions, question } = createOfferedSlips({ payments, operators }, { show, oneAtATime });

  const sendCode = (request: BotRequest, { payment: id, code }: { readonly payment: string; readonly code: string }) =>
    submit(request, { kind: 'text', content: code }, `code:${id}:${code}`, { id });

  return {
    answer,
    questions: [...questions, question],
    readCode,
    sent,
    whichOf,
    oneAtATime,
    offer,
    actions: { ...actions, sendCode },
  };
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

/** A round number is an amount, unless a code was asked for or no amount is so long. */
const isRound = (digits: string): boolean => /^\d{1,6}000$/.test(digits) || /^\d{1,3}00$/.test(digits);

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
