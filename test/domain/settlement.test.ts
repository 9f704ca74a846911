import { expect, test } from 'vitest';
import { areTerms, isSettlementDay, openAmount } from '#domain/settlement.ts';
import fc from '#test/support/property.ts';

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const days = Array.from({ length: 800 }, (_, nth) => dayOf('2026-01-01') + nth);

test('a weekly statement comes on its day, counted from Saturday', () => {
  for (const day of [0, 1, 6]) {
    const found = days.filter((one) => isSettlementDay({ cycle: 'weekly', day, graceDays: 0 }, one));
    expect(new Set(found.map((one) => new Date(one * 86_400_000).getUTCDay()))).toEqual(new Set([(6 + day) % 7]));
    expect(found.length).toBeGreaterThan(113);
  }
});

test('a monthly statement comes on its day or on the last day of a shorter month', () => {
  const persian = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  });
  for (const day of [1, 15, 30, 31]) {
    const found = days.filter((one) => isSettlementDay({ cycle: 'monthly', day, graceDays: 0 }, one));
    expect(found.length).toBeGreaterThanOrEqual(26);
    for (const one of found) {
      const [month, date] = persian
        .format(one * 86_400_000)
        .split('/')
        .map(Number);
      expect(date).toBe(Math.min(day, (month ?? 0) <= 6 ? 31 : (month ?? 0) < 12 ? 30 : (date ?? 0)));
    }
  }
});

test('an agent without a cycle never gets a statement, and impossible terms are refused', () => {
  expect(days.filter((one) => isSettlementDay({ cycle: 'never', day: 0, graceDays: 0 }, one))).toEqual([]);
  expect(areTerms({ cycle: 'weekly', day: 7, graceDays: 1 })).toBe(false);
  expect(areTerms({ cycle: 'monthly', day: 0, graceDays: 1 })).toBe(false);
  expect(areTerms({ cycle: 'monthly', day: 31, graceDays: 61 })).toBe(false);
  expect(areTerms({ cycle: 'monthly', day: 31, graceDays: 60 })).toBe(true);
});

test('the open amount is what is owed less what was paid, never below zero', () => {
  const rials = fc.integer({ min: 0, max: 1e12 });
  fc.assert(
    fc.property(rials, rials, (owed, paid) => {
      expect(openAmount(owed, paid)).toBe(paid >= owed ? 0 : owed - paid);
      expect(openAmount(owed, -paid)).toBe(owed);
    }),
  );
});
