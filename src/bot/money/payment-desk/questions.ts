import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import { canNow } from '#bot/kit/action.ts';
import { amountFailure, askAgain } from '#bot/kit/failure.ts';
import { oneLine, truncate } from '#bot/kit/formatter.ts';
import {
  type Answer,
  defineQuestion,
  messageFrom,
  notAnAnswer,
  onAnswer,
  ownersText,
  type QuestionHandler,
  type TypedMessage,
  textFrom,
} from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { parseWholeAmount, splitAmount, splitAtCommas } from '#domain/amount.ts';
import type { Failure } from '#domain/failure.ts';
import type { Rials, Unit } from '#domain/money.ts';
import type { PayBackDraft } from '#shop/money/payments/pay-back.ts';
import { payBackScreen } from './screens.ts';

interface OfPayment {
  readonly payment: string;
}

export const otherAmountQuestion = defineQuestion<OfPayment>('paymentAmount');
export const rejectReasonQuestion = defineQuestion<OfPayment>('paymentReason');
export const payBackQuestion = defineQuestion<OfPayment>('payBack');
/** The check is on the screen, and another amount may be typed instead. Any other text is no answer. */
export const shownAmountQuestion = defineQuestion<OfPayment>('shown-payment-amount');
const shownPayBackQuestion = defineQuestion<{ readonly draft: string }>('shown-pay-back');
export const findPaymentQuestion = defineQuestion('findPayment');
export const bankCardQuestion = defineQuestion('bankCard');
export const paymentLimitQuestion = defineQuestion<{ readonly which: 'smallest' | 'largest' | 'presets' }>(
  'paymentLimit',
);

const reasonLength = 200;
const mostPresets = 6;

interface Pages {
  payment(request: BotRequest, id: string, decided?: boolean): Promise<Reply>;
  /** The check before another sum is credited. */
  amount(request: BotRequest, id: string, amount: Rials): Promise<Reply>;
  found(request: BotRequest, text: string): Promise<Reply>;
  cards(request: BotRequest): Promise<Reply>;
  settings(request: BotRequest): Promise<Reply>;
}

/** What owners type at the payment desk. */
export function createPaymentDeskQuestions(
  { payments, people, wallet }: Pick<Services, 'payments' | 'people' | 'wallet'>,
  pages: Pages,
): QuestionHandler[] {
  const invalid = (request: BotRequest, failure: Failure, id: string) =>
    askAgain(request, failure, paymentDeskActions.deskPayment({ payment: id }));

  async function askPayBack(
    request: BotRequest,
    draft: Omit<PayBackDraft, 'id' | 'by' | 'key'>,
  ): Promise<Answer | Reply> {
    const { paymentId: id, amount, note } = draft;
    const { id: by } = request.person;
    const key = request.idempotencySource;
    const draftResult = await payments.payBack.draft({ paymentId: id, by, key, amount, note });
    const payment = await payments.queries.one(id);
    if (!draftResult.ok || !payment)
      return invalid(request, draftResult.ok ? { code: 'payment-unknown' } : draftResult.error, id);
    const person = await people.find(payment.personId);
    const { balance } = await wallet.read(payment.personId);
    return {
      screen: payBackScreen(request.format, { draft: draftResult.value, name: person?.name ?? '', balance }),
      question: shownPayBackQuestion({ draft: draftResult.value.id }),
    };
  }

  /** Null: it is not an amount alone. */
  const retyped = ({ person }: BotRequest, { text, mobiles }: TypedMessage): Rials | null =>
    text === undefined || mobiles.length > 0 ? null : parseWholeAmount(text, person.unit);

  return [
    onAnswer(otherAmountQuestion, async (request, input, { payment: id }) => {
      const text = textFrom(request, input, 'approve');
      if (text === null) return notAnAnswer;
      const amount = parseWholeAmount(text, request.person.unit);
      if (amount === null) return invalid(request, amountFailure(text), id);
      return pages.amount(request, id, amount);
    }),
    onAnswer(rejectReasonQuestion, async (request, input, { payment: id }) => {
      const text = messageFrom(request, input, 'approve');
      if (text === null) return notAnAnswer;
      const reason = truncate(oneLine(text), reasonLength, '');
      const decision = await payments.decisions.reject({ paymentId: id, by: request.person.id, reason });
      return decision.ok ? pages.payment(request, id, true) : invalid(request, decision.error, id);
    }),
    onAnswer(payBackQuestion, async (request, input, { payment: id }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const terms = amountAndNote(text, request.person.unit);
      if (!terms) return invalid(request, amountFailure(text.split(/\s+/).slice(0, 2).join(' ')), id);
      return askPayBack(request, { paymentId: id, ...terms });
    }),
    onAnswer(shownAmountQuestion, async (request, input, { payment: id }) => {
      const amount = retyped(request, input);
      return amount === null || !canNow(request.person, 'approve') ? notAnAnswer : pages.amount(request, id, amount);
    }),
    onAnswer(shownPayBackQuestion, async (request, input, { draft: id }) => {
      const amount = retyped(request, input);
      const shown = amount === null ? null : await payments.payBack.drafted(id, request.person.id);
      if (amount === null || !shown?.ok) return notAnAnswer;
      const answer = await askPayBack(request, { ...shown.value, amount });
      if (!('kind' in answer)) await payments.payBack.replace(shown.value);
      return answer;
    }),
    onAnswer(findPaymentQuestion, async (request, input) => {
      const text = textFrom(request, input, 'payments');
      return text === null ? notAnAnswer : pages.found(request, text);
    }),
    onAnswer(bankCardQuestion, async (request, input) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const addition = await payments.cards.add(request.person.id, numberAndHolder(text));
      return addition.ok ? pages.cards(request) : askAgain(request, addition.error, paymentDeskActions.bankCards());
    }),
    onAnswer(paymentLimitQuestion, async (request, input, { which }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const again = (failure: Failure) => askAgain(request, failure, paymentDeskActions.paymentSettings());
      const parts = text
        .split(/[\n;؛]|\s-\s/)
        .flatMap(splitAtCommas)
        .filter((part) => part.trim() !== '');
      const readAmounts = parts.flatMap((part) => parseWholeAmount(part, request.person.unit) ?? []);
      const [first, ...more] = readAmounts;
      const isSeveral = more.length > 0 && which !== 'presets';
      if (first === undefined || readAmounts.length < parts.length || isSeveral) return again(amountFailure(text));
      const { smallest, largest } = await payments.settings.read();
      if (which === 'presets') {
        await payments.settings.change(request.person.id, {
          presets: readAmounts.slice(0, mostPresets).toSorted((a, b) => a - b),
        });
        return pages.settings(request);
      }
      const range = { smallest, largest, [which]: first };
      if (range.smallest > range.largest)
        return again({ code: 'amount-out-of-range', min: which === 'largest' ? smallest : 1, max: largest });
      await payments.settings.change(request.person.id, { [which]: first });
      return pages.settings(request);
    }),
  ];
}

/** The card in the first sixteen digits, however they are grouped, and a name. */
function numberAndHolder(text: string): { number: string; holder: string } {
  const [, number = '', holder = ''] =
    /^((?:[\d\u06f0-\u06f9\u0660-\u0669][\s\-\u2010-\u2015]*){16})(.*)$/s.exec(text) ?? [];
  return { number, holder };
}

/** "500000 back by bank". */
function amountAndNote(text: string, unit: Unit): { amount: Rials; note: string } | null {
  const { amount = 0, rest = '' } = splitAmount(oneLine(text), unit) ?? {};
  return amount === 0 || rest === '' ? null : { amount, note: truncate(rest, reasonLength, '') };
}
