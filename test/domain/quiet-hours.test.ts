import { expect, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import { afterQuietHours, quietChoices } from '#domain/quiet-hours.ts';
import { dueAt } from '#domain/schedule.ts';
import fc from '#test/support/property.ts';

const hour = 3_600_000;
const moments = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2200, 0, 1) });
const hours = fc.integer({ min: 0, max: 23 });

test('a time outside quiet hours stays; a time inside moves to their end', () => {
  const day = dayOf(Date.UTC(2026, 10, 15));
  const at = (clock: number, of = day) => startOf(of) + clock * hour;
  const night = { from: 22, to: 8 };
  expect(afterQuietHours(at(21.99), night)).toBe(at(21.99));
  expect(afterQuietHours(at(22), night)).toBe(at(8, day + 1));
  expect(afterQuietHours(at(0.5), night)).toBe(at(8));
  expect(afterQuietHours(at(8), night)).toBe(at(8));
  expect(afterQuietHours(at(3), { from: 0, to: 10 })).toBe(at(10));
  expect(afterQuietHours(at(3), { from: 5, to: 5 })).toBe(at(3));
});

test('the result is never quiet and less than a day away, whatever the hours are', () => {
  fc.assert(
    fc.property(moments, hours, hours, (at, from, to) => {
      const then = afterQuietHours(at, { from, to });
      expect(then).toBeGreaterThanOrEqual(at);
      expect(then - at).toBeLessThan(24 * hour);
      expect(afterQuietHours(then, { from, to })).toBe(then);
    }),
  );
});

test('every choice of quiet hours leaves out the hour at which plans buy', () => {
  for (const choice of quietChoices) expect(afterQuietHours(dueAt(20_000), choice)).toBe(dueAt(20_000));
});
