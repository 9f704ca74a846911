import { expect, test } from 'vitest';
import { withAmountsIn } from '#domain/amount-in-name.ts';

test.each([
  ['شارژ ۱۰٬۰۰۰ ریالی', 'شارژ ۱۰٬۰۰۰ ریالی', 'شارژ ۱٬۰۰۰ تومانی'],
  ['شارژ 10,005 ریالی', 'شارژ 10,005 ریالی', 'شارژ ۱٬۰۰۰٫۵ تومانی'],
  ['شارژ ۵ هزار تومانی', 'شارژ ۵۰٬۰۰۰ ریالی', 'شارژ ۵ هزار تومانی'],
  ['Top-up 10000 rials', 'Top-up 10000 rials', 'Top-up 1,000 tomans'],
  ['The 20,000-toman pack', 'The 200,000-rial pack', 'The 20,000-toman pack'],
  ['بسته ۱۰ گیگابایت', 'بسته ۱۰ گیگابایت', 'بسته ۱۰ گیگابایت'],
])('an amount in the name "%s" is shown in the reader’s unit', (name, inRials, inTomans) => {
  expect([withAmountsIn('rial', name), withAmountsIn('toman', name)]).toEqual([inRials, inTomans]);
});

// It is unknown which of the digits before the unit belong to the amount.
test.each([
  ...[
    'شارژ ۲۰.۰۰۰ ریالی',
    'شارژ 20 000 ریالی',
    'شارژ 1.5 میلیون تومانی',
    'شارژ ۲/۵ میلیون تومانی',
    '1,5 میلیون تومانی',
  ],
  ...['شارژ ۱۰۰۰۰ تا ۲۰۰۰۰ ریالی', 'Top-up 10000-20000 rials', 'Top-up 10000 to 20000 rials'],
])('the name "%s" stays unchanged', (name) => {
  expect([withAmountsIn('rial', name), withAmountsIn('toman', name)]).toEqual([name, name]);
});

test('a name of very many digits is read quickly', () => {
  const name = `${'9'.repeat(100_000)} ${'5 '.repeat(50_000)}`;
  expect(withAmountsIn('toman', name)).toBe(name);
});
