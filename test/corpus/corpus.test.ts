import { expect, test } from 'vitest';
import { corpusLanguages, isUnderstood, type Row, readCorpus, understood } from './corpus.ts';

/** What was reached, less one point: of sentences that the words were chosen for, and of those that nobody read. */
const least = {
  seen: { fa: 97, finglish: 97, en: 97, ar: 98 },
  unseen: { fa: 81, finglish: 83, en: 75, ar: 86 },
} as const;
/** Sentences of the unseen part that say nothing of a sale and are taken for one. */
const mostWrongSales = 1;

const intentOf = ({ meaning }: Pick<Row, 'meaning'>): string => meaning.split(' ')[0] ?? '';
const share = (rows: readonly Row[]): number => (100 * rows.filter(isUnderstood).length) / rows.length;
const ofMoney = ['buy', 'pay', 'sent'];
const isWrongSale = (row: Row): boolean =>
  row.meaning === 'none' && ofMoney.includes(intentOf({ meaning: understood(row) }));

const parts = Object.keys(least) as (keyof typeof least)[];

test.each(parts.flatMap((part) => corpusLanguages.map((language) => [part, language] as const)))(
  'the %s sentences in %s are understood whole',
  (part, language) => {
    const reached = share(readCorpus(`${part}.${language}`));
    process.stdout.write(`${part} ${language}: ${reached.toFixed(1)} %\n`);
    expect(reached).toBeGreaterThanOrEqual(least[part][language]);
  },
);

test.each(parts)('the shares of the %s sentences are printed by intent', (part) => {
  const byIntent = Map.groupBy(
    corpusLanguages.flatMap((language) => readCorpus(`${part}.${language}`)),
    intentOf,
  );
  const lines = [...byIntent].map(([intent, rows]) => `${intent} ${share(rows).toFixed(0)} % of ${rows.length}`);
  process.stdout.write(`${part}: ${lines.join(', ')}\n`);
  expect(byIntent.size).toBeGreaterThan(25);
});

test('no sale or payment is read into a sentence that has none', () => {
  const wrong = (part: string) => corpusLanguages.flatMap((one) => readCorpus(`${part}.${one}`)).filter(isWrongSale);
  expect(wrong('seen').map(({ sentence }) => sentence)).toEqual([]);
  expect(wrong('unseen').length).toBeLessThanOrEqual(mostWrongSales);
});
