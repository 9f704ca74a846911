import { describe, expect, test } from 'vitest';
import { orderActions } from '#bot/actions/orders.ts';
import { createFormatter } from '#bot/kit/formatter.ts';
import { backRow, home, pageRows, previousNextRows } from '#bot/kit/navigation.ts';
import { button } from '#bot/kit/screen.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { groupByDay } from '#bot/words/group-by-day.ts';
import { defaultOperators } from '#domain/operators.ts';

const texts = loadTexts(new URL('../../../locales', import.meta.url).pathname);
const viewIn = (language: 'fa' | 'en') => createFormatter({ texts, operators: defaultOperators }, language, 'toman');
const at = (page: number) => orderActions.orders({ page });

/** From left to right, as Telegram shows a row in every language. */
const labels = (rows: readonly (readonly { readonly label: string }[])[]) =>
  rows.map((row) => row.map(({ label }) => label));

describe('previous and next', () => {
  test('in English the next page is on the right', () => {
    const view = viewIn('en');
    expect(labels(pageRows(view, 2, 3, at))).toEqual([['‹ Previous', 'Next 3 of 3 ›']]);
    expect(labels(previousNextRows(view, { page: 2, more: true }, at))).toEqual([['‹ Previous', 'Next ›']]);
    expect(labels([backRow(view, at(1))])).toEqual([['‹ Back', '🏠 Home']]);
  });

  test('in Persian the next page and home are on the left', () => {
    const view = viewIn('fa');
    // In a right-to-left line the last arrow is left of its word and mirrored: it points outwards.
    expect(labels(pageRows(view, 2, 3, at))).toEqual([['بعدی ۳ از ۳ ›', '‹ قبلی']]);
    expect(labels(previousNextRows(view, { page: 2, more: true }, at))).toEqual([['بعدی ›', '‹ قبلی']]);
    expect(labels([backRow(view, at(1))])).toEqual([['🏠 خانه', '‹ بازگشت']]);
  });

  test('one button at either end, and no row for a single page', () => {
    const view = viewIn('fa');
    expect(labels(pageRows(view, 1, 2, at))).toEqual([['بعدی ۲ از ۲ ›']]);
    expect(labels(pageRows(view, 2, 2, at))).toEqual([['‹ قبلی']]);
    expect(pageRows(view, 1, 1, at)).toEqual([]);
    expect(previousNextRows(view, { page: 1, more: false }, at)).toEqual([]);
  });

  test('what is for the whole list stands on its first page, in place of the previous one', () => {
    const view = viewIn('en');
    const forAll = [button('Sort', at(1))];
    expect(labels(pageRows(view, 1, 3, at, forAll))).toEqual([['Sort', 'Next 2 of 3 ›']]);
    expect(labels(pageRows(view, 2, 3, at, forAll))).toEqual([['‹ Previous', 'Next 3 of 3 ›']]);
    expect(labels(pageRows(view, 1, 1, at, forAll))).toEqual([['Sort']]);
    expect(labels(previousNextRows(view, { page: 1, more: true }, at, forAll))).toEqual([['Sort', 'Next ›']]);
    expect(labels(previousNextRows(view, { page: 2, more: false }, at, forAll))).toEqual([['‹ Previous']]);
  });

  test('a way back that leads home is one button', () => {
    expect(labels([backRow(viewIn('en'), home())])).toEqual([['🏠 Home']]);
  });
});

describe.each([
  ['fa', ['<b>۲۴ آبان ۱۴۰۵</b>', '۰:۳۰', '<b>۲۳ آبان ۱۴۰۵</b>', '۲۳:۳۰', '۱۳:۳۰']],
  ['en', ['<b>15 Nov 2026</b>', '00:30', '<b>14 Nov 2026</b>', '23:30', '13:30']],
] as const)('days, in %s', (language, [today, first, yesterday, second, third]) => {
  const view = viewIn(language);
  const moments = ['2026-11-14T21:00Z', '2026-11-14T20:00Z', '2026-11-14T10:00Z'].map((iso) => ({
    at: Date.parse(iso),
  }));

  test('are days in Tehran, each with one heading', () => {
    expect(groupByDay(view, moments, (moment) => view.clock(moment.at))).toEqual([
      today,
      first,
      '',
      yesterday,
      second,
      third,
    ]);
    expect(groupByDay(view, [], () => 'never')).toEqual([]);
  });
});
