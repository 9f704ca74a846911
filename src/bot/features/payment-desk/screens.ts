import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { periodsAction } from '#bot/actions/files.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import type { Action } from '#bot/core/action.ts';
import type { Formatter } from '#bot/core/formatter.ts';
import {
  backRow,
  choiceRows,
  inReadingOrder,
  previousNextRows,
  turnRows,
  withCheckMark,
} from '#bot/core/navigation.ts';
import { type Button, button, lines, type Screen } from '#bot/core/screen.ts';
import { captionLength } from '#bot/core/show.ts';
import { truncateToSize } from '#bot/core/truncate.ts';
import { paymentSigns } from '#bot/features/payments/payment-screen.ts';
import { problemText, reasonText, stepText } from '#bot/features/payments/payment-words.ts';
import { type Day, startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { farFrom, type PaymentMethod, paymentMethods } from '#domain/payment.ts';
import type { BankCard } from '#shop/payments/bank-cards.ts';
import type { PayBackDraft } from '#shop/payments/pay-back.ts';
import type { Payment } from '#shop/payments/payment.ts';
import type { MethodSum, PaymentEvent } from '#shop/payments/payment-queries.ts';
import {
  type Beside,
  besideButtons,
  besideLines,
  nameSize,
  paymentLabel,
  untrustedWithin,
  wordsSize,
} from './beside-slip.ts';
import { decideButtons, nextRow } from './slip-screen.ts';
import { sumLines } from './sum-lines.ts';

export interface DeskData {
  readonly waiting: number;
  readonly today: readonly MethodSum[];
}

export function paymentDeskScreen(format: Formatter, { waiting, today }: DeskData): Screen {
  return {
    text: lines(
      format.html('payment-desk-title'),
      '',
      waiting === 0 ? format.html('payment-desk-none') : format.html('payment-desk-waiting', { count: waiting }),
      '',
      format.html('payment-desk-today'),
      ...sumLines(format, today),
    ),
    keys: [
      [
        button(
          format.plain('key-payments-waiting', { count: waiting }),
          paymentDeskActions.waitingPayments({ page: 1 }),
        ),
      ],
      inReadingOrder(format, [
        button(
          format.plain('key-payments-day'),
          paymentDeskActions.paymentsOfDay({ day: null, method: null, page: 1 }),
        ),
        button(format.plain('key-find-payment'), paymentDeskActions.askFindPayment()),
      ]),
      [button(format.plain('key-file'), periodsAction('payments'))],
      inReadingOrder(format, [
        button(format.plain('key-cards'), paymentDeskActions.bankCards()),
        button(format.plain('key-payment-settings'), paymentDeskActions.paymentSettings()),
      ]),
      backRow(format, adminActions.menu()),
    ],
  };
}

const rowOf = (format: Formatter, payment: Payment, names: ReadonlyMap<number, string>): Button => {
  const { id, personId } = payment;
  const label = paymentLabel(format, payment, names.get(personId) ?? String(personId));
  return button(label, paymentDeskActions.deskPayment({ payment: id }));
};

export interface PaymentListData {
  readonly payments: readonly Payment[];
  readonly names: ReadonlyMap<number, string>;
  readonly page: number;
  readonly more: boolean;
}

export const waitingScreen = (format: Formatter, { payments, names, page, more }: PaymentListData): Screen => ({
  text: lines(
    format.html('payments-waiting-title'),
    '',
    payments.length === 0 ? format.html('payment-desk-none') : format.html('payments-waiting-hint'),
  ),
  keys: [
    ...payments.map((payment) => [rowOf(format, payment, names)]),
    ...previousNextRows(format, { page, more }, (toPage) => paymentDeskActions.waitingPayments({ page: toPage })),
    backRow(format, paymentDeskActions.paymentDesk()),
  ],
});

export interface DayData extends PaymentListData {
  readonly day: Day;
  readonly today: Day;
  readonly method: PaymentMethod | null;
  readonly sums: readonly MethodSum[];
}

/** What was paid on a day, by every method or by one. */
export function daysPaymentsScreen(format: Formatter, data: DayData): Screen {
  const { payments, names, page, more, day, today, method, sums } = data;
  const at = (changes: Partial<{ day: Day; method: PaymentMethod | null; page: number }>): Action =>
    paymentDeskActions.paymentsOfDay({ day, method, page: 1, ...changes });
  const chips = paymentMethods
    .filter((one) => one === method || sums.some((sum) => sum.method === one))
    .map((one) =>
      button(withCheckMark(one === method, format.plain(`method-${one}`)), at({ method: one === method ? null : one })),
    );
  return {
    text: lines(format.html('payments-day-title', { day: format.date(startOf(day)) }), '', ...sumLines(format, sums)),
    keys: [
      ...payments.map((payment) => [rowOf(format, payment, names)]),
      ...previousNextRows(format, { page, more }, (toPage) => at({ page: toPage })),
      ...choiceRows(format, chips),
      ...turnRows(format, at({ day: day - 1 }), day < today ? at({ day: day + 1 }) : null),
      backRow(format, paymentDeskActions.paymentDesk()),
    ],
  };
}

export const foundPaymentsScreen = (
  format: Formatter,
  { payments, names, title, back }: Omit<PaymentListData, 'page' | 'more'> & { title: string; back: Action },
  turn: Button[][] = [],
): Screen => ({
  text: lines(title, '', format.html(payments.length === 0 ? 'payments-none' : 'payments-found')),
  keys: [...payments.map((payment) => [rowOf(format, payment, names)]), ...turn, backRow(format, back)],
});

export interface PaymentData {
  readonly payment: Payment;
  readonly payer: string;
  readonly card: BankCard | null;
  readonly events: readonly (PaymentEvent & { readonly who: string })[];
  /** An owner may decide it now. */
  readonly decidable: boolean;
  readonly blocked: boolean;
  readonly beside: readonly Beside[];
  /** Another one waits, and this one was decided just now. */
  readonly next: boolean;
  /** Below the picture of its slip, where there is less room. */
  readonly inCaption: boolean;
}

/** With these limits a payment and its trail always fit into one message. */
const trailLength = 8;

export function paymentDeskPaymentScreen(format: Formatter, data: PaymentData): Screen {
  const { payment, payer, card, events, decidable, blocked, beside, next, inCaption } = data;
  const { id, personId, state, method, amount, credited, paidBack, reference, receipt, payerCard, problem, reason } =
    payment;
  const head = lines(
    format.html('slip-decided', {
      sign: paymentSigns[state],
      state: format.plain(`payment-mark-${state}`),
      by: format.plain(`method-${method}`),
    }),
    '',
    format.html('slip-payer', { name: untrustedWithin(payer, nameSize) }),
    format.html('card-amount', { amount: format.bankMoney(amount) }),
    credited !== null && credited !== amount ? format.html('slip-credited', { amount: format.money(credited) }) : null,
    paidBack > 0 ? format.html('payment-paid-back', { amount: format.money(paidBack) }) : null,
    reference === null || method === 'card'
      ? null
      : format.html('payment-reference', { reference: format.copyable(truncateToSize(reference, wordsSize)) }),
    receipt === null
      ? null
      : format.html('payment-receipt', { receipt: format.copyable(truncateToSize(receipt, wordsSize)) }),
    payerCard === null ? null : format.html('payment-payer-card', { card: format.code(payerCard) }),
    card === null
      ? null
      : format.html('slip-card', {
          tail: format.code(card.number.slice(-4)),
          holder: untrustedWithin(card.holder, nameSize),
        }),
    problem === null
      ? null
      : format.html('payment-problem', { problem: untrustedWithin(problemText(format, problem), wordsSize) }),
    reason === null || state !== 'refused'
      ? null
      : format.html('order-reason', { reason: untrustedWithin(reasonText(format, reason), wordsSize) }),
    blocked ? format.html('payer-blocked') : null,
    ...besideLines(format, beside),
  );
  const trail = events.slice(-trailLength).map(({ at, who, to, why }) =>
    format.html('payment-event', {
      when: format.when(at),
      who: untrustedWithin(who, nameSize),
      state: format.plain(`payment-mark-${to}`),
      why: untrustedWithin(stepText(format, why), wordsSize),
    }),
  );
  // Its newest steps, as far as there is room.
  while (inCaption && trail.length > 0 && lines(head, '', ...trail).length > captionLength) trail.shift();
  return {
    text: lines(head, ...(trail.length === 0 ? [] : ['', ...trail])),
    keys: [
      ...(next ? [nextRow(format)] : []),
      ...(decidable ? decideButtons(format, payment, 'desk') : []),
      ...besideButtons(format, beside),
      ...(state === 'paid' && (credited ?? 0) > paidBack
        ? [[button(format.plain('key-pay-back'), paymentDeskActions.askPayBack({ payment: id }))]]
        : []),
      ...(blocked
        ? [[button(format.plain('key-reopen-card'), paymentDeskActions.reopenCardMethod({ person: personId }))]]
        : []),
      inReadingOrder(format, [
        button(format.plain('key-payer'), agentActions.agent({ person: personId })),
        button(format.plain('key-their-payments'), paymentDeskActions.paymentsOfPerson({ person: personId, page: 1 })),
      ]),
      backRow(format, paymentDeskActions.paymentDesk()),
    ],
  };
}

export interface ApproveAmountData {
  readonly payment: Payment;
  readonly amount: Rials;
  readonly name: string;
  readonly balance: Rials;
}

/** Like credit: a mistaken unit is noticed before money moves. */
export function approveAmountScreen(
  format: Formatter,
  { payment: { id, amount: asked, orderId }, amount, name, balance }: ApproveAmountData,
): Screen {
  const far = farFrom(asked, amount);
  return {
    text: lines(
      format.html('approve-amount-title'),
      ...(far === null ? [] : ['', format.html(`approve-amount-far-${far}`)]),
      '',
      format.html('slip-payer', { name: untrustedWithin(name, nameSize) }),
      format.html('approve-amount-asked', { amount: format.money(asked) }),
      format.html('approve-amount', { amount: format.bankMoney(amount) }),
      format.html('credit-before', { balance: format.money(balance) }),
      format.html('credit-after', { balance: format.money(balance + amount) }),
      orderId === null ? null : format.html('approve-amount-order'),
    ),
    keys: [
      [
        button(
          format.plain('key-approve', { amount: format.money(amount) }),
          paymentDeskActions.approveAmount({ payment: id, amount }),
          far === null ? 'success' : 'danger',
        ),
      ],
      [button(format.plain('key-approve-other'), paymentDeskActions.askPaymentAmount({ payment: id }))],
      backRow(format, paymentDeskActions.deskPayment({ payment: id })),
    ],
  };
}

export interface PayBackData {
  readonly draft: PayBackDraft;
  readonly name: string;
  readonly balance: Rials;
}

/** Who, how much, and the balance before and after, before money moves. */
export const payBackScreen = (format: Formatter, { draft, name, balance }: PayBackData): Screen => ({
  text: lines(
    format.html('pay-back-title'),
    '',
    format.html('slip-payer', { name: untrustedWithin(name, nameSize) }),
    format.html('card-amount', { amount: format.bankMoney(draft.amount) }),
    format.html('pay-back-note', { note: untrustedWithin(draft.note, wordsSize) }),
    format.html('pay-back-balance', { before: format.money(balance), after: format.money(balance - draft.amount) }),
  ),
  keys: [
    [
      button(
        format.plain('key-yes-pay-back', { amount: format.money(draft.amount) }),
        paymentDeskActions.payBack({ draft: draft.id }),
        'danger',
      ),
    ],
    backRow(format, paymentDeskActions.deskPayment({ payment: draft.paymentId })),
  ],
});
