import { type Calendar, calendars, type Day, periodOf } from '#domain/calendar.ts';
import { type Schedule, writeSchedule } from '#domain/schedule.ts';

const usual = [7, 30];

/** What a person chooses from: weekly, every 30 days, as long as the package lasts, and on a date of either calendar. */
export function scheduleChoices(
  own: Calendar,
  { today, days }: { readonly today: Day; readonly days: number | null },
): Schedule[] {
  const lasting = days !== null && days > 1 && days <= 366 ? [days] : [];
  const counts = [...new Set([...lasting, ...usual])];
  const date = today - periodOf(own, 'month', today).from + 1;
  const choices: Schedule[] = [
    ...counts.map((count) => ({ every: 'days', count }) as const),
    ...calendars
      .toSorted((a, b) => Number(b === own) - Number(a === own))
      .map((calendar) => ({ every: 'month', calendar, date: 1 }) as const),
    { every: 'month', calendar: own, date },
  ];
  return [...new Map(choices.map((choice) => [writeSchedule(choice), choice])).values()];
}
