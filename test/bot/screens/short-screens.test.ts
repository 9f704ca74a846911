import { parseHtml } from '@sharj/local-telegram';
import { describe, expect, test } from 'vitest';
import { type ConfirmData, confirmScreen } from '#bot/buying/orders/confirm-screen.ts';
import { seenLength, shownLength } from '#bot/kit/row-label.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { walletScreen } from '#bot/money/wallet/screens.ts';
import * as home from '#bot/words/home-screens.ts';
import { orderScreen } from '#bot/words/order-screen.ts';
import { languages } from '#domain/language.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { defaultPaymentSettings } from '#shop/money/payments/payment-settings.ts';
import { decode } from '#test/support/actions.ts';
import { someOrder, viewIn } from '#test/support/picture-cases.ts';

/** What fits under a thumb, and what a shopkeeper reads in seven seconds. */
const mostButtons = 4;
const mostWords = 60;

const data = { title: 'بسته اینترنت ۳۰ روزه ۱۰ گیگابایت', titleEn: '30-day internet 10 GB' };

/** Words of the text, without the signs between them. */
const wordsOf = ({ text }: Screen): number =>
  parseHtml(text)
    .text.split(/[\s\u00a0]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/** Facts that the text has more than once: an amount, a code, how many days. */
function repeatsIn({ text }: Screen): string[] {
  const facts = [
    ...parseHtml(text).text.matchAll(/\p{Nd}[\p{Nd}٬,.:٫]{3,}|\p{Nd}+(?=[\s\u00a0-]*(?:روز|day|يوم))/gu),
  ].map(([fact]) => fact);
  return [...new Set(facts.filter((fact, at) => facts.indexOf(fact) !== at))];
}

const receiptOf = (language: (typeof languages)[number], role: 'customer' | 'agent', changes: Partial<Order>): Screen =>
  orderScreen(viewIn(language), someOrder({ ...data, ...changes }), {
    ...{ label: 'مادر', role, balanceAfter: 2_345_670, planId: null, mostHours: 24, isSlow: true },
  });

const confirmOf = (language: (typeof languages)[number], changes: Partial<ConfirmData> = {}): Screen =>
  confirmScreen(viewIn(language), {
    ...{ order: someOrder({ ...data, state: 'quoted' }), role: 'customer', label: 'مادر', vatPercent: 10 },
    ...{ wallet: { balance: 3_456_780, held: 0, creditLimit: 0, available: 3_456_780 }, recentDuplicate: null },
    ...{ otherOperator: null, sim: { type: 'prepaid', isAssumed: true }, slow: false, now: 0, again: null },
    ...{ refused: null, payable: null, sort: 'catalogue', ...changes },
  });

describe.each(languages)('screens for a thumb, in %s', (language) => {
  test.each(['customer', 'agent'] as const)(
    'a receipt of a %s has at most four buttons, and says nothing twice',
    (role) => {
      for (const state of ['delivered', 'rejected', 'confirmed', 'unsure', 'review'] as const) {
        const screen = receiptOf(language, role, { state });
        expect(screen.keys.flat().length, state).toBeLessThanOrEqual(mostButtons);
        expect(wordsOf(screen), screen.text).toBeLessThanOrEqual(mostWords);
        expect(repeatsIn(screen), screen.text).toEqual([]);
      }
    },
  );

  test('home has at most ten buttons, and begins with what its reader does next', () => {
    const view = viewIn(language);
    const sold = { count: 12, base: 0, vat: 0, total: 45_670_000, discount: 1_230_000, known: 0, cost: 0, profit: 0 };
    const rest = { byOperator: [], byProduct: [], bySeller: null, byMethod: [], byApi: null };
    const sim = { operatorId: 1, simType: 'prepaid', isSimAssumed: true, isTdlte: false } as const;
    const known = (end: number) => ({ mobile: `98912123000${end}`, label: 'مادر', ...sim });
    const order = someOrder(data);
    const homes = {
      customer: home.buyerHomeScreen(view, { role: 'customer', staff: null }, [
        { ...order, orderId: order.id, label: 'مادر', price: 385_000 },
      ]),
      agent: home.sellerHomeScreen(
        view,
        { role: 'agent', staff: null },
        {
          balance: { balance: -1_340_000, held: 0, creditLimit: 0, available: 0 },
          today: { ...sold, ...rest, waiting: { count: 0, total: 0 } },
          customers: [1, 2, 3].map(known),
        },
      ),
      owner: home.ownerHomeScreen(
        view,
        { role: 'owner', staff: null },
        { reviews: 2, payments: 3, support: 4, backup: { isSet: false, isOld: false, problem: null }, yesterday: sold },
      ),
    };
    for (const screen of Object.values(homes)) {
      expect(screen.keys.flat().length).toBeLessThanOrEqual(10);
      expect(wordsOf(screen), screen.text).toBeLessThanOrEqual(mostWords);
      expect(repeatsIn(screen), screen.text).toEqual([]);
    }
    const rowsOf = ({ keys }: Screen) =>
      keys.map((row) => row.map((key) => ('data' in key ? decode(key.data)?.to : undefined)).toSorted());
    expect(rowsOf(homes.customer)[0]).toEqual(['again']);
    expect(rowsOf(homes.agent).slice(0, 2)).toEqual([['askNumber', 'today'], ['number']]);
    expect(rowsOf(homes.owner).slice(0, 4)).toEqual([
      ['waitingPayments'],
      ['reviews'],
      ['supportDesk'],
      ['askNumber', 'menu'],
    ]);
    const price = homes.customer.keys[0]?.[0]?.label ?? '';
    expect(price).toContain('مادر');
    expect(price).toContain(view.price(385_000));
  });

  test('the button that buys the same again shows the end of the number, or leaves the price out', () => {
    const view = viewIn(language);
    const priced = (changes: Partial<Order>, price: number) => {
      const order = someOrder({ ...data, ...changes });
      const again = { ...order, orderId: order.id, label: null, price };
      return home.buyerHomeScreen(view, { role: 'customer', staff: null }, [again]).keys[0]?.[0]?.label ?? '';
    };
    const end = someOrder().mobile.slice(-4);
    const shown = [
      priced({}, 385_000),
      priced({ productType: 'topup', base: 500_000 }, 550_000),
      priced({ productType: 'topup', base: 50_000_000 }, 55_000_000),
    ];
    for (const label of shown) expect(label).toContain(end);
    expect(shown[0]).toContain(view.price(385_000));
    for (const label of shown) expect(seenLength(label)).toBeLessThanOrEqual(shownLength(1));
  });

  test('a debt is paid with one tap, and a purchase says how much of what is missing is owed from before', () => {
    const view = viewIn(language);
    const balance = { balance: -1_340_005, held: 0, creditLimit: 1_000_000, available: -340_005 };
    const data = { balance, today: null, paying: defaultPaymentSettings, open: 0, invites: false };
    const [first] = walletScreen(view, data).keys;
    expect(first?.map((key) => ('data' in key ? decode(key.data) : null))).toEqual([
      { to: 'payAmount', amount: 1_340_010 },
    ]);
    expect(first?.[0]?.label).toContain(view.price(1_340_010));
    const short = confirmOf(language, { wallet: balance });
    expect(short.text).toContain(view.html('confirm-old-debt', { debt: view.money(340_005) }));
    const covered = confirmOf(language, { wallet: { ...balance, available: 5_000 } });
    expect(covered.text).not.toContain(view.html('confirm-old-debt', { debt: view.money(0) }).slice(-12));
  });

  test('Confirm has at most four buttons and one way out, and says nothing twice', () => {
    const sims = [
      { type: 'prepaid', isAssumed: true },
      { type: 'prepaid', isAssumed: false },
      { type: 'postpaid', isAssumed: false },
    ] as const;
    const screens = sims.map((sim) => confirmOf(language, { sim }));
    const wallet = { balance: 800_000, held: 0, creditLimit: 0, available: 800_000 };
    const short = confirmOf(language, { wallet, payable: { method: 'zarinpal', amount: 300_000 } });
    for (const screen of [...screens, short]) {
      expect(screen.keys.flat().length).toBeLessThanOrEqual(mostButtons);
      const ways = screen.keys.flat().map((key) => ('data' in key ? decode(key.data)?.to : undefined));
      expect(ways.filter((to) => to === 'cancel' || to === 'home')).toEqual(['cancel']);
      expect(wordsOf(screen), screen.text).toBeLessThanOrEqual(mostWords);
      expect(repeatsIn(screen), screen.text).toEqual([]);
    }
  });
});
