import { type Calendar, type Day, periodOf, type Span } from '#domain/calendar.ts';
import { foldText } from '#domain/fold-text.ts';
import { keyOf } from '#domain/words/spelling.ts';

interface ReportDays {
  readonly span: Span;
  /** Null: today. */
  readonly day: Day | null;
}

const words = (line: string): ReadonlySet<string> => new Set(line.split(', ').map((word) => keyOf(foldText(word))));

const yesterday = words('دیروز, دیروزم, دیروزو, diruz, dirooz, dirouz, yesterday, أمس, امبارح, البارحة');
const weeks = words('هفته, هفتگی, hafte, haftegi, week, weekly, الأسبوع, أسبوع');
const months = words('ماه, ماهانه, mah, mahe, mahane, month, monthly, الشهر, شهر');
const before = words('گذشته, قبل, پیش, قبلی, ghabl, pish, gozashte, last, previous, الماضي');
const persianMonths = 'فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند';
const latinMonths = 'farvardin ordibehesht khordad tir mordad shahrivar mehr aban azar dey bahman esfand';
const monthNames = [persianMonths, latinMonths].map((line) => line.split(' ').map((word) => keyOf(foldText(word))));

/** The days that a report is asked for: «گزارش دیروز», «گزارش آبان», "sales of last week". */
export function reportDays({ words: text }: { readonly words: string }, calendar: Calendar, today: Day): ReportDays {
  const typed = text.split(/[^\p{L}\p{N}]+/u).map(keyOf);
  const says = (some: ReadonlySet<string>) => typed.some((word) => some.has(word));
  if (says(yesterday)) return { span: 'day', day: today - 1 };
  const month = Math.max(...monthNames.map((names) => names.findIndex((name) => typed.includes(name))));
  if (month >= 0) return { span: 'month', day: dayOfMonth(month, today) };
  const span = says(weeks) ? 'week' : says(months) ? 'month' : 'day';
  if (span === 'day' || !says(before)) return { span, day: null };
  return { span, day: periodOf(calendar, span, today).from - 1 };
}

/** A day of the last month of that name. */
function dayOfMonth(month: number, today: Day): Day {
  let { from } = periodOf('persian', 'month', today);
  for (let back = 0; back < 12 && monthOf(from) !== month; back += 1)
    from = periodOf('persian', 'month', from - 1).from;
  return from;
}

const persianMonth = new Intl.DateTimeFormat('en-u-ca-persian-nu-latn', { month: 'numeric', timeZone: 'UTC' });
const monthOf = (day: Day): number => Number(persianMonth.format(day * 86_400_000)) - 1;
