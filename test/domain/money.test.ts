import { describe, expect, test } from 'vitest';
import { inUnit, isRials, moneyText, units, vatOf } from '#domain/money.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';

const safe = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });

describe('VAT', () => {
  test.each([
    [30_000, 10, 3_000],
    [0, 10, 0],
    [4, 10, 0],
    [5, 10, 1],
    [14, 10, 1],
    [15, 10, 2],
    [99_999, 10, 10_000],
    [105, 9, 9],
    [50, 9, 5],
    [30_000, 0, 0],
    [30_000, 100, 30_000],
    [Number.MAX_SAFE_INTEGER, 100, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER, 10, 900_719_925_474_099],
    [9_007_199_254_740_985, 10, 900_719_925_474_099],
    [4_503_599_627_370_495, 10, 450_359_962_737_050],
  ])('of %i at %i percent is %i', (base, percent, vat) => {
    expect(vatOf(base, percent)).toBe(vat);
  });

  test('is at most half a rial off, and rounds an exact half up', () => {
    fc.assert(
      fc.property(safe, fc.integer({ min: 0, max: 100 }), (base, percent) => {
        // exact = base * percent / 100, so 100 * (vat - exact) lies above -50 and not above 50.
        const off = BigInt(vatOf(base, percent)) * 100n - BigInt(base) * BigInt(percent);
        expect(off > -50n && off <= 50n).toBe(true);
      }),
      { numRuns: long ? 2_000 : 200 },
    );
  });

  test('plus its base stays safe for half of all safe amounts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Math.floor(Number.MAX_SAFE_INTEGER / 2) }), (base) => {
        expect(isRials(base + vatOf(base, 100))).toBe(true);
      }),
    );
  });
});

describe('rials', () => {
  test.each([0, 1, 30_000, Number.MAX_SAFE_INTEGER])('can be %d', (value) => {
    expect(isRials(value)).toBe(true);
  });

  test.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, Number.MAX_SAFE_INTEGER + 1, '5', 5n, null, undefined, {}])(
    'are never %s',
    (value) => {
      expect(isRials(value)).toBe(false);
    },
  );

  test('are ten to a toman', () => {
    expect(units.map((unit) => inUnit(33_005, unit))).toEqual([33_005, 3_300.5]);
  });
});

describe('an amount is formatted', () => {
  /** A line never breaks between an amount and its unit. */
  const unbroken = (...amounts: string[]) => amounts.map((amount) => amount.replace(' ', '\u00a0'));

  test.each([
    [0, '0 rials', '0 tomans'],
    [1, '1 rial', '0.1 tomans'],
    [2, '2 rials', '0.2 tomans'],
    [10, '10 rials', '1 toman'],
    [15, '15 rials', '1.5 tomans'],
    [33_000, '33,000 rials', '3,300 tomans'],
    [1_234_567, '1,234,567 rials', '123,456.7 tomans'],
    [-1, '-1 rial', '-0.1 tomans'],
    [-10, '-10 rials', '-1 toman'],
    [-33_000, '-33,000 rials', '-3,300 tomans'],
    [-0, '0 rials', '0 tomans'],
    [Number.MAX_SAFE_INTEGER, '9,007,199,254,740,991 rials', '900,719,925,474,099.1 tomans'],
  ])('%d in English', (amount, rials, tomans) => {
    expect(units.map((unit) => moneyText(amount, unit, 'en'))).toEqual(unbroken(rials, tomans));
  });

  // The sign of a debt is U+2212 after a left-to-right mark, so that it stays left of its digits.
  test.each([
    [0, '۰ ریال', '۰ تومان'],
    [1, '۱ ریال', '۰٫۱ تومان'],
    [10, '۱۰ ریال', '۱ تومان'],
    [15, '۱۵ ریال', '۱٫۵ تومان'],
    [33_000, '۳۳٬۰۰۰ ریال', '۳٬۳۰۰ تومان'],
    [1_234_567, '۱٬۲۳۴٬۵۶۷ ریال', '۱۲۳٬۴۵۶٫۷ تومان'],
    [-1, '\u200e\u2212۱ ریال', '\u200e\u2212۰٫۱ تومان'],
    [-33_000, '\u200e\u2212۳۳٬۰۰۰ ریال', '\u200e\u2212۳٬۳۰۰ تومان'],
    [-0, '۰ ریال', '۰ تومان'],
  ])('%d in Persian', (amount, rials, tomans) => {
    expect(units.map((unit) => moneyText(amount, unit, 'fa'))).toEqual(unbroken(rials, tomans));
  });

  test('exactly in either unit, however large it is', () => {
    fc.assert(
      fc.property(fc.oneof(safe, fc.integer({ min: -1_000_000, max: 1_000_000 })), (amount) => {
        const figures = (text: string) => text.replace(/[^\d.-]/g, '');
        const digits = String(Math.abs(amount)).padStart(2, '0');
        const sign = amount < 0 ? '-' : '';
        const tomans = `${sign}${digits.slice(0, -1)}.${digits.slice(-1)}`.replace(/\.0$/, '');
        expect(figures(moneyText(amount, 'rial', 'en'))).toBe(String(amount));
        expect(figures(moneyText(amount, 'toman', 'en'))).toBe(tomans);
      }),
      { numRuns: long ? 2_000 : 200 },
    );
  });

  test('with the same digits in both languages', () => {
    const latin = (text: string) =>
      text
        .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
        .replace(/[^\d٫٬\u2212]/g, '')
        .replaceAll('٬', ',')
        .replaceAll('٫', '.')
        .replaceAll('\u2212', '-');
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.constantFrom(...units), (amount, unit) => {
        expect(latin(moneyText(amount, unit, 'fa'))).toBe(moneyText(amount, unit, 'en').split('\u00a0')[0]);
      }),
    );
  });
});
