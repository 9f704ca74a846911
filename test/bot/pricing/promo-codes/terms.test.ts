import { expect, test } from 'vitest';
import { readTerms } from '#bot/pricing/promo-codes/terms.ts';

const read = (text: string) => readTerms(text, 'toman', 0);

test('a percentage may be a word', () => {
  const terms = { code: 'EID', value: { kind: 'percent', points: 1_000 }, mostUses: 100, mostEach: 1 };
  for (const percent of ['10%', '۱۰ درصد', '10 percent', '١٠ بالمئة'])
    expect(read(`EID ${percent} 100 1 30`), percent).toMatchObject(terms);
  expect(read('EID درصد 100')).toBeNull();
});

test('an amount, how often in all and how often each', () => {
  expect(read('NOWRUZ 50,000 100 2')).toMatchObject({
    value: { kind: 'amount', amount: 500_000 },
    mostUses: 100,
    mostEach: 2,
  });
  expect(read('NOWRUZ 10% 100 0')).toMatchObject({ value: { kind: 'percent' }, mostUses: 100, mostEach: null });
});

test.each(['NOWRUZ 50 000 100', 'NOWRUZ ۱۲ ۵۰۰ ۱۰۰', 'NOWRUZ 1 500 000', 'NOWRUZ 1500 000', 'NOWRUZ 10% 007'])(
  'groups of digits are no counts: %s',
  (text) => {
    expect(read(text)).toBeNull();
  },
);
