import { expect, test } from 'vitest';
import { parsePercent } from '#domain/percent.ts';

test.each([
  ['2.5', 250],
  ['۲٫۵', 250],
  ['۲/۵٪', 250],
  ['1,25 %', 125],
  ['۱۰ درصد', 1_000],
  ['0.01', 1],
  ['100', 10_000],
  ['3 percent', 300],
])('%s is %i basis points', (text, points) => {
  expect(parsePercent(text)).toBe(points);
});

test.each(['', '0', '۰٫۰۰', '100.01', '101', '-2', '2.555', 'two', '2.5.1', '1000', '2 5'])('%s is refused', (text) => {
  expect(parsePercent(text)).toBeNull();
});
