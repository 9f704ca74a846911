import { describe, expect, test } from 'vitest';
import { calendars, dayOf } from '#domain/calendar.ts';
import { isoDate, isoTime, parseDays, presetDays, presets } from '#domain/period.ts';
import fc from '#test/support/property.ts';

const tehran = (text: string): number => Date.parse(`${text}+03:30`);
const dayAt = (date: string): number => dayOf(tehran(`${date}T12:00:00`));
/** Sunday, 15 November 2026: 24 Aban 1405. */
const today = dayAt('2026-11-15');
const range = (from: string, last: string) => ({ from: dayAt(from), to: dayAt(last) });

describe('a typed period', () => {
  test.each([
    ['1405/08/01 1405/08/24', '2026-10-23', '2026-11-15'],
    ['۱۴۰۵/۰۸/۰۱ ۱۴۰۵/۰۸/۲۴', '2026-10-23', '2026-11-15'],
    ['١٤٠٥/٨/١ - ١٤٠٥/٨/٢٤', '2026-10-23', '2026-11-15'],
    ['از ۱۴۰۵/۸/۱ تا ۱۴۰۵/۸/۲۴', '2026-10-23', '2026-11-15'],
    ['1405.8.1–1405.8.24', '2026-10-23', '2026-11-15'],
    ['1405-08-24 1405-08-01', '2026-10-23', '2026-11-15'],
    ['2026-11-01 2026-11-15', '2026-11-01', '2026-11-15'],
    ['2026/11/1 to 2026/11/15', '2026-11-01', '2026-11-15'],
    ['from 2026-11-01 until 1405/08/24', '2026-11-01', '2026-11-15'],
    ['\u200f۱۴۰۵/۰۸/۲۴\u200e', '2026-11-15', '2026-11-15'],
    ['2026-11-15', '2026-11-15', '2026-11-15'],
    ['1403/12/30', '2025-03-20', '2025-03-20'],
    ['1405/01/01', '2026-03-21', '2026-03-21'],
  ])('%s means the days from %s to %s', (text, from, last) => {
    expect(parseDays(text)).toEqual(range(from, last));
  });

  test.each([
    '',
    'yesterday',
    '1405/08',
    '1405/13/01',
    '1405/08/31',
    '1404/12/30',
    '1405/00/10',
    '2026-02-29',
    '2026-11-31 2026-12-01',
    '05/08/01 05/08/24',
    '1405/08/01 1405/08/24 1405/09/01',
    '1405/08/01 or so',
    '1405/08-01',
    '9999/01/01',
    '0000/00/00',
    '11405/08/011',
    '09121234567',
  ])('%s is refused', (text) => {
    expect(parseDays(text)).toBeNull();
  });

  test('any text is a period of whole days or null', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'0123456789۱۴۰۵/-. تا') }), (text) => {
        const days = parseDays(text);
        return days === null || (days.from <= days.to && Number.isSafeInteger(days.from + days.to));
      }),
    );
  });
});

describe('a date', () => {
  test.each(calendars)(
    'is read back as it was written, in the %s calendar, for every day of many years',
    (calendar) => {
      for (let day = dayAt('2019-01-01'); day < dayAt('2060-01-01'); day += 1) {
        const { from, to } = parseDays(isoDate(day, calendar)) ?? { from: null, to: null };
        if (from !== day || to !== day) expect.fail(`${isoDate(day, calendar)} is lost`);
      }
    },
  );

  test('has one format for files and machines', () => {
    expect(isoDate(today, 'persian')).toBe('1405-08-24');
    expect(isoDate(today, 'gregorian')).toBe('2026-11-15');
    expect(isoTime(tehran('2026-11-15T13:05:00'))).toBe('2026-11-15T13:05:00+03:30');
    expect(isoTime(tehran('2026-11-15T00:00:00'))).toBe('2026-11-15T00:00:00+03:30');
  });
});

describe('a preset', () => {
  test.each([
    ['today', 'persian', '2026-11-15', '2026-11-15'],
    ['week', 'persian', '2026-11-14', '2026-11-15'],
    ['week', 'gregorian', '2026-11-09', '2026-11-15'],
    ['month', 'persian', '2026-10-23', '2026-11-15'],
    ['month', 'gregorian', '2026-11-01', '2026-11-15'],
    ['last', 'persian', '2026-09-23', '2026-10-22'],
    ['last', 'gregorian', '2026-10-01', '2026-10-31'],
  ] as const)('%s in the %s calendar', (preset, calendar, from, last) => {
    expect(presetDays(preset, today, calendar)).toEqual(range(from, last));
  });

  test('of last month in the first month of a year', () => {
    expect(presetDays('last', dayAt('2026-03-21'), 'persian')).toEqual(range('2026-02-20', '2026-03-20'));
    expect(presetDays('last', dayAt('2027-01-31'), 'gregorian')).toEqual(range('2026-12-01', '2026-12-31'));
  });

  test('never reaches into the future', () => {
    for (const preset of presets)
      for (const calendar of calendars) expect(presetDays(preset, today, calendar).to).toBeLessThanOrEqual(today);
  });
});
