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
  ['فردا ساعت ۹', day + 1, 9],
  ['ساعت 18', day, 18],
  ['tomorrow at 9 am', day + 1, 9],
  ['tomorrow 12:30 pm', day + 1, 12.5],
  ['۹ شب', day, 21],
  ['امشب ساعت ۹:۳۰', day, 21.5],
  ['غدًا الساعة ٥ مساء', day + 1, 17],
])('%s is in the future', (typed, on, hours) => {
  expect(parsePlannedTime(typed, now)).toBe(startOf(on) + hours * hour);
});

test.each([
  ['today 9:00', day, 9],
  ['1405/8/23 18:30', day - 1, 18.5],
])('%s is in the past', (typed, on, hours) => {
  expect(parsePlannedTime(typed, now)).toBe(startOf(on) + hours * hour);
});

// An unreadable day makes the whole time unreadable.
test.each([
  ...['', 'soon', '25:00', '12:60', '1405/13/1 18:30', '18', '1405/8/25', 'ساعت ۲۵', '۱۲ شب'],
  ...['tomorrow 12 am', 'tomorrow 12:30 am', '12:30 صباحًا'],
  ...['۲۷ آبان', '۲۷ آبان ساعت ۹', 'شنبه ۹:۰۰', '9:00 on Friday'],
])('%s is refused', (typed) => {
  expect(parsePlannedTime(typed, now)).toBeNull();
});
