import { dayMs, dayOf, startOf } from './calendar.ts';
import { foldText } from './fold-text.ts';
import { parseDays } from './period.ts';

const date = /\d{4} ?[/.-] ?\d{1,2} ?[/.-] ?\d{1,2}/;
/** Matches "18:30", «ساعت ۹», "9 pm". */
const clocks = [
  /(?<!\d)(?<hours>\d{1,2})[:.](?<minutes>\d{2})(?!\d)/,
  /(?<!\p{L})(?:ساعت|الساعه|at) ?(?<hours>\d{1,2})(?!\d)/u,
  /(?<!\d)(?<hours>\d{1,2}) ?(?=صبح|ظهر|بعد|عصر|شب|صباحا|مساء|لیلا|[ap]m)/,
];
const tomorrow = /فردا|tomorrow|غدا?/;
const today = /امروز|امشب|today|tonight|الیوم|اللیله/;
const afternoon = /ظهر|عصر|مساء|pm/;
const morning = /صبح|صباحا|am/;
const night = /شب|tonight|لیل/;
/** All words that may accompany a time. Any other word refuses the text, because it may name a day. */
const known =
  /(?<!\p{L})(?:ساعت|الساعه|at|on|در|روز|تاریخ|و|صبح|بعد ?از ?ظهر|بعد الظهر|ظهر|عصر|شب|صباحا|مساء|لیلا|am|pm|فردا|tomorrow|غدا?|امروز|امشب|today|tonight|الیوم|اللیله)(?!\p{L})/gu;

/**
 * Reads a time in Tehran: "18:30" (the next one), «فردا ساعت ۹», "1405/8/25 18:30". Null if it is not understood. The
 * time may be in the past.
 */
export function parsePlannedTime(text: string, now: number): number | null {
  const typed = foldText(text);
  const [day = ''] = date.exec(typed) ?? [];
  const rest = typed.replace(day, ' ');
  const match = clocks.map((clock) => clock.exec(rest)).find((found) => found !== null);
  if (!match || /[\p{L}\d]/u.test(rest.replace(match[0], ' ').replace(known, ' '))) return null;
  const { hours = '', minutes = '0' } = match.groups ?? {};
  const hour = hourOf(Number(hours), rest);
  if (hour === null || hour > 23 || Number(minutes) > 59) return null;
  const start = startOfDay(rest, day, now);
  if (start === null) return null;
  const moment = start + (hour * 60 + Number(minutes)) * 60_000;
  // A time without a day means its next occurrence.
  return moment <= now && day === '' && !today.test(rest) && !tomorrow.test(rest) ? moment + dayMs : moment;
}

/** "Nine at night" is 21. Null for twelve at night and "12 am", which may be the start or the end of a day. */
function hourOf(hour: number, text: string): number | null {
  if (hour === 12 && (night.test(text) || morning.test(text))) return null;
  if (night.test(text)) return hour >= 6 && hour < 12 ? hour + 12 : hour;
  return afternoon.test(text) && hour < 12 && hour > 0 && !(text.includes('ظهر') && hour > 9) ? hour + 12 : hour;
}

function startOfDay(text: string, day: string, now: number): number | null {
  if (day === '') return startOf(dayOf(now) + (tomorrow.test(text) ? 1 : 0));
  const days = parseDays(day);
  return days === null ? null : startOf(days.from);
}
