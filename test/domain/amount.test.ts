import { describe, expect, test } from 'vitest';
import { amountMeanings, namedInUnit, parseAmount, smallNumber } from '#domain/amount.ts';
import { moneyText, units } from '#domain/money.ts';
import { long } from '#test/support/length.ts';
import fc from '#test/support/property.ts';
import { languages } from '#test/support/story.ts';

describe('a typed amount', () => {
  test.each([
    ['50000', 50_000, 500_000],
    ['50,000', 50_000, 500_000],
    ['۵۰٬۰۰۰', 50_000, 500_000],
    ['٥٠٠٠٠', 50_000, 500_000],
    ["50'000", 50_000, 500_000],
    ['20k', 20_000, 200_000],
    ['۵۰ هزار', 50_000, 500_000],
    ['2m', 2_000_000, 20_000_000],
    ['۲ میلیون', 2_000_000, 20_000_000],
    ['50000 rials', 50_000, 50_000],
    ['50,000 IRR', 50_000, 50_000],
    ['۵۰ هزار تومان', 500_000, 500_000],
    ['۵۰٬۰۰۰ تومن', 500_000, 500_000],
    ['5000 tomans', 50_000, 50_000],
  ])('%s is %i rials for a person who uses rials and %i for one who uses tomans', (text, rial, toman) => {
    expect([parseAmount(text, 'rial'), parseAmount(text, 'toman')]).toEqual([rial, toman]);
  });

  test.each([
    '',
    '0',
    'fifty',
    '-5000',
    '5.5',
    '1e6',
    '50,00',
    '1,2345',
    '5000 dollars',
    '5000 toman rial',
    '۵۰۰۰ تومان ریال',
    '٪',
    '9'.repeat(16),
    '9'.repeat(80),
  ])('%j is refused', (text) => {
    expect(parseAmount(text, 'rial')).toBeNull();
    expect(parseAmount(text, 'toman')).toBeNull();
  });

  test.each([
    ['5هزار', [50_000]],
    ['شارژ 5000', [50_000]],
    ['5000 تومان شارژ', [50_000]],
    ['top-up 5,000', [50_000]],
    ['50 toman', [500, 500_000]],
  ])('%s in a line means %j', (text, likely) => {
    expect(amountMeanings(text, 'toman')?.likely).toEqual(likely);
    expect(smallNumber(text)).toBeNull();
  });

  test.each([
    ['50', 50],
    ['۱۰', 10],
    ['شارژ ۲۰', 20],
    ['50 گیگ', null],
    ['5000', null],
  ])('%s alone is the small number %j, and no amount by itself', (text, small) => {
    expect(smallNumber(text)).toBe(small);
    if (small !== null) expect(amountMeanings(text, 'toman')).toBeNull();
  });

  test('formatted amounts are parsed back to the same amount', () => {
    const tens = fc.integer({ min: 1, max: 100_000_000 }).map((amount) => amount * 10);
    fc.assert(
      fc.property(
        tens,
        fc.constantFrom(...units),
        fc.constantFrom(...units),
        fc.constantFrom(...languages),
        (amount, written, reader, language) => {
          expect(parseAmount(moneyText(amount, written, language), reader)).toBe(amount);
        },
      ),
    );
  });

  test('is a positive safe integer or null', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.stringMatching(/^[\d,٬ kmهزارتومان]{1,20}$/)),
        fc.constantFrom(...units),
        (text, unit) => {
          const amount = parseAmount(text, unit);
          if (amount !== null) expect(Number.isSafeInteger(amount) && amount > 0).toBe(true);
        },
      ),
      { numRuns: long ? 2_000 : 200 },
    );
  });
});

describe('a name with an amount is told in one unit', () => {
  test.each([
    ['شارژ ۱۰٬۰۰۰ ریالی', 'شارژ ۱۰٬۰۰۰ ریالی', 'شارژ ۱٬۰۰۰ تومانی'],
    ['شارژ ۵ هزار تومانی', 'شارژ ۵۰٬۰۰۰ ریالی', 'شارژ ۵ هزار تومانی'],
    ['شارژ ۵۰\u200cهزار\u200cتومانی جوانان', 'شارژ ۵۰۰٬۰۰۰ ریالی جوانان', 'شارژ ۵۰\u200cهزار\u200cتومانی جوانان'],
    ['شارژ 20000ریال', 'شارژ 20000ریال', 'شارژ ۲٬۰۰۰ تومان'],
    ['شارژ ۱۵ ریالی', 'شارژ ۱۵ ریالی', 'شارژ ۱٫۵ تومانی'],
    ['بسته ۱۰ گیگابایت ۳۰ روزه', 'بسته ۱۰ گیگابایت ۳۰ روزه', 'بسته ۱۰ گیگابایت ۳۰ روزه'],
    ['شارژ با مبلغ دلخواه', 'شارژ با مبلغ دلخواه', 'شارژ با مبلغ دلخواه'],
  ])('%s', (name, rial, toman) => {
    expect([namedInUnit(name, 'rial', 'fa'), namedInUnit(name, 'toman', 'fa')]).toEqual([rial, toman]);
  });

  test('in English too', () => {
    const names = ['Top-up 10000 rials', 'Top-up of 5,000 tomans', '10 GB trials'];
    expect(names.map((name) => namedInUnit(name, 'toman', 'en'))).toEqual(['Top-up 1,000 tomans', names[1], names[2]]);
    expect(names.map((name) => namedInUnit(name, 'rial', 'en'))).toEqual([
      names[0],
      'Top-up of 50,000 rials',
      names[2],
    ]);
  });
});
