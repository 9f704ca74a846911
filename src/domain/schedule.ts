import { type Calendar, type Day, dayMs, dayOf, periodOf, startOf } from './calendar.ts';

/** When a plan buys: every few days from its anchor, or on a date of every month of a calendar. */
export type Schedule =
  | { readonly every: 'days'; readonly count: number }
  | { readonly every: 'month'; readonly calendar: Calendar; readonly date: number };

const mostDays = 366;
const letters = { persian: 'p', gregorian: 'g' } as const;

/** Writes the stored form, which is also part of callback data: `d30`, `p1`, `g31`. */
export const writeSchedule = (schedule: Schedule): string =>
  schedule.every === 'days' ? `d${schedule.count}` : `${letters[schedule.calendar]}${schedule.date}`;

/** Null if the text is not a schedule. */
export function readSchedule(text: string): Schedule | null {
  const [, letter, digits] = /^([dpg])([1-9]\d{0,2})$/.exec(text) ?? [];
  const number = Number(digits);
  if (letter === undefined) return null;
  if (letter === 'd') return number <= mostDays ? { every: 'days', count: number } : null;
  return number <= 31 ? { every: 'month', calendar: letter === 'p' ? 'persian' : 'gregorian', date: number } : null;
}

/** The first day of the schedule after a day. A month that is too short uses its last day. */
export function nextDay(schedule: Schedule, { anchor, after }: { readonly anchor: Day; readonly after: Day }): Day {
  if (schedule.every === 'days')
    return anchor + schedule.count * (Math.max(0, Math.floor((after - anchor) / schedule.count)) + 1);
  const { calendar, date } = schedule;
  const inMonthOf = (day: Day): Day => {
    const { from, to } = periodOf(calendar, 'month', day);
    return Math.min(from + date - 1, to);
  };
  const thisMonth = inMonthOf(after);
  return thisMonth > after ? thisMonth : inMonthOf(periodOf(calendar, 'month', after).to + 1);
}

/** The hour in Tehran at which plans buy and announce. */
const hour = 10;
const hourMs = 3_600_000;

/** When the cycle of a day is due. */
export const dueAt = (day: Day): number => startOf(day) + hour * hourMs;

/** The last day whose cycle is due. */
export const lastDueDay = (at: number): Day => dayOf(at - hour * hourMs);

/** When a cycle is announced: the day before. */
export const noticeAt = (day: Day): number => dueAt(day) - dayMs;

/** The last attempt of a failing cycle: the next morning. */
export const lastTryAt = (day: Day): number => dueAt(day) + dayMs - hourMs;

/** When the worker gives a cycle up. */
export const tooLateAt = (day: Day): number => dueAt(day) + dayMs;

/** After this, the receipt tells the buyer that the purchase is late. */
export const lateAt = (day: Day): number => dueAt(day) + hourMs;
