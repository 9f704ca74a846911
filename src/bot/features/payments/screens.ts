import { orderActions } from '#bot/actions/orders.ts';
import { paymentActions } from '#bot/actions/payments.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { Action } from '#bot/core/action.ts';
import { type Formatter, untrusted } from '#bot/core/formatter.ts';
import { backRow, choiceRows, homeButton, inReadingOrder } from '#bot/core/navigation.ts';
import { type Button, button, lines, newMessageButton, type Screen } from '#bot/core/screen.ts';
import { orderLine } from '#bot/features/orders/order-screen.ts';
import { bankOf, groupCardNumber } from '#domain/bank-card.ts';
import type { Rials } from '#domain/money.ts';
import { isOnline, type PaymentMethod } from '#domain/payment.ts';
import type { Order } from '#shop/orders/order.ts';
import type { BankCard } from '#shop/payments/bank-cards.ts';
import type { Payment } from '#shop/payments/payment.ts';
import type { PaymentSettings } from '#shop/payments/payment-settings.ts';

/** Stands above an invoice. Nothing can be cancelled once it is paid. */
export function aboveInvoiceScreen(format: Formatter, order: Order): Screen {
  switch (order.state) {
    case 'quoted':
      return {
        text: format.html('invoice-below'),
        keys: [[button(format.plain('key-cancel'), orderActions.cancel({ order: order.id }))]],
      };
    case 'expired':
    case 'cancelled':
      return orderLine(format, order);
    default:
      return { text: format.html('invoice-paid', { code: format.copyable(order.code) }), keys: [] };
  }
}

/** Presets and another amount: on the wallet's own screen and on one of its own. */
export function amountButtons(format: Formatter, { presets, smallest, largest }: PaymentSettings): Button[][] {
  const amounts = presets
    .filter((amount) => amount >= smallest && amount <= largest)
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

export const wantedOf = ({ orderId, amount }: Payment): Purpose => (orderId === null ? { amount } : { orderId });

const by = (method: PaymentMethod, purpose: Purpose): Action =>
  'orderId' in purpose
    ? paymentActions.payOrderBy({ method, order: purpose.orderId })
    : paymentActions.payAmountBy({ method, amount: purpose.amount });

/** The same thing, from the choice of the method. */
export const payAgain = (purpose: Purpose): Action =>
  'orderId' in purpose
    ? paymentActions.pay({ order: purpose.orderId })
    : paymentActions.payAmount({ amount: purpose.amount });

const backFrom = (purpose: Purpose): Action =>
  'orderId' in purpose ? orderActions.again({ order: purpose.orderId }) : paymentActions.addMoney();

export interface MethodsData {
  readonly amount: Rials;
  readonly wanted: Purpose;
  readonly methods: readonly PaymentMethod[];
  /** The online payment that one press opens, and its page. */
  readonly online: { readonly method: PaymentMethod; readonly url: string } | null;
}

/** How to pay. The first online method is a link: one tap to the bank. */
export function methodsScreen(format: Formatter, { amount, wanted: purpose, methods, online }: MethodsData): Screen {
  const others = methods.filter((method) => method !== online?.method);
  const many = methods.filter(isOnline).length > 1;
  const label = (method: PaymentMethod) =>
    isOnline(method) && !many ? format.plain('key-pay-online') : format.plain(`key-pay-${method}`);
  return {
    text: lines(
      format.html('pay-title', { amount: format.money(amount) }),
      '',
      online === null ? format.html('pay-choose') : format.html('pay-online-hint'),
    ),
    keys: [
      ...(online === null ? [] : [[{ label: label(online.method), url: online.url }]]),
      ...others.map((method) => [button(label(method), by(method, purpose))]),
      backRow(format, backFrom(purpose)),
    ],
  };
}

export interface CardData {
  readonly payment: Payment;
  readonly card: BankCard;
}

/** Where to transfer how much. Banks count in rials: that is what the button copies. */
export function cardScreen(format: Formatter, { payment, card }: CardData): Screen {
  const { id, amount } = payment;
  const bank = bankOf(card.number, format.language);
  return {
    text: lines(
      format.html('card-title'),
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
      inReadingOrder(format, [
        button(format.plain('key-cancel'), paymentActions.cancelTransfer({ payment: id })),
        homeButton(format),
      ]),
    ],
  };
}

/** There is no way to pay here: the owner fills wallets by hand. */
export const noMethodScreen = (format: Formatter, ownerId: number | null): Screen => {
  const owner = { html: `<a href="tg://user?id=${ownerId}">${format.html('the-owner')}</a>` };
  return {
    text: ownerId === null ? format.html('no-method') : format.html('no-method-owner', { owner }),
    keys: [backRow(format, walletActions.wallet())],
  };
};
