import { dayMs, dayOf, startOf } from './calendar.ts';
import { parseDays } from './period.ts';
import { plainDigits } from './phone.ts';

const clock = /(?<!\d)(\d{1,2})[:٫.](\d{2})(?!\d)/;
const tomorrow = /فردا|tomorrow|غد[اًا]*/i;
const today = /امروز|امشب|today|tonight/i;

/**
 * A time in Tehran as people type it: "18:30" (the next one), "فردا ۱۸:۳۰", "1405/8/25 18:30". Null: not understood, or not
 * to come.
 */
export function parsePlannedTime(text: string, now: number): number | null {
  const digits = plainDigits(text);
  const hasDate = /\d{4}\s?[/.-]/.test(digits);
  const [date = ''] = hasDate ? (/\d{4}\s?[/.-]\s?\d{1,2}\s?[/.-]\s?\d{1,2}/.exec(digits) ?? []) : [];
  const match = clock.exec(digits.replace(date, ' '));
  const [, hours, minutes] = match ?? [];
  if (hours === undefined || minutes === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  const time = (Number(hours) * 60 + Number(minutes)) * 60_000;
  const at = startOfDay(digits, date, now);
  if (at === null) return null;
  const moment = at + time;
  if (moment > now) return moment;
  // A time alone is the next one.
  return date === '' && !today.test(digits) && !tomorrow.test(digits) ? moment + dayMs : null;
}

function startOfDay(digits: string, date: string, now: number): number | null {
  if (date !== '') {
    const days = parseDays(date);
    return days === null ? null : startOf(days.from);
  }
  return startOf(dayOf(now) + (tomorrow.test(digits) ? 1 : 0));
}
