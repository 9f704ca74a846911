import { describe, expect, test } from 'vitest';
import { calendars, type Day, dayMs, dayOf, periodOf, startOf } from '#domain/calendar.ts';
import { isoDate, parseDays } from '#domain/period.ts';
import {
  dueAt,
  lastTryAt,
  lateAt,
  nextDay,
  noticeAt,
  readSchedule,
  type Schedule,
  tooLateAt,
  writeSchedule,
} from '#domain/schedule.ts';
import fc from '#test/support/property.ts';

const someDay = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2200, 0, 1) }).map(dayOf);
const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.integer({ min: 1, max: 366 }).map((count) => ({ every: 'days', count }) as const),
  fc
    .tuple(fc.constantFrom(...calendars), fc.integer({ min: 1, max: 31 }))
    .map(([calendar, date]) => ({ every: 'month', calendar, date }) as const),
);
const on = (date: string): Day => parseDays(date)?.from ?? Number.NaN;
/** The next days of a schedule after a date, in its own calendar. */
function daysOf(written: string, after: string, count: number): string[] {
  const schedule = readSchedule(written);
  if (!schedule) throw new Error(`${written} is no schedule`);
  const days: string[] = [];
  let last = on(after);
  for (let nth = 0; nth < count; nth += 1) {
    last = nextDay(schedule, { anchor: on(after), after: last });
    days.push(isoDate(last, schedule.every === 'month' ? schedule.calendar : 'gregorian'));
  }
  return days;
}

describe('the next day of a schedule', () => {
  test('comes after the given day and is the first one', () => {
    fc.assert(
      fc.property(schedules, someDay, fc.integer({ min: 0, max: 400 }), (schedule, anchor, later) => {
        const after = anchor + later;
        const next = nextDay(schedule, { anchor, after });
        expect(next).toBeGreaterThan(after);
        // Every day up to the one before it has the same next day.
        for (const day of [after, Math.floor((after + next - 1) / 2), next - 1])
          expect(nextDay(schedule, { anchor, after: day })).toBe(next);
      }),
    );
  });

  test('comes once in every month, on its date or on the last day', () => {
    fc.assert(
      fc.property(schedules, someDay, (schedule, day) => {
        fc.pre(schedule.every === 'month');
        const month = periodOf(schedule.calendar, 'month', day);
        const found = nextDay(schedule, { anchor: day, after: month.from - 1 });
        expect(found).toBe(Math.min(month.from + schedule.date - 1, month.to));
        expect(nextDay(schedule, { anchor: day, after: found })).toBeGreaterThan(month.to);
      }),
    );
  });

  test('is a multiple of its days after the anchor, whatever was skipped', () => {
    expect(daysOf('d30', '2026-01-15', 3)).toEqual(['2026-02-14', '2026-03-16', '2026-04-15']);
    const weekly: Schedule = { every: 'days', count: 7 };
    expect(nextDay(weekly, { anchor: 100, after: 100 })).toBe(107);
    expect(nextDay(weekly, { anchor: 100, after: 129 })).toBe(135);
    expect(nextDay(weekly, { anchor: 100, after: 90 })).toBe(107);
  });

  test('falls on the last day of a month that is shorter than its date', () => {
    expect(daysOf('g31', '2028-01-31', 4)).toEqual(['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31']);
    expect(daysOf('g30', '2027-01-30', 2)).toEqual(['2027-02-28', '2027-03-30']);
  });

  test('falls on the 29th of Esfand for the 30th, except in a leap year', () => {
    expect(daysOf('p30', '1403-11-30', 2)).toEqual(['1403-12-30', '1404-01-30']);
    expect(daysOf('p30', '1404-11-30', 2)).toEqual(['1404-12-29', '1405-01-30']);
    expect(daysOf('p31', '1405-06-31', 2)).toEqual(['1405-07-30', '1405-08-30']);
  });

  test('falls on the 1st of the next month in both calendars', () => {
    expect(daysOf('p1', '1405-08-24', 2)).toEqual(['1405-09-01', '1405-10-01']);
    expect(daysOf('g1', '2026-11-15', 2)).toEqual(['2026-12-01', '2027-01-01']);
    expect(daysOf('g1', '2026-12-01', 1)).toEqual(['2027-01-01']);
  });
});

describe('a written schedule', () => {
  test('is read back as it was written', () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        expect(readSchedule(writeSchedule(schedule))).toEqual(schedule);
      }),
    );
  });

  test.each(['', 'd', 'd0', 'd367', 'd07', 'p32', 'g0', 'x1', 'd1.5', 'd-1', 'p1 '])('is never "%s"', (text) => {
    expect(readSchedule(text)).toBeNull();
  });
});

test('a cycle is announced the day before, due at ten, tried until the next morning and too late a day after', () => {
  fc.assert(
    fc.property(someDay, (day) => {
      expect(dueAt(day)).toBe(startOf(day) + 10 * 3_600_000);
      expect(dayOf(noticeAt(day))).toBe(day - 1);
      expect(dayOf(lateAt(day))).toBe(day);
      expect(dayOf(lastTryAt(day))).toBe(day + 1);
      expect(tooLateAt(day)).toBe(dueAt(day) + dayMs);
      expect(lastTryAt(day)).toBeLessThan(tooLateAt(day));
    }),
  );
});
