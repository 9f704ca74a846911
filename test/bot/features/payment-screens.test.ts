import { describe, expect, test } from 'vitest';
import { createFormatter } from '#bot/core/formatter.ts';
import { seenLength, shownLength } from '#bot/core/row-label.ts';
import { markup, type Screen } from '#bot/core/screen.ts';
import { loadTexts } from '#bot/core/texts.ts';
import * as desk from '#bot/features/payment-desk/screens.ts';
import * as settings from '#bot/features/payment-desk/settings-screens.ts';
import { slipScreen } from '#bot/features/payment-desk/slip-screen.ts';
import { paymentLine, paymentScreen } from '#bot/features/payments/payment-screen.ts';
import * as paying from '#bot/features/payments/screens.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import { paymentMethods, paymentStates } from '#domain/payment.ts';
import { parseHtml } from '#playground/telegram/text/html.ts';
import type { Order } from '#shop/orders/order.ts';
import type { Payment } from '#shop/payments/payment.ts';
import { defaultPaymentSettings } from '#shop/payments/payment-settings.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
/** Telegram's limits on a message and on what stands below a photo. */
const longestText = 4_096;
const longestCaption = 1_024;

const paymentNamed = (name: string, changed: Partial<Payment> = {}): Payment => ({
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  personId: 36 ** 10 - 1,
  method: 'card',
  amount: 499_999_990,
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
  keptWhy: { code: 'price-moved', was: 499_999_990, now: 499_999_980 },
  reason: name,
  problem: name,
  createdAt: 0,
  expiresAt: 0,
  endedAt: 0,
  waitingSince: 0,
  nextAttemptAt: null,
  ...changed,
});

const orderNamed = (title: string): Order => ({
  id: 'AAAAAAAAAAAAAA',
  buyerId: 1,
  state: 'quoted',
  item: { kind: 'offer', code: 'x', type: 'DATA' },
  productType: 'data',
  operatorId: 1,
  simType: 'prepaid',
  title,
  titleEn: title,
  days: 30,
  profileId: null,
  mobile: '989121234567',
  base: 10,
  vat: 1,
  total: 11,
  charge: 11,
  cost: null,
  profit: null,
  priceName: null,
  promo: null,
  code: 'ABCDE-12345',
  quotedAt: 0,
  expiresAt: 0,
  confirmedAt: null,
  endedAt: null,
  attempts: 0,
  outcome: null,
  batchId: null,
  reversedAt: null,
});

const painted = new Map<string, Record<string, Screen>>();
function paint(language: (typeof languages)[number], name: string): Record<string, Screen> {
  const known = painted.get(language + name) ?? paintAnew(language, name);
  painted.set(language + name, known);
  return known;
}

