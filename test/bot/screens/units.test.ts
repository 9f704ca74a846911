import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { walletScreen } from '#bot/money/wallet/screens.ts';
import { creditScreen } from '#bot/people/agents/screens.ts';
import { chartPicture } from '#bot/pictures/chart.ts';
import { receiptPicture } from '#bot/pictures/receipt.ts';
import {
  listColumns,
  movementColumns,
  orderColumns,
  paymentColumns,
  planColumns,
} from '#bot/running/files/csv-columns.ts';
import { type CsvRequest, csvCaption } from '#bot/running/files/csv-export.ts';
import { languages } from '#domain/language.ts';
import { units } from '#domain/money.ts';
import { defaultPaymentSettings } from '#shop/money/payments/payment-settings.ts';
import { daysOf, link, someOrder, viewIn } from '#test/support/picture-cases.ts';
import { customerScreens } from '#test/support/screens/customer.ts';
import { ownerScreens } from '#test/support/screens/owner.ts';
import { paymentScreens } from '#test/support/screens/payment.ts';
import { planScreens } from '#test/support/screens/plan.ts';
import { unitsIn } from '#test/support/units.ts';

const locales = new URL('../../../locales', import.meta.url).pathname;
const messageOf = ({ text, keys }: Screen): string => [text, ...keys.flat().map(({ label }) => label)].join('\n');

const walletScreens = (format: Formatter, amount: number): Record<string, Screen> => {
  const person = { name: 'Sara', role: 'agent' } as const;
  const balance = { balance: -amount, held: amount, creditLimit: 3 * amount, available: amount };
  const credits = (['grant', 'take', 'repayment', 'limit'] as const).map((kind) => {
    const draft = { id: 'AAAAAAAAAAAAAA', by: 1, personId: 2, kind, amount, note: null, key: 'x', told: false };
    return [`credit ${kind}`, creditScreen(format, { draft, person, balance })] as const;
  });
  const today = { limit: amount, left: amount, anew: 0 };
  return {
    ...Object.fromEntries(credits),
    wallet: walletScreen(format, { balance, today, paying: defaultPaymentSettings, invites: true, open: 3 }),
  };
};

/** Files of the bot that contain a text. */
function filesWith(text: RegExp): string[] {
  const root = new URL('../../../src/bot/', import.meta.url).pathname;
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files.filter((file) => text.test(readFileSync(`${root}${file}`, 'utf8'))).toSorted();
}

test('the formatter alone writes amounts, and a second unit only where money passes through a bank', () => {
  expect(filesWith(/\b(?:moneyText|shortMoneyText)\b/)).toEqual(['kit/formatter.ts']);
  expect(filesWith(/\bbankMoney\(/)).toEqual([
    'money/payment-desk/payment-page.ts',
    'money/payment-desk/screens.ts',
    'money/payment-desk/slip-screen.ts',
    'money/payments/handlers.ts',
    'money/payments/screens.ts',
    'people/agents/screens.ts',
  ]);
});

describe.each(languages)('every screen in %s', (language) => {
  test.each(units)('has amounts in %ss alone, whole tomans or not', (unit) => {
    const format = viewIn(language, unit);
    const screens = [0, 7].flatMap((more) =>
      Object.entries({
        ...customerScreens(format, 'Sara', 1_374_170 + more),
        ...ownerScreens(format, 'Sara'),
        ...paymentScreens(format, 'Sara', more),
        ...planScreens(format),
        ...walletScreens(format, 1_374_170 + more),
      }),
    );
    const read = screens.map(([name, screen]) => [name, unitsIn(messageOf(screen))] as const);
    expect(read.filter(([, found]) => found.some((one) => one !== unit))).toEqual([]);
    // Most screens have amounts, so the test sees them.
    expect(read.filter(([, found]) => found.length > 0).length).toBeGreaterThan(screens.length / 3);
  });

  test.each(units)('files, their captions and pictures name %ss alone', (unit) => {
    const format = viewIn(language, unit);
    const other = viewIn(language, unit === 'rial' ? 'toman' : 'rial').unitName;
    const days = { from: 20_000, to: 20_006 };
    const files = [
      ...[null, 'Sara'].map((name) => ({ kind: 'orders', days, whose: { sellerId: name === null ? null : 1, name } })),
      ...[null, { id: 1, name: 'Sara' }].map((of) => ({ kind: 'money', days, of })),
      ...(['payments', 'plans'] as const).map((kind) => ({ kind, days })),
    ] as readonly CsvRequest[];
    const columns = [
      orderColumns(format, { profit: 'shop', withSeller: true }),
      ...[listColumns(format), movementColumns(format), paymentColumns(format), planColumns(format, true)],
    ];
    const order = someOrder({ total: 1_100_007, charge: 1_100_007 });
    const texts = [
      ...files.map((file) => csvCaption(format, file)),
      ...columns.map((titles) => titles.map(({ title }) => title).join('\n')),
      chartPicture(format, { title: 'Sales', days: daysOf((n) => 1_000_007 + n), profit: format.money(1_374_175) }),
      receiptPicture(format, { order, price: order.charge, shop: 'Shop', link }),
    ];
    for (const text of texts) {
      expect(text).toContain(format.unitName.slice(0, 4));
      expect(text).not.toContain(other.slice(0, 4));
    }
  });

  test('the file of a list has its sums in the unit of its titles', () => {
    const format = viewIn(language, 'toman');
    const order = someOrder({ total: 1_100_000, charge: 1_000_000 });
    const item = { productId: 37, amount: null };
    const row = { row: 0, mobile: '989351234567', problem: null, words: null, item, withBought: false, order };
    const cells = listColumns(format).map(({ value }) => value(row));
    for (const amount of [order.base, order.vat, order.total, order.charge])
      expect(cells).toContain(format.figure(amount));
  });

  test('says of rials that the bank needs them', () => {
    const format = viewIn(language, 'toman');
    const amount = 38_500_000;
    const shown = { text: expect.stringContaining(format.bankMoney(amount)) };
    expect(paymentScreens(format, 'Sara')).toMatchObject({ 'pay back': shown });
    expect(format.bankMoney(amount)).toContain(viewIn(language, 'rial').money(amount));
    expect(unitsIn(format.bankMoney(amount))).toEqual(['toman']);
  });

  test('an amount that is no whole toman has a decimal, on buttons too', () => {
    const format = viewIn(language, 'toman');
    const decimal = { fa: '۱۳٬۷۴۱٫۵', en: '13,741.5', ar: '١٣٬٧٤١٫٥' }[language];
    for (const text of [format.money(137_415), format.price(137_415)]) {
      expect(text).toContain(decimal);
      expect(unitsIn(text)).toEqual(['toman']);
    }
    expect(format.figure(137_415)).toBe(13_741.5);
  });

  test('no text names a unit by itself', () => {
    const named = readFileSync(`${locales}/${language}.ftl`, 'utf8')
      .split('\n')
      .map((line) => line.replaceAll('$rials', ''))
      .filter((line) => /ریال|ريال|تومان|\brials?\b|\btomans?\b/i.test(line))
      .map((line) => line.split(' = ')[0]);
    expect(named).toEqual(['unit-rial', 'unit-toman', 'key-copy-amount']);
  });
});
