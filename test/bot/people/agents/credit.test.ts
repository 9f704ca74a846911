import { describe, expect, test } from 'vitest';
import { amountAndNote } from '#bot/people/agents/credit.ts';

describe('an amount with a note', () => {
  test.each([
    ['500000', 500_000, null],
    ['500,000 paid in cash', 500_000, 'paid in cash'],
    ['50 000 cash', 50_000, 'cash'],
    ['۵۰ هزار تومان نقدی دوشنبه', 500_000, 'نقدی دوشنبه'],
    ['20k for the fair', 20_000, 'for the fair'],
    ['5000 tomans 12 May', 50_000, '12 May'],
    ['7000\ncash\n  in   two  parts', 7_000, 'cash in two parts'],
    ['0', 0, null],
    ['۰ stopped', 0, 'stopped'],
  ])('%j', (text, amount, note) => {
    expect(amountAndNote(text, 'rial')).toEqual({ amount, note });
  });

  test('an amount in words is read to its end, with its unit', () => {
    expect(amountAndNote('بیست و پنج هزار تومان نقد', 'rial')).toEqual({ amount: 250_000, note: 'نقد' });
    expect(amountAndNote('یک میلیون و دویست هزار تومان نقد', 'rial')).toEqual({ amount: 12_000_000, note: 'نقد' });
    expect(amountAndNote('دو میلیون و نیم نقد', 'rial')).toEqual({ amount: 2_500_000, note: 'نقد' });
  });

  test.each(['20 هزار و 500 نقد', '5 0000 cash', 'یک میلیون و دویست نقد', '3 and a half cash', '5.5 rial cash'])(
    '%j ends nobody knows where',
    (text) => {
      expect(amountAndNote(text, 'rial')).toBeNull();
    },
  );

  test.each(['', 'cash 500000', 'plenty', '-5000', '1e9'])('%j is no amount', (text) => {
    expect(amountAndNote(text, 'rial')).toBeNull();
  });

  test('without a unit the person’s unit counts; a long note is cut', () => {
    expect(amountAndNote('5000', 'toman')).toEqual({ amount: 50_000, note: null });
    expect(amountAndNote(`5000 ${'x'.repeat(500)}`, 'rial')?.note).toHaveLength(200);
  });
});
