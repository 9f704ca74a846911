import { expect, test } from 'vitest';
import { err, ok } from '#domain/result.ts';

test('a result survives being stored as JSON', () => {
  const outcomes = [ok({ price: 33_000 }), err({ code: 'gone' })];
  expect(JSON.parse(JSON.stringify(outcomes))).toEqual(outcomes);
});
