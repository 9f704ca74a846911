import { describe, expect, test } from 'vitest';
import {
  answeredAmount,
  chooseAmount,
  isSmallNumber,
  parseAmount,
  readingsOf,
  unclearAmounts,
  withUnit,
} from '#domain/amount.ts';
import { readWords } from '#domain/line-words.ts';
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
    'fifty five five',
    '-5000',
    '5.55',
    '5.5 rial',
    '1.500',
    '5.5k',
    '1e6',
    '50,00',
    '1,2345',
    '5000 dollars',
    '5000 toman rial',
    '۵۰۰۰ تومان ریال',
    '٪',
    '9'.repeat(16),
    '9'.repeat(80),
    // This means "no", not nine.
    'نه',
    // Those who say it mean 1,200,000.
    'یک میلیون و دویست',
    'هزار و پنج و نیم',
  ])('the amount %j is refused', (text) => {
    expect(parseAmount(text, 'rial')).toBeNull();
    expect(parseAmount(text, 'toman')).toBeNull();
  });

  test.each([
    ['fifty', 50],
    ['پنجاه', 50],
    ['خمسين', 50],
    ['بیست و پنج', 25],
    ['بیست‌وپنج', 25],
    ['twenty-five', 25],
    ['خمسة وعشرون', 25],
    ['ثلاثة عشر', 13],
    ['صد و بیست و سه', 123],
    ['one hundred and twenty three', 123],
    ['مئة وثلاثة وعشرون', 123],
    ['هزار', 1_000],
    ['a thousand', 1_000],
    ['ألف', 1_000],
    ['ألفين', 2_000],
    ['هزار و پانصد', 1_500],
    ['یک میلیون و دویست هزار', 1_200_000],
    ['two million five hundred thousand', 2_500_000],
    ['۱٫۵ میلیون', 1_500_000],
    ['دو میلیون و نیم', 2_500_000],
    ['مليون ونصف', 1_500_000],
  ])('the words %s mean %i', (text, value) => {
    expect(parseAmount(text, 'rial')).toBe(value);
  });

  test('every spelt number up to a thousand is read', () => {
    const ones =
      'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
        ' ',
      );
    const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
    const onesFa = 'یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده سیزده چهارده پانزده شانزده هفده هجده نوزده'.split(
      ' ',
    );
    const tensFa = 'بیست سی چهل پنجاه شصت هفتاد هشتاد نود'.split(' ');
    const hundredsFa = 'صد دویست سیصد چهارصد پانصد ششصد هفتصد هشتصد نهصد'.split(' ');
    const onesAr = 'واحد اثنان ثلاثة أربعة خمسة ستة سبعة ثمانية تسعة عشرة'.split(' ');
    const tensAr = 'عشرون ثلاثون أربعون خمسون ستون سبعون ثمانون تسعون'.split(' ');
    const hundredsAr = 'مئة مئتان ثلاثمئة أربعمئة خمسمئة ستمئة سبعمئة ثمانمئة تسعمئة'.split(' ');
    const below100 = (n: number, one: string[], ten: string[], and: string): string =>
      n < 20 ? (one[n - 1] ?? '') : [ten[Math.floor(n / 10) - 2], one[(n % 10) - 1]].filter(Boolean).join(and);
    const arabicBelow100 = (n: number): string => {
      if (n <= 10) return onesAr[n - 1] ?? '';
      if (n < 20) return `${n === 11 ? 'أحد' : n === 12 ? 'اثنا' : onesAr[n - 11]} عشر`;
      return [onesAr[(n % 10) - 1], tensAr[Math.floor(n / 10) - 2]].filter(Boolean).join(' و');
    };
    // "One" on its own is an article.
    for (let n = 2; n < 1_000; n += 1) {
      const [hundreds, rest] = [Math.floor(n / 100), n % 100];
      const english = [hundreds ? `${ones[hundreds - 1]} hundred` : '', rest ? below100(rest, ones, tens, '-') : ''];
      expect(parseAmount(english.filter(Boolean).join(' and '), 'rial'), String(n)).toBe(n);
      const persian = [hundredsFa[hundreds - 1], rest ? below100(rest, onesFa, tensFa, ' و ') : ''];
      // Nine on its own means "no".
      if (n !== 9) expect(parseAmount(persian.filter(Boolean).join(' و '), 'rial'), String(n)).toBe(n);
      const arabic = [hundredsAr[hundreds - 1], rest ? arabicBelow100(rest) : ''];
      expect(parseAmount(arabic.filter(Boolean).join(' و'), 'rial'), String(n)).toBe(n);
    }
  });

  const readings = (text: string, unit: 'rial' | 'toman') => {
    const [figure] = [...readWords(text).money, ...readWords(text).bare];
    return figure && readingsOf(figure, unit);
  };

  test.each([
    ['5هزار', [50_000], [5_000]],
    ['شارژ 5000', [50_000], [5_000]],
    ['5000 تومان شارژ', [50_000], [50_000]],
    ['top-up 5,000', [50_000], [5_000]],
    ['50 toman', [500_000, 500], [500_000, 500]],
    ['پنجاه تومنی', [500_000, 500], [500_000, 500]],
    ['50 هزار ریال', [50_000], [50_000]],
    ['50', [500_000, 500], [500_000, 50_000, 50]],
  ])('%s means %j to readers of tomans and %j to readers of rials, the likeliest first', (text, toman, rial) => {
    expect(readings(text, 'toman')?.likely).toEqual(toman);
    expect(readings(text, 'rial')?.likely).toEqual(rial);
  });

  test.each([
    ['5.5', true],
    ['50', true],
    ['۱۰', true],
    ['بیست', true],
    ['شارژ ۲۰', false],
    ['50 گیگ', false],
    ['5000', false],
  ])('%s is only a small number: %s', (text, small) => {
    expect(isSmallNumber(text)).toBe(small);
  });

  test('an answer to a question means the same as a line, within the limits', () => {
    const limits = { min: 9_100, max: 1_818_180 };
    expect(answeredAmount('۵۰ تومن', 'toman', limits)).toEqual({ kind: 'amount', amount: 500_000 });
    expect(answeredAmount('50', 'toman', limits)).toEqual({ kind: 'amount', amount: 500_000 });
    expect(answeredAmount('50', 'rial', limits)).toEqual({ kind: 'unclear', amounts: [500_000, 50_000] });
    expect(answeredAmount('25000', 'toman', limits)).toEqual({ kind: 'amount', amount: 250_000 });
    expect(answeredAmount('25000', 'rial', limits)).toEqual({ kind: 'amount', amount: 25_000 });
    // The amount fits the limits only in the other unit.
    expect(answeredAmount('500000', 'toman', limits)).toEqual({
      kind: 'out-of-range',
      nearest: 1_818_180,
      alternative: 500_000,
    });
    expect(answeredAmount('5 rials', 'toman', limits)).toEqual({ kind: 'out-of-range', nearest: 9_100 });
    expect(answeredAmount('9m toman', 'toman', limits)).toEqual({ kind: 'out-of-range', nearest: 1_818_180 });
    expect(answeredAmount('a lot', 'toman', limits)).toBeNull();
  });

  test('an answer is unclear if both of its readings are within the limits', () => {
    expect(answeredAmount('50 toman', 'toman', { min: 1, max: 10_000_000 })).toEqual({
      kind: 'unclear',
      amounts: [500_000, 500],
    });
    expect(unclearAmounts('۵۰ تومن')).toEqual([500_000, 500]);
    expect(unclearAmounts('۵۰ هزار تومن')).toBeNull();
    expect(unclearAmounts('50')).toBeNull();
    const both = { likely: [200_000], otherUnit: 20_000 };
    expect(chooseAmount(both, { min: 1, max: 10_000_000 }, [200_000])).toEqual({ kind: 'amount', amount: 200_000 });
    expect(chooseAmount(both, { min: 1, max: 10_000_000 }, [])).toEqual({
      kind: 'unclear',
      amounts: [200_000, 20_000],
    });
  });

  test('formatted amounts are parsed back to the same amount', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000_000_000 }),
        fc.constantFrom(...units),
        fc.constantFrom(...units),
        fc.constantFrom(...languages),
        (amount, written, reader, language) => {
          expect(parseAmount(moneyText(amount, written, language), reader)).toBe(amount);
        },
      ),
    );
  });

  test.each([
    ['50000', '50000 تومان'],
    ['irancell 50000', 'irancell 50000 تومان'],
    ['شارژ ۱۰٬۰۰۰', 'شارژ ۱۰٬۰۰۰ تومان'],
    ['50', '50'],
    ['50k', '50k'],
    ['50000 rials', '50000 rials'],
    // The figure belongs to a name.
    ['۲۰۰۰ پیامک', '۲۰۰۰ پیامک'],
    ['نوروز 1404', 'نوروز 1404'],
  ])('the search for %j adds the reader’s unit to a bare amount', (text, words) => {
    expect(withUnit(text, 'تومان')).toBe(words);
  });

  test('any text is read as a positive safe integer or null', () => {
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
