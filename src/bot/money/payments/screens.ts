import { orderActions } from '#bot/actions/orders.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { supportActions } from '#bot/actions/support.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, homeButton, inReadingOrder, previousNextRows } from '#bot/kit/navigation.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { orderLine } from '#bot/words/order-screen.ts';
import { bankOf, groupCardNumber } from '#domain/bank-card.ts';
import type { Rials } from '#domain/money.ts';
import { isOnline, type OnlineMethod, type PaymentMethod } from '#domain/payment.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { BankCard } from '#shop/money/payments/bank-cards.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import type { PaymentSettings } from '#shop/money/payments/payment-settings.ts';
import { purchaseLine } from './payment-screen.ts';

/** Stands above an invoice. Nothing can be cancelled once it is paid. */
export function aboveInvoiceScreen(format: Formatter, order: Order): Screen {
  switch (order.state) {
    case 'quoted':
      return {
        text: lines(purchaseLine(format, order), format.html('invoice-below')),
        keys: [
          inReadingOrder(format, [
            button(format.plain('key-cancel'), orderActions.cancel({ order: order.id })),
            homeButton(format),
          ]),
        ],
      };
    case 'expired':
    case 'cancelled':
      return orderLine(format, order);
    default:
      return { text: format.html('invoice-paid', { code: format.copyable(order.code) }), keys: [] };
  }
}

/** Presets and another amount: on the wallet's own screen and on one of its own. */
export function amountButtons(
  format: Formatter,
  { presets, smallest, largest }: PaymentSettings,
  most = presets.length,
): Button[][] {
  const amounts = presets
    .filter((amount) => amount >= smallest && amount <= largest)
    .slice(0, most)
    .map((amount) => button(format.price(amount), paymentActions.payAmount({ amount })));
  return [...choiceRows(format, amounts), [button(format.plain('key-other-amount'), paymentActions.askMoney())]];
}

export const addMoneyScreen = (format: Formatter, settings: PaymentSettings): Screen => ({
  text: lines(format.html('add-money-title'), '', format.html('add-money-hint')),
  keys: [...amountButtons(format, settings), backRow(format, walletActions.wallet())],
});

export const askAmountScreen = (format: Formatter, { smallest, largest }: PaymentSettings): Screen => ({
  text: format.html('ask-add-money', {
    min: format.money(smallest),
    max: format.money(largest),
    unit: format.unitName,
  }),
  keys: [backRow(format, paymentActions.addMoney())],
});

/** What is to be paid, and for what. */
export type Purpose = { readonly orderId: string } | { readonly amount: Rials };

const by = (method: PaymentMethod, purpose: Purpose): Action =>
  'orderId' in purpose
    ? paymentActions.payOrderBy({ method, order: purpose.orderId })
    : paymentActions.payAmountBy({ method, amount: purpose.amount });

/** The same thing, from the choice of the method; null: from the choice of an amount. */
export function payAgain(purpose: Purpose | null): Action {
  if (purpose === null) return paymentActions.addMoney();
  return 'orderId' in purpose
    ? paymentActions.pay({ order: purpose.orderId })
    : paymentActions.payAmount({ amount: purpose.amount });
}

/** Before the choice of the method. */
const backFrom = (purpose: Purpose | null): Action =>
  purpose !== null && 'orderId' in purpose ? orderActions.again({ order: purpose.orderId }) : paymentActions.addMoney();

/** From one method to the others; where there is one only, past their choice. */
export const backFromMethod = (purpose: Purpose | null, methods: readonly PaymentMethod[]): Action =>
  methods.length > 1 ? payAgain(purpose) : backFrom(purpose);

interface MethodsData {
  readonly amount: Rials;
  readonly wanted: Purpose;
  /** What is bought with it; null: the money is for the wallet. */
  readonly order: Order | null;
  readonly methods: readonly PaymentMethod[];
  /** To a payer who came back from the bank without having paid. */
  readonly unpaid?: string | null;
  /** The online payment that is stored, and its page at each provider; null: there is none. */
  readonly online: { readonly payment: Payment; readonly pageAt: (method: OnlineMethod) => string } | null;
}

