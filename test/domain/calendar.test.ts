import { describe, expect, test } from 'vitest';
import { calendars, dayMs, dayOf, midnight, periodOf, spans, startOf } from '#domain/calendar.ts';
import fc from '#test/support/property.ts';

/** From the end of daylight saving time in Iran to the year 2200. */
const moments = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2200, 0, 1) });
const someDay = moments.map(dayOf);
const kinds = fc.tuple(fc.constantFrom(...calendars), fc.constantFrom(...spans));
const on = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / dayMs;

describe('a day in Tehran', () => {
  const tehran = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tehran' });

  test('is the day on local clocks', () => {
    fc.assert(
      fc.property(moments, (at) => {
        expect(new Date(dayOf(at) * dayMs).toISOString().slice(0, 10)).toBe(tehran.format(at));
      }),
    );
  });

  test('contains exactly its own moments', () => {
    fc.assert(
      fc.property(moments, (at) => {
        const day = dayOf(at);
        expect(startOf(day)).toBeLessThanOrEqual(at);
        expect(startOf(day + 1)).toBeGreaterThan(at);
        expect(midnight(at)).toBe(startOf(day));
        expect([dayOf(startOf(day)), dayOf(startOf(day) - 1)]).toEqual([day, day - 1]);
      }),
    );
  });
});

describe('a period', () => {
  test('is the same for each of its days, and contains the given one', () => {
    fc.assert(
      fc.property(someDay, kinds, (day, [calendar, span]) => {
        const period = periodOf(calendar, span, day);
        expect(period.from).toBeLessThanOrEqual(day);
        expect(period.to).toBeGreaterThanOrEqual(day);
        for (const other of [period.from, period.to]) expect(periodOf(calendar, span, other)).toEqual(period);
      }),
    );
  });

  test('begins where the previous one ends', () => {
    fc.assert(
      fc.property(someDay, kinds, (day, [calendar, span]) => {
        const { from, to } = periodOf(calendar, span, day);
        expect(periodOf(calendar, span, from - 1).to).toBe(from - 1);
        expect(periodOf(calendar, span, to + 1).from).toBe(to + 1);
      }),
    );
  });

  test.each(calendars)('is a month of the %s calendar in each of two hundred years', (calendar) => {
    const shown = new Intl.DateTimeFormat(`en-u-ca-${calendar === 'persian' ? 'persian' : 'gregory'}`, {
      month: 'numeric',
      year: 'numeric',
      timeZone: 'UTC',
    });
    let months = 0;
    for (let day = on(2000, 1, 1); day < on(2200, 1, 1); months += 1) {
      const { from, to } = periodOf(calendar, 'month', day);
      const [before, first, last, after] = [from - 1, from, to, to + 1].map((at) => shown.format(at * dayMs));
      expect(first).toBe(last);
      expect(before).not.toBe(first);
      expect(after).not.toBe(last);
      day = to + 1;
    }
    expect([2_400, 2_401]).toContain(months);
  });
});

describe('in Iran', () => {
  test('the week begins on Saturday, and the month is Persian', () => {
    // Sunday, 24 Aban 1405.
    const day = on(2026, 11, 15);
    expect(periodOf('persian', 'week', day)).toEqual({ span: 'week', from: on(2026, 11, 14), to: on(2026, 11, 20) });
    expect(periodOf('persian', 'month', day)).toEqual({ span: 'month', from: on(2026, 10, 23), to: on(2026, 11, 21) });
  });

  test('a leap year has a 30th of Esfand', () => {
    expect(periodOf('persian', 'month', on(2025, 3, 20)).to).toBe(on(2025, 3, 20));
    expect(periodOf('persian', 'month', on(2025, 3, 20)).from).toBe(on(2025, 2, 19));
    expect(periodOf('persian', 'month', on(2026, 3, 20)).to).toBe(on(2026, 3, 20));
    expect(periodOf('persian', 'month', on(2026, 3, 20)).from).toBe(on(2026, 2, 20));
  });
});

test('elsewhere the week begins on Monday, and the month is Gregorian', () => {
  const day = on(2026, 11, 15);
  expect(periodOf('gregorian', 'day', day)).toEqual({ span: 'day', from: day, to: day });
  expect(periodOf('gregorian', 'week', day)).toEqual({ span: 'week', from: on(2026, 11, 9), to: day });
  expect(periodOf('gregorian', 'month', day)).toEqual({ span: 'month', from: on(2026, 11, 1), to: on(2026, 11, 30) });
});
