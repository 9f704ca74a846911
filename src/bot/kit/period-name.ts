import { dayMs, type Period } from '#domain/calendar.ts';
import { forEachLanguage, type Language } from '#domain/language.ts';

const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const formats = forEachLanguage(({ dates }) => new Intl.DateTimeFormat(dates, date));
const weekdays = forEachLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { weekday: 'long', timeZone: 'UTC' }));

export function periodName(language: Language, { span, from, to }: Period): string {
  const format = formats[language];
  switch (span) {
    case 'day':
      return `${weekdays[language].format(from * dayMs)} ${format.format(from * dayMs)}`;
    case 'week':
      return format.formatRange(from * dayMs, to * dayMs);
    case 'month': {
      const parts = format.formatToParts(from * dayMs).filter(({ type }) => type === 'month' || type === 'year');
      return parts.map(({ value }) => value).join(' ');
    }
  }
}