/** How to pay. Online methods are links: one tap to the bank. */
export function methodsScreen(format: Formatter, data: MethodsData): Screen {
  const { amount, wanted: purpose, order, methods, online, unpaid = null } = data;
  const many = methods.filter(isOnline).length > 1;
  const label = (method: PaymentMethod) =>
    isOnline(method) && !many ? format.plain('key-pay-online') : format.plain(`key-pay-${method}`);
  return {
    text: lines(
      ...(unpaid === null ? [] : [unpaid, '']),
      format.html('pay-title', { amount: format.money(amount) }),
      purchaseLine(format, order),
      '',
      online === null ? format.html('pay-choose') : format.html('pay-online-hint'),
    ),
    keys: [
      ...methods.map((method) => [
        online && isOnline(method)
          ? { label: label(method), url: online.pageAt(method) }
          : button(label(method), by(method, purpose)),
      ]),
      ...(online === null ? [] : [[cancelButton(format, online.payment)]]),
      backRow(format, backFrom(purpose)),
    ],
  };
}

const cancelButton = (format: Formatter, { id }: Payment): Button =>
  button(format.plain('key-cancel'), paymentActions.cancelTransfer({ payment: id }));

interface CardData {
  readonly payment: Payment;
  readonly order: Order | null;
  readonly card: BankCard;
  readonly back: Action;
}

/** Where to transfer how much. Banks count in rials: that is what the button copies. */
export function cardScreen(format: Formatter, { payment, order, card, back }: CardData): Screen {
  const { id, amount } = payment;
  const bank = bankOf(card.number, format.language);
  return {
    text: lines(
      format.html('card-title'),
      purchaseLine(format, order),
      '',
      format.html('card-amount', { amount: format.bankMoney(amount) }),
      format.html('card-number', { number: format.copyable(groupCardNumber(card.number)) }),
      format.html('card-holder', { holder: untrusted(card.holder) }),
      bank === null ? null : format.html('line', { text: bank }),
      '',
      format.html('card-hint'),
    ),
    keys: [
      inReadingOrder(format, [
        { label: format.plain('key-copy-card'), copy: card.number },
        { label: format.plain('key-copy-amount'), copy: String(amount) },
      ]),
      [newMessageButton(format.plain('key-tracking-code'), paymentActions.askTrackingCode({ payment: id }))],
      [cancelButton(format, payment)],
      backRow(format, back),
    ],
  };
}

/** Stands above an invoice for the wallet. */
export const aboveWalletInvoiceScreen = (format: Formatter, payment: Payment, back: Action): Screen => ({
  text: format.html('invoice-below-wallet'),
  keys: [[cancelButton(format, payment)], backRow(format, back)],
});

interface OpenPaymentsData {
  readonly payments: readonly { readonly payment: Payment; readonly order: Order | null }[];
  readonly page: number;
  readonly more: boolean;
}

const methodSigns = { card: '💳', invoice: '🧾' } as const;

/** What a person can still pay, or waits for. */
export const openPaymentsScreen = (format: Formatter, { payments, page, more }: OpenPaymentsData): Screen => ({
  text: lines(
    format.html('open-payments-title'),
    '',
    format.html(payments.length === 0 ? 'open-payments-none' : 'open-payments-hint'),
  ),
  keys: [
    ...payments.map(({ payment, order }) => [
      button(
        format.plain('payment-line', {
          sign: isOnline(payment.method) ? '🌐' : methodSigns[payment.method],
          state: format.price(payment.amount),
          amount: order ? format.mobile(order.mobile) : format.clock(payment.createdAt),
        }),
        paymentActions.openPayment({ payment: payment.id }),
      ),
    ]),
    ...previousNextRows(format, { page, more }, (toPage) => paymentActions.openPayments({ page: toPage })),
    backRow(format, walletActions.wallet()),
  ],
});

export const openPaymentsButton = (format: Formatter, count: number): Button =>
  button(format.plain('key-open-payments', { count }), paymentActions.openPayments({ page: 1 }));

/** An invoice is paid in its own message, wherever that stands. */
export const openInvoiceScreen = (format: Formatter, payment: Payment, order: Order | null): Screen => ({
  text: lines(
    format.html('payment-asked', { amount: format.money(payment.amount) }),
    purchaseLine(format, order),
    '',
    format.html('invoice-in-chat'),
  ),
  keys: [[cancelButton(format, payment)], backRow(format, paymentActions.openPayments({ page: 1 }))],
});

/** There is no way to pay here: the owner fills wallets by hand. */
export const noMethodScreen = (format: Formatter, ownerId: number | null): Screen => {
  const owner = { html: `<a href="tg://user?id=${ownerId}">${format.html('the-owner')}</a>` };
  return {
    text: ownerId === null ? format.html('no-method') : format.html('no-method-owner', { owner }),
    keys: [
      [button(format.plain('key-support'), supportActions.support({ order: null }))],
      backRow(format, walletActions.wallet()),
    ],
  };
};
