import { describe, expect, test } from 'vitest';
import { batchScreen } from '#bot/buying/bulk/progress-screen.ts';
import { rowScreen, rowsScreen } from '#bot/buying/bulk/row-screens.ts';
import { choiceScreen, listScreen } from '#bot/buying/bulk/screens.ts';
import { createFormatter } from '#bot/kit/formatter.ts';
import { seenLength, shownLength } from '#bot/kit/row-label.ts';
import type { Screen } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { languages } from '#domain/language.ts';
import { defaultOperators } from '#domain/operators.ts';
import type { OrderState } from '#domain/order.ts';
import { priceListOf } from '#domain/price.ts';
import type { Batch, RowProblem, SaleRow } from '#shop/buying/bulk/batch.ts';
import { sectionsOf } from '#shop/buying/bulk/sections.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';
import { sampled } from '#test/support/length.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const prices = priceListOf([], 10);
const longName = 'بستهٔ اینترنت ماهانهٔ هدیه با نامی بسیار بلند برای مشترکان دائمی و اعتباری در سراسر کشور '.repeat(3);
const prefixes = ['912', '935', '921', '932', '998'];
const mostRows = 200;
/** After the entities are taken out, as Telegram counts. */
const mostCharacters = 4_096;

const length = ({ text }: Screen): number => text.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.').length;

function rowOf(nth: number, state: OrderState, problem: RowProblem | null = null): SaleRow {
  const mobile = `98${prefixes[nth % prefixes.length]}${String(9_000_000 + nth)}`;
  const promo = nth % 2 === 0 ? { id: 1, code: 'A'.repeat(20), discount: 3 } : null;
  const money = {
    base: 112_233_445,
    vat: 11_223_344,
    total: 123_456_789,
    charge: 123_456_781,
    priceName: longName,
    promo,
  };
  const order = {
    ...{
      id: 'AAAAAAAAAAAAAA',
      state,
      operatorId: 1 as const,
      productType: 'data' as const,
      title: longName,
      titleEn: null,
      days: 30,
      ...money,
    },
    ...{ code: 'ABCDE-12345', expiresAt: 0, outcome: longName, reversedAt: null },
  } as const;
  return {
    ...{ row: nth, problem, words: problem === null ? null : longName.slice(0, 60), withBought: false },
    mobile: problem === 'number-invalid' ? longName.slice(0, 40) : mobile,
    // A different item in every row.
    item: { productId: nth, amount: 1_000_001 + nth },
    order: problem === null ? order : null,
  };
}

const listOf = (rows: readonly SaleRow[], state: Batch['state'] = 'draft'): Batch => ({
  ...{ id: 'AAAAAAAAAAAAAA', sellerId: 1, confirmedAt: 0 },
  state,
  rows,
});

/** Half of them postpaid, so that there are as many sections as there can be. */
const knownOf = ({ rows }: Batch): Map<string, KnownNumber> =>
  new Map(
    rows.map(({ mobile, row }) => {
      const operatorId = ([1, 2, 3, 4, 5] as const)[row % 5] ?? null;
      const simType = row % 10 < 5 ? 'prepaid' : 'postpaid';
      return [mobile, { mobile, label: null, operatorId, simType, isSimAssumed: false, isTdlte: false }];
    }),
  );

describe.each(sampled(languages, 3))('the longest list, in %s', (language) => {
  const format = createFormatter({ texts, operators: defaultOperators }, language, 'toman');
  const said = { refused: null, slow: true, note: longName.slice(0, 200) } as const;
  const money = {
    role: 'agent',
    takesPromo: true,
    wallet: { balance: 0, held: 5, creditLimit: 0, available: -5 },
    payable: { method: 'zarinpal', amount: 123_456_780 },
    ...said,
  } as const;
  const table = (batch: Batch): Screen => {
    return listScreen(format, { batch, sections: sectionsOf(batch, knownOf(batch)), ...money });
  };
  const choice = (batch: Batch): Screen => {
    const sections = sectionsOf(batch, knownOf(batch));
    const [section] = sections;
    if (!section) throw new Error('There is no section.');
    return choiceScreen(format, { batch, sections, section, offered: [], free: null, prices, note: said.note });
  };
  const every = (of: (nth: number) => SaleRow) => listOf(Array.from({ length: mostRows }, (_, nth) => of(nth)));
  const problems: readonly RowProblem[] = [
    ...(['number-invalid', 'twice', 'left-out', 'unclear'] as const),
    ...(['not-found', 'other-operator', 'bought-today', 'unavailable'] as const),
  ];

  test('fits in one message, whatever its rows get and whatever is wrong with them', () => {
    const mixed = every((nth) =>
      rowOf(nth, 'quoted', nth % 3 === 0 ? (problems[nth % problems.length] ?? null) : null),
    );
    for (const batch of [every((nth) => rowOf(nth, 'quoted')), mixed]) {
      expect(length(table(batch))).toBeLessThanOrEqual(mostCharacters);
      expect(length(choice(batch))).toBeLessThanOrEqual(mostCharacters);
      expect(table(batch).text).toContain(format.mobile(batch.rows[1]?.mobile ?? ''));
    }
  });

  test('fits in one message at its end, whatever became of them', () => {
    for (const state of ['delivered', 'rejected', 'review'] as const) {
      const mixed = (nth: number) => (nth % 3 === 0 ? (problems[(nth / 3) % problems.length] ?? null) : null);
      for (const problem of [() => null, mixed]) {
        const batch = { ...every((nth) => rowOf(nth, state, problem(nth))), state: 'running' } as const;
        expect(length(batchScreen(format, batch, { role: 'agent', balanceAfter: -123_456_789 }))).toBeLessThanOrEqual(
          mostCharacters,
        );
      }
    }
  });

  test('has pages of rows, and each row a page; a phone cuts no number off', () => {
    const batch = every((nth) => rowOf(nth, 'quoted', nth % 2 === 0 ? 'unclear' : null));
    const last = rowsScreen(format, batch, mostRows);
    expect(last.keys.length).toBeLessThanOrEqual(11);
    for (const [key] of last.keys.slice(0, 8))
      expect(seenLength(key?.label ?? '')).toBeLessThanOrEqual(shownLength(1) + 2);
    for (const row of batch.rows.slice(0, 2)) {
      const number = knownOf(batch).get(row.mobile) ?? null;
      const screen = rowScreen(format, { batch, row, number, meaning: null, usual: null, next: null, prices });
      expect(length(screen)).toBeLessThanOrEqual(mostCharacters);
    }
  });
});
