import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { periodsAction } from '#bot/actions/files.ts';
import { paymentDeskActions } from '#bot/actions/payment-desk.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, previousNextRows } from '#bot/kit/navigation.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
import { type Day, startOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { farFrom, type PaymentMethod, paymentMethods } from '#domain/payment.ts';
import type { PayBackDraft } from '#shop/money/payments/pay-back.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import type { MethodSum } from '#shop/money/payments/payment-queries.ts';
import { nameSize, paymentLabel, untrustedWithin, wordsSize } from './beside-slip.ts';
import { sumLines } from './sum-lines.ts';

interface DeskData {
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
      [button(format.plain('key-owing'), agentActions.owing({ page: 1 }))],
      inReadingOrder(format, [
        button(format.plain('key-cards'), paymentDeskActions.bankCards()),
        button(format.plain('key-payment-settings'), paymentDeskActions.paymentSettings()),
      ]),
      [button(format.plain('key-file'), periodsAction('payments'))],
      [button(format.plain('key-ledger-check'), adminActions.checkLedger())],
      backRow(format, adminActions.menu()),
    ],
  };
}

const rowOf = (format: Formatter, payment: Payment, names: ReadonlyMap<number, string>): Button => {
  const { id, personId } = payment;
  const label = paymentLabel(format, payment, names.get(personId) ?? String(personId));
  return button(label, paymentDeskActions.deskPayment({ payment: id }));
};

interface PaymentListData {
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

interface DayData extends PaymentListData {
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
  const methods = [null, ...paymentMethods.filter((one) => one === method || sums.some((sum) => sum.method === one))];
  const nextMethod = methods[(methods.indexOf(method) + 1) % methods.length] ?? null;
  const methodName = format.plain(method === null ? 'payments-any-method' : `method-${method}`);
  return {
    text: lines(format.html('payments-day-title', { day: format.date(startOf(day)) }), '', ...sumLines(format, sums)),
    keys: [
      ...payments.map((payment) => [rowOf(format, payment, names)]),
      ...previousNextRows(format, { page, more }, (toPage) => at({ page: toPage })),
      // Shows the method; a press selects the next one.
      ...(page === 1 && methods.length > 2 ? [[button(`💳 ${methodName}`, at({ method: nextMethod }))]] : []),
      ...(page === 1 ? dayRows(format, day, today, (toDay) => at({ day: toDay })) : []),
      backRow(format, paymentDeskActions.paymentDesk()),
    ],
  };
}

const dayRows = (format: Formatter, day: Day, today: Day, at: (day: Day) => Action): Button[][] => [
  inReadingOrder(format, [
    button(`🗓 ${format.shortDay(startOf(day - 1))}`, at(day - 1)),
    ...(day < today ? [button(`🗓 ${format.shortDay(startOf(day + 1))}`, at(day + 1))] : []),
  ]),
];

export const foundPaymentsScreen = (
  format: Formatter,
  { payments, names, title, back }: Omit<PaymentListData, 'page' | 'more'> & { title: string; back: Action },
  turn: Button[][] = [],
): Screen => ({
  text: lines(title, '', format.html(payments.length === 0 ? 'payments-none' : 'payments-found')),
  keys: [...payments.map((payment) => [rowOf(format, payment, names)]), ...turn, backRow(format, back)],
});

interface ApproveAmountData {
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

interface PayBackData {
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
