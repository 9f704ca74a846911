import { expect, test } from 'vitest';
import { startOf } from '#domain/calendar.ts';
import { parsePlannedTime } from '#domain/planned-time.ts';

const hour = 3_600_000;
/** 15 November 2026, 24 Aban 1405, at 12:00 in Tehran. */
const day = 20_772;
const now = startOf(day) + 12 * hour;

test.each([
  ['18:30', day, 18.5],
  ['۱۸:۳۰', day, 18.5],
  ['9:00', day + 1, 9],
  ['today 18:30', day, 18.5],
  ['امشب ۲۱:۰۰', day, 21],
  ['tomorrow 9:15', day + 1, 9.25],
  ['فردا ۹:۱۵', day + 1, 9.25],
  ['1405/8/25 18:30', day + 1, 18.5],
  ['۱۴۰۵/۰۸/۲۵ ساعت ۱۸:۳۰', day + 1, 18.5],
  ['2026-11-16 00:00', day + 1, 0],
])('%s is a time to come', (typed, on, hours) => {
  expect(parsePlannedTime(typed, now)).toBe(startOf(on) + hours * hour);
});

test.each(['', 'soon', '25:00', '12:60', 'today 9:00', '1405/8/23 18:30', '1405/13/1 18:30', '18', '1405/8/25'])(
  '%s is none',
  (typed) => {
    expect(parsePlannedTime(typed, now)).toBeNull();
  },
);