function paintAnew(language: (typeof languages)[number], name: string): Record<string, Screen> {
  const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
  const payment = paymentNamed(name);
  const card = { id: 3, number: '6037991111111112', holder: name.slice(0, 60), isOn: true };
  const eight = Array.from({ length: 8 }, () => payment);
  const names = new Map([[payment.personId, name]]);
  const sums = paymentMethods.map((method) => ({ method, count: 77, total: 999_999_999_000 }));
  const events = Array.from({ length: 30 }, () => ({
    at: 0,
    actor: 'person:1',
    who: name,
    from: 'asked' as const,
    to: 'submitted' as const,
    why: name,
  }));
  const amount = 38_500_000;
  const beside = (['slip', 'amount', 'person'] as const).map((why) => ({ why, payment, name }));
  const draft = { id: 'AAAAAAAAAAAAAA', paymentId: payment.id, by: 1, key: 'x', amount, note: name };
  const unpaid = paymentNamed(name, { method: 'zarinpal', state: 'asked', reason: 'unpaid' });
  const online = { payment: unpaid, pageAt: () => 'https://shop.example/pay/AAAAAAAAAAAAAAAAAAAAAA' };
  const bought = orderNamed(name);
  const order = { orderId: 'AAAAAAAAAAAAAA' };
  const list = { payments: eight, names, page: 5_000, more: true };
  const states = paymentStates.flatMap((state) =>
    [null, 'AAAAAAAAAAAAAA'].flatMap((orderId) => {
      const one = paymentNamed(name, { state, orderId, credited: state === 'paid' ? 10 : null, paidBack: 5 });
      const data = { payment: one, payer: name, card, events, decidable: state === 'submitted', blocked: true, beside };
      return [
        [
          `${state} ${orderId}`,
          paymentScreen(format, { payment: one, order: orderId === null ? null : bought, balance: amount }),
        ],
        [`line ${state} ${orderId}`, paymentLine(format, one)],
        [`slip ${state} ${orderId}`, slipScreen(format, { payment: one, payer: name, card, decidedBy: name, beside })],
        [`desk ${state} ${orderId}`, desk.paymentDeskPaymentScreen(format, data)],
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
    card: paying.cardScreen(format, { payment: paymentNamed(name, { state: 'asked' }), order: bought, card }),
    bought: paymentScreen(format, {
      payment: paymentNamed(name, { state: 'paid', bought: true, orderId: order.orderId }),
      order: bought,
      balance: amount,
    }),
    'open payments': paying.openPaymentsScreen(format, {
      payments: eight.map((one, at) => ({ payment: one, order: at % 2 === 0 ? bought : null })),
      page: 5_000,
      more: true,
    }),
    'open invoice': paying.openInvoiceScreen(format, payment, bought),
    'no method': paying.noMethodScreen(format, 1),
    desk: desk.paymentDeskScreen(format, { waiting: 77, today: sums }),
    waiting: desk.waitingScreen(format, list),
    day: desk.daysPaymentsScreen(format, { ...list, day: 20_000, today: 20_001, method: 'card', sums }),
    found: desk.foundPaymentsScreen(format, { payments: eight, names, title: 'x', back: paying.payAgain(order) }),
    'pay back': desk.payBackScreen(format, { draft, name, balance: amount }),
    cards: settings.cardsScreen(format, [card, { ...card, isOn: false }]),
    'no cards': settings.cardsScreen(format, []),
    'remove card': settings.removeCardScreen(format, card),
    settings: settings.paymentSettingsScreen(format, {
      settings: defaultPaymentSettings,
      methods: paymentMethods.map((method) => ({ method, isOn: true })),
    }),
  };
}

const hostile = [
  'سارا احمدی',
  '<b>&amp;</i> "quoted" <script>',
  '\u202eturned around\u2066 \u200f',
  '👩‍👩‍👧‍👦'.repeat(60),
  'x'.repeat(500),
  '\n\n  lines\nand\ttabs  ',
];

describe.each(languages)('payment screens in %s', (language) => {
  const titles = Object.keys(paint(language, 'x'));

  test.each(titles)('%s: Telegram accepts it, whatever the names are', (title) => {
    for (const name of hostile) {
      const screen = paint(language, name)[title] ?? expect.fail(title);
      const { text } = parseHtml(screen.text);
      expect(text.length).toBeLessThanOrEqual(title.startsWith('slip') ? longestCaption : longestText);
      expect(text).not.toMatch(/\n{3}|^\n|\n$|undefined|null|NaN/);
      for (const button of markup(screen).inline_keyboard.flat()) {
        expect(button.text.trim()).not.toBe('');
        if ('callback_data' in button) expect(Buffer.byteLength(button.callback_data ?? '')).toBeLessThanOrEqual(64);
      }
    }
  });

  test.each(titles)('%s: a phone shows every label whole', (title) => {
    for (const row of paint(language, 'Sara')[title]?.keys ?? [])
      for (const { label } of row) expect(seenLength(label), label).toBeLessThanOrEqual(shownLength(row.length));
  });
});
