import { walletActions } from '#bot/actions/wallet.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { paymentDeskPaymentScreen } from '#bot/money/payment-desk/payment-page.ts';
import * as desk from '#bot/money/payment-desk/screens.ts';
import * as settings from '#bot/money/payment-desk/settings-screens.ts';
import { slipScreen } from '#bot/money/payment-desk/slip-screen.ts';
import { paymentLine, paymentScreen } from '#bot/money/payments/payment-screen.ts';
import * as paying from '#bot/money/payments/screens.ts';
import { onlineMethods, paymentMethods, paymentStates } from '#domain/payment.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Payment } from '#shop/money/payments/payment.ts';
import { defaultPaymentSettings } from '#shop/money/payments/payment-settings.ts';
import { orderWith } from './order.ts';

export const paymentWith = (more: number, name: string, changed: Partial<Payment> = {}): Payment => ({
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  personId: 36 ** 10 - 1,
  method: 'card',
  amount: 499_999_990 + more,
  credited: null,
  paidBack: 0,
  orderId: null,
  state: 'submitted',
  reference: name,
  receipt: name.slice(0, 200),
  payerCard: '603799******1234',
  cardId: 1,
  slip: { kind: 'text', content: name.slice(0, 200) },
  bought: false,
  keptWhy: { code: 'price-moved', was: 499_999_990 + more, now: 499_999_980 + more },
  reason: name,
  problem: name,
  createdAt: 0,
  expiresAt: 0,
  endedAt: 0,
  waitingSince: 0,
  nextAttemptAt: null,
  isPossiblySent: false,
  ...changed,
});

const orderNamed = (title: string): Order =>
  orderWith({
    state: 'quoted',
    item: { kind: 'offer', code: 'x', type: 'DATA' },
    operatorId: 1,
    title,
    titleEn: title,
    mobile: '989121234567',
    base: 10,
    vat: 1,
    total: 11,
    charge: 11,
    expiresAt: 0,
    confirmedAt: null,
    attempts: 0,
  });

/** Every screen of payments, with this name wherever a name is foreign, and this much more in each amount. */
export function paymentScreens(format: Formatter, name: string, more = 0): Record<string, Screen> {
  const paymentNamed = (named: string, changed: Partial<Payment> = {}) => paymentWith(more, named, changed);
  const payment = paymentNamed(name);
  const card = { id: 3, number: '6037991111111112', holder: name.slice(0, 60), isOn: true };
  const full = Array.from({ length: pageSize }, () => payment);
  const names = new Map([[payment.personId, name]]);
  const sums = paymentMethods.map((method) => ({ method, count: 77, total: 999_999_999_000 + more }));
  const events = Array.from({ length: 30 }, () => ({
    at: 0,
    actor: 'person:1',
    who: name,
    from: 'asked' as const,
    to: 'submitted' as const,
    why: name,
  }));
  const amount = 38_500_000 + more;
  const beside = (['slip', 'amount', 'person'] as const).map((why) => ({ why, payment, name }));
  const draft = { id: 'AAAAAAAAAAAAAA', paymentId: payment.id, by: 1, key: 'x', amount, note: name };
  const unpaid = paymentNamed(name, { method: 'zarinpal', state: 'asked', reason: 'unpaid' });
  const online = { payment: unpaid, pageAt: () => 'https://shop.example/pay/AAAAAAAAAAAAAAAAAAAAAA' };
  const bought = orderNamed(name);
  const order = { orderId: 'AAAAAAAAAAAAAA' };
  const list = { payments: full, names, page: 5_000, more: true };
  const states = paymentStates.flatMap((state) =>
    [null, 'AAAAAAAAAAAAAA'].flatMap((orderId) => {
      const one = paymentNamed(name, { state, orderId, credited: state === 'paid' ? 10 : null, paidBack: 5 });
      const decidable = state === 'submitted';
      const shown = { decidable, blocked: true, beside, next: true, inCaption: false };
      const data = { payment: one, payer: name, card, events, ...shown };
      return [
        [
          `${state} ${orderId}`,
          paymentScreen(format, { payment: one, order: orderId === null ? null : bought, balance: amount }),
        ],
        [`line ${state} ${orderId}`, paymentLine(format, one)],
        [
          `slip ${state} ${orderId}`,
          slipScreen(format, { payment: one, payer: name, card, decidedBy: name, beside, next: true }),
        ],
        [`desk ${state} ${orderId}`, paymentDeskPaymentScreen(format, data)],
      ] as const;
    }),
  );
  return {
    ...Object.fromEntries(states),
    'add money': paying.addMoneyScreen(format, defaultPaymentSettings),
    'ask amount': paying.askAmountScreen(format, defaultPaymentSettings),
    methods: paying.methodsScreen(format, { amount, wanted: order, order: bought, methods: paymentMethods, online }),
    'methods of an order': paying.methodsScreen(format, {
      amount,
      wanted: order,
      order: bought,
      methods: ['card'],
      online: null,
    }),
    card: paying.cardScreen(format, {
      payment: paymentNamed(name, { state: 'asked' }),
      order: bought,
      card,
      back: walletActions.wallet(),
    }),
    bought: paymentScreen(format, {
      payment: paymentNamed(name, { state: 'paid', bought: true, orderId: order.orderId }),
      order: bought,
      balance: amount,
    }),
    'open payments': paying.openPaymentsScreen(format, {
      payments: full.map((one, at) => ({ payment: one, order: at % 2 === 0 ? bought : null })),
      page: 5_000,
      more: true,
    }),
    'open invoice': paying.openInvoiceScreen(format, payment, bought),
    'no method': paying.noMethodScreen(format, 1),
    desk: desk.paymentDeskScreen(format, { waiting: 77, today: sums }),
    waiting: desk.waitingScreen(format, list),
    day: desk.daysPaymentsScreen(format, {
      ...list,
      payments: full.slice(2),
      page: 1,
      day: 20_000,
      today: 20_001,
      method: 'card',
      sums,
    }),
    found: desk.foundPaymentsScreen(format, { payments: full, names, title: 'x', back: paying.payAgain(order) }),
    'another sum': desk.approveAmountScreen(format, {
      payment: paymentNamed(name, { orderId: 'AAAAAAAAAAAAAA' }),
      amount,
      name,
      balance: amount,
    }),
    'pay back': desk.payBackScreen(format, { draft, name, balance: amount }),
    cards: settings.cardsScreen(format, [card, { ...card, isOn: false }]),
    'no cards': settings.cardsScreen(format, []),
    'remove card': settings.removeCardScreen(format, card),
    settings: settings.paymentSettingsScreen(format, {
      settings: defaultPaymentSettings,
      methods: paymentMethods.map((method) => ({ method, isOn: true })),
      hasMerchants: true,
    }),
    merchants: settings.merchantsScreen(format, { methods: onlineMethods, note: format.html('merchant-saved') }),
    'no merchants': settings.merchantsScreen(format, { methods: [], note: null }),
  };
}
