import type { Calendar, Period } from '../../domain/calendar.ts';
import { englishOf } from '../../domain/gateway-english.ts';
import { type Language, moneyText, noBreak, shortMoneyText, type Unit, units } from '../../domain/money.ts';
import type { Operators } from '../../domain/operators.ts';
import { type Mobile, maskedMobile, spokenMobile } from '../../domain/phone.ts';
import type { OperatorId, ProductType, SimType } from '../../domain/product.ts';
import { type Messenger, telegram } from './messenger.ts';
import { periodName } from './period-name.ts';
import type { Texts, Variables } from './texts.ts';
import { graphemes } from './truncate.ts';

/** Formats texts, money, dates and names for one language and unit. */
export type Formatter = ReturnType<typeof createFormatter>;

const leftToRight = '\u2066';
const asItReads = '\u2068';
const end = '\u2069';

/** Also repairs lone surrogates, for which Telegram refuses the whole message. */
export const escapeHtml = (text: string): string =>
  special.test(text) ? escaped(text.toWellFormed()) : text.toWellFormed();

const special = /[&<>"]/;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** HTML that is safe as it is. */
export interface Markup {
  readonly html: string;
}

const asHtml = (value: string | number | Markup): string | number => {
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? value : value.html;
};

/** Keeps numbers and codes left-to-right within any text. */
export const isolated = (text: string): string => `${leftToRight}${text}${end}`;

// Direction marks in a foreign text must not affect the rest of the line.
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text from outside: one line, isolated in its own direction, truncated. */
export const foreign = (text: string, length = 200): string => `${asItReads}${truncate(oneLine(text), length)}${end}`;

export const oneLine = (text: string): string => text.replace(directionMarks, '').replace(/\s+/g, ' ').trim();

/**
 * At most `length` graphemes, never cutting one in two. Graphemes of very many code units count for more, because Telegram
 * counts code units.
 */
export function truncate(text: string, length: number, more = '…'): string {
  if (text.length <= length) return text;
  let kept = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += 1;
    if (count > length || kept.length + segment.length > length * 4) return `${kept.trimEnd()}${more}`;
    kept += segment;
  }
  return text;
}

/** Keeps sizes and amounts in a name on one line: "10 GB", «۵۰ هزار تومان». */
export const withoutBreaks = (name: string): string =>
  name.replace(/(?<=\p{Nd}) (?=\p{L})|(?<=هزار|میلیون) (?=تومان|ریال)/gu, noBreak);

const percentStyle = { style: 'percent', maximumFractionDigits: 2 } as const;
const percents = {
  fa: new Intl.NumberFormat('fa-IR', percentStyle),
  en: new Intl.NumberFormat('en-US', percentStyle),
} as const;

const timeZone = 'Asia/Tehran';
const calendars = {
  fa: new Intl.DateTimeFormat('fa-IR-u-ca-persian', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone }),
} as const;
const fullDates = {
  fa: new Intl.DateTimeFormat('fa-IR-u-ca-persian', { dateStyle: 'medium', timeZone }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }),
} as const;
const dates = {
  fa: new Intl.DateTimeFormat('fa-IR-u-ca-persian', { day: 'numeric', month: 'short', timeZone }),
  en: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone }),
} as const;
const clocks = {
  fa: new Intl.DateTimeFormat('fa-IR', { timeStyle: 'short', timeZone }),
  en: new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone }),
} as const;

const spans = {
  fa: new Intl.RelativeTimeFormat('fa', { numeric: 'auto' }),
  en: new Intl.RelativeTimeFormat('en', { numeric: 'auto' }),
} as const;
const minute = 60_000;

/** The part of a name that fits on a button with other facts. */
export const buttonLength = 40;

export function createFormatter(
  texts: Texts,
  operators: Operators,
  language: Language,
  unit: Unit,
  messenger: Messenger = telegram,
) {
  /** For button labels and toasts, which are plain text. */
  const plain = (key: string, variables?: Variables) => texts.translate(language, key, variables);
  /** For messages: variables are escaped, except `Markup`. */
  const html = (key: string, variables: Readonly<Record<string, string | number | Markup>> = {}) => {
    const safe = Object.entries(variables).map(([name, value]) => [name, asHtml(value)]);
    return texts.translate(language, key, Object.fromEntries(safe));
  };
  const nameOf = (local: string, english: string | null) => (language === 'en' && english ? english : local);

  return {
    language,
    unit,
    /** Where it is read. */
    messenger,
    calendar: (language === 'fa' ? 'persian' : 'gregorian') as Calendar,
    plain,
    html,
    /** Tenths of a toman are also shown in rials. */
    money(amount: number): string {
      const text = moneyText(amount, unit, language);
      return unit === 'rial' || amount % 10 === 0 ? text : `${text} (${moneyText(amount, 'rial', language)})`;
    },
    /** For a button; like `price`, without fractions. */
    sum: (amount: number) => moneyText(amount, amount % 10 === 0 ? unit : 'rial', language),
    /** For a button of a list: abbreviated. */
    price: (amount: number) => shortMoneyText(amount, unit, language),
    bothUnits(amount: number): { amount: string; other: string } {
      const other = units.find((one) => one !== unit) ?? unit;
      return { amount: moneyText(amount, unit, language), other: moneyText(amount, other, language) };
    },
    /** Of basis points: with as many decimals as there are. */
    percent: (points: number) => percents[language].format(points / 10_000),
    mobile: (mobile: Mobile) => isolated(spokenMobile(mobile)),
    masked: (mobile: Mobile) => isolated(maskedMobile(mobile)),
    code: (code: string) => isolated(code),
    /** A tap copies it, without the direction marks around it. */
    copyable: (text: string): Markup => ({ html: isolated(`<code>${escapeHtml(text)}</code>`) }),
    when: (at: number) => calendars[language].format(at),
    date: (at: number) => fullDates[language].format(at),
    day: (at: number) => dates[language].format(at),
    period: (period: Period) => periodName(language, period),
    clock: (at: number) => clocks[language].format(at),
    ago(at: number, now: number): string {
      const minutes = Math.max(0, Math.floor((now - at) / minute));
      if (minutes < 1) return plain('just-now');
      if (minutes < 120) return spans[language].format(-minutes, 'minute');
      const hours = Math.floor(minutes / 60);
      return hours < 48
        ? spans[language].format(-hours, 'hour')
        : spans[language].format(-Math.floor(hours / 24), 'day');
    },
    operator: (id: OperatorId) => operators[id].names[language],
    sim: (sim: SimType) => plain(`sim-${sim}`),
    type: (type: ProductType) => plain(`type-${type}`),
    /** A text that the gateway has in Persian only; English where we know it. */
    fromGateway: (text: string) => (language === 'en' ? (englishOf(text) ?? text) : text),
    /** The name in the reader's language, where there is one; `named` makes it safe for a message. */
    nameOf,
    named: (local: string, english: string | null, length?: number) =>
      withoutBreaks(foreign(nameOf(local, english), length)),
  };
}

export function createFormatters(
  texts: Texts,
  operators: Operators,
  messenger: Messenger = telegram,
): (language: Language, unit: Unit) => Formatter {
  const of = (language: Language) => ({
    rial: createFormatter(texts, operators, language, 'rial', messenger),
    toman: createFormatter(texts, operators, language, 'toman', messenger),
  });
  const formatters = { fa: of('fa'), en: of('en') };
  return (language, unit) => formatters[language][unit];
}
