import { type Calendar, type Day, type Days, dayMs, dayOf, midnight, periodOf } from './calendar.ts';
import { plainDigits } from './phone.ts';

export const presets = ['today', 'week', 'month', 'last'] as const;
export type Preset = (typeof presets)[number];

/** Days of a preset; all but `last` end today. */
export function presetDays(preset: Preset, today: Day, calendar: Calendar): Days {
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'week':
    case 'month':
      return { from: periodOf(calendar, preset, today).from, to: today };
    case 'last': {
      const { from, to } = periodOf(calendar, 'month', periodOf(calendar, 'month', today).from - 1);
      return { from, to };
    }
  }
}

const parts = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
const readers: Readonly<Record<Calendar, Intl.DateTimeFormat>> = {
  persian: new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', parts),
  gregorian: new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', parts),
};

export function isoDate(day: Day, calendar: Calendar): string {
  const parts = new Map(readers[calendar].formatToParts(day * dayMs).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** ISO 8601 in Tehran's time zone. */
export function isoTime(at: number): string {
  const clock = new Date(dayOf(at) * dayMs + (at - midnight(at)));
  return `${clock.toISOString().slice(0, 19)}+03:30`;
}

/** Null if the date does not exist. */
function dayFrom(year: number, month: number, day: number): Day | null {
  if (year >= 1900 && year < 2200) {
    const date = Date.UTC(year, month - 1, day) / dayMs;
    return isoDate(date, 'gregorian') === isoText(year, month, day) ? date : null;
  }
  if (year < 1300 || year >= 1500) return null;
  // Estimates with six months of 31 days, then 30. This is at most a day off, because the year begins on 20, 21 or 22
  // March.
  const near = Date.UTC(year + 621, 2, 21) / dayMs + (month - 1) * 30 + Math.min(month - 1, 6) + (day - 1);
  const date = [near, near + 1, near - 1].find((one) => isoDate(one, 'persian') === isoText(year, month, day));
  return date ?? null;
}

const two = (number: number): string => String(number).padStart(2, '0');
const isoText = (year: number, month: number, day: number): string => `${year}-${two(month)}-${two(day)}`;

const date = /(?<!\d)(\d{4})\s?([/.\-\u2212])\s?(\d{1,2})\s?\2\s?(\d{1,2})(?!\d)/g;
const between = /^(?:[\s,،;\-\u2010-\u2015\u2212~]|from|until|till|to|از|تا|الی)*$/i;

/** Reads one or two dates in any digits (1405/08/01 1405/8/24). The year tells the calendar. */
export function parseDays(text: string): Days | null {
  const digits = plainDigits(text);
  const days: Day[] = [];
  for (const [, year, , month, day] of digits.matchAll(date)) {
    const date = dayFrom(Number(year), Number(month), Number(day));
    if (date === null) return null;
    days.push(date);
  }
  if (days.length === 0 || days.length > 2 || !between.test(digits.replace(date, ' '))) return null;
  return { from: Math.min(...days), to: Math.max(...days) };
}
