import { expect, test } from 'vitest';
import { repeatIn } from '#domain/repeat-count.ts';

test.each([
  ['x2', 2, ''],
  ['×3', 3, ''],
  ['2x', 2, ''],
  ['دو تا', 2, ''],
  ['۲تا', 2, ''],
  ['twice', 2, ''],
  ['دو تا ۵ گیگ ایرانسل', 2, '5 گیگ ایرانسل'],
  ['09351112233 20000 toman x2', 2, '09351112233 20000 toman'],
  ['دو تا ۲۰ هزار تومانی', 2, '20 هزار تومانی'],
  ['two of each 20000 toman', 2, '20000 toman'],
])('%j asks for %i of each', (text, times, rest) => {
  expect(repeatIn(text)).toMatchObject({ times, rest });
});

test.each([
  '۲ تا ۵ گیگ',
  'این دو تا شماره ۲۰ تومن',
  '* 5 گیگ ۰۹۱۲۱۲۳۴۵۶۷',
  '20 each',
  'دوباره',
  'x20',
  '10 gb',
  'box2',
])('%j says nothing of how many', (text) => {
  expect(repeatIn(text)).toBeNull();
});
