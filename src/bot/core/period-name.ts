import { dayMs, type Period } from '../../domain/calendar.ts';
import type { Language } from '../../domain/money.ts';

const date = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const formats = {
  fa: new Intl.DateTimeFormat('fa-IR-u-ca-persian', date),
  en: new Intl.DateTimeFormat('en-GB', date),
} as const;
const weekdays = {
  fa: new Intl.DateTimeFormat('fa-IR', { weekday: 'long', timeZone: 'UTC' }),
  en: new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }),
} as const;

export function periodName(language: Language, { span, from, to }: Period): string {
  const format = formats[language];
  switch (span) {
    case 'day':
      return `${weekdays[language].format(from * dayMs)} ${format.format(from * dayMs)}`;
    case 'week':
      return format.formatRange(from * dayMs, to * dayMs);
    case 'month': {
      const named = format.formatToParts(from * dayMs).filter(({ type }) => type === 'month' || type === 'year');
      return named.map(({ value }) => value).join(' ');
    }
  }
}
