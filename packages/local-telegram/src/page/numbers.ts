import { language, say } from './store.ts';

const locale = (): string => (language() === 'fa' ? 'fa-IR' : 'en-GB');

/** Isolates numbers, which run left to right in either script. */
export const isolated = (text: string): string => `\u2066${text}\u2069`;

export const count = (value: number): string => new Intl.NumberFormat(locale()).format(value);

/** Shows rials as tomans, which people use. */
export const tomans = (rials: number): string =>
  `${isolated(new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(rials / 10))} ${say('toman')}`;

export const clock = (seconds: number): string =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit' }).format(seconds * 1000);

export const clockWithSeconds = (ms: number): string =>
  new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit' }).format(ms);

const calendar = (): string => (language() === 'fa' ? 'fa-IR-u-ca-persian' : 'en-GB');
const dayNumber = (ms: number): number => Math.floor((ms - new Date(ms).getTimezoneOffset() * 60_000) / 86_400_000);

export function day(seconds: number): string {
  const ago = dayNumber(Date.now()) - dayNumber(seconds * 1000);
  if (ago === 0) return say('today');
  if (ago === 1) return say('yesterday');
  return new Intl.DateTimeFormat(calendar(), { day: 'numeric', month: 'long' }).format(seconds * 1000);
}

/** The time for today, otherwise the day. */
export const whenShort = (seconds: number): string =>
  dayNumber(Date.now()) === dayNumber(seconds * 1000) ? clock(seconds) : day(seconds);

export const fileSize = (bytes: number): string =>
  bytes < 1024 ? `${count(bytes)} B` : `${count(Math.round(bytes / 102.4) / 10)} KB`;

export function money(amount: number, currency: string): string {
  // Stars and rials are whole units; other currencies use hundredths.
  const digits = currency === 'XTR' || currency === 'IRR' ? 0 : 2;
  const value = new Intl.NumberFormat(locale(), { minimumFractionDigits: digits }).format(amount / 10 ** digits);
  return `${isolated(value)} ${currency}`;
}

/** Shows 989351234567 as +98 935 123 4567. */
export const phone = (digits: string): string => {
  const parts = /^\+?(\d{2})(\d{3})(\d{3})(\d{4})$/.exec(digits);
  return isolated(parts ? `+${parts.slice(1).join(' ')}` : digits);
};
