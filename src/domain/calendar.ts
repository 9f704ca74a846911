/** Tehran has no daylight saving time, so its days are plain arithmetic. */
const tehranMs = 3.5 * 3_600_000;
export const dayMs = 24 * 3_600_000;

/** Days in Tehran since 1 January 1970. */
export type Day = number;

export const dayOf = (at: number): Day => Math.floor((at + tehranMs) / dayMs);

export const startOf = (day: Day): number => day * dayMs - tehranMs;

export const midnight = (at: number): number => startOf(dayOf(at));

export const calendars = ['persian', 'gregorian'] as const;
export type Calendar = (typeof calendars)[number];

export const spans = ['day', 'week', 'month'] as const;
export type Span = (typeof spans)[number];

/** Both ends included. */
export interface Days {
  readonly from: Day;
  readonly to: Day;
}

export interface Period extends Days {
  readonly span: Span;
}

export function periodOf(calendar: Calendar, span: Span, day: Day): Period {
  switch (span) {
    case 'day':
      return { span, from: day, to: day };
    case 'week': {
      const from = day - weekdayOf(calendar, day);
      return { span, from, to: from + 6 };
    }
    case 'month':
      return { span, ...monthOf(calendar, day) };
  }
}

/** Day 0 was a Thursday. The Persian week begins on Saturday, the Gregorian on Monday. */
const weekdayOf = (calendar: Calendar, day: Day): number => remainder(day + (calendar === 'persian' ? 5 : 3), 7);

const remainder = (value: number, of: number): number => ((value % of) + of) % of;

/** Intl also formats the dates that people see, so the two cannot disagree. */
const dates = {
  persian: new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { day: 'numeric', timeZone: 'UTC' }),
  gregorian: new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { day: 'numeric', timeZone: 'UTC' }),
} as const;
const shortestMonth = 28;

const dateOf = (calendar: Calendar, day: Day): number => Number(dates[calendar].format(day * dayMs));

function monthOf(calendar: Calendar, day: Day): Days {
  const from = day - dateOf(calendar, day) + 1;
  let next = from + shortestMonth;
  while (dateOf(calendar, next) !== 1) next += 1;
  return { from, to: next - 1 };
}
