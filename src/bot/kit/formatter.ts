import { type Messenger, telegram } from '#bot/telegram/messenger.ts';
import { withAmountsIn } from '#domain/amount-in-name.ts';
import { dayMs, type Period } from '#domain/calendar.ts';
import { directionMarks } from '#domain/fold-text.ts';
import { arabicOf, arabicWords } from '#domain/gateway-arabic.ts';
import { englishOf } from '#domain/gateway-english.ts';
import { defaultLanguage, forEachLanguage, type Language, rulesOf } from '#domain/language.ts';
import { inUnit, moneyText, noBreak, rialsOfToman, shortMoneyText, type Unit } from '#domain/money.ts';
import type { Operators } from '#domain/operators.ts';
import { type Mobile, maskedMobile, spokenMobile } from '#domain/phone.ts';
import type { OperatorId, ProductType, SimType } from '#domain/product.ts';
import { type ShortName, shortName } from '#domain/short-name.ts';
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
interface Markup {
  readonly html: string;
}

const asHtml = (value: string | number | Markup): string | number => {
  if (typeof value === 'string') return escapeHtml(value);
  return typeof value === 'number' ? value : value.html;
};

/** Keeps numbers and codes left-to-right within any text. */
export const isolated = (text: string): string => `${leftToRight}${text}${end}`;

/** A text from outside the shop: one line, isolated in its own direction, truncated. */
export const untrusted = (text: string, length = 200): string => `${asItReads}${truncate(oneLine(text), length)}${end}`;

export const oneLine = (text: string): string => text.replace(directionMarks, '').replace(/\s+/g, ' ').trim();

/**
 * At most `length` graphemes, never cutting one in two. Graphemes of very many code units count for more, because Telegram
 * counts code units.
 */
export function truncate(text: string, length: number, more = '…'): string {
  if (text.length <= length) return text;
  let start = '';
  let count = 0;
  for (const { segment } of graphemes.segment(text)) {
    count += 1;
    if (count > length || start.length + segment.length > length * 4) return `${start.trimEnd()}${more}`;
    start += segment;
  }
  return text;
}

/** Keeps sizes and amounts in a name on one line: "10 GB", «۵۰ هزار تومان». */
export const withoutBreaks = (name: string): string =>
  name.replace(/(?<=\p{Nd}) (?=\p{L})|(?<=هزار|میلیون) (?=تومان|ریال)/gu, noBreak);

const percentStyle = { style: 'percent', maximumFractionDigits: 2 } as const;
const percents = forEachLanguage(({ numbers }) => new Intl.NumberFormat(numbers, percentStyle));

const languageNames = forEachLanguage(({ numbers }) => new Intl.DisplayNames(numbers, { type: 'language' }));

const timeZone = 'Asia/Tehran';
const datesIn = (options: Intl.DateTimeFormatOptions) =>
  forEachLanguage(({ dates }) => new Intl.DateTimeFormat(dates, { ...options, timeZone }));
const calendars = datesIn({ dateStyle: 'medium', timeStyle: 'short' });
const fullDates = datesIn({ dateStyle: 'medium' });
const dates = datesIn({ day: 'numeric', month: 'short' });
const digitDates = datesIn({ day: 'numeric', month: 'numeric' });
const clocks = datesIn({ timeStyle: 'short' });
const spans = forEachLanguage(({ numbers }) => new Intl.RelativeTimeFormat(numbers, { numeric: 'auto' }));
const minute = 60_000;

/** The part of a name that fits on a button with other facts. */
export const buttonLength = 40;

const fromGateway = { fa: (text: string) => text, en: (text: string) => englishOf(text) ?? text, ar: arabicOf };

interface FormatterDeps {
  readonly texts: Texts;
  readonly operators: Operators;
  readonly messenger?: Messenger;
  /** The shop's current name; null if the owner set no name. */
  readonly shopName?: () => string | null;
  readonly shopLanguage?: Language;
}

export function createFormatter(
  { texts, operators, messenger = telegram, shopName = () => null }: FormatterDeps,
  language: Language,
  unit: Unit,
) {
  const rules = rulesOf(language);
  /** For button labels and toasts, which are plain text. */
  const plain = (key: string, variables?: Variables) => texts.translate(language, key, variables);
  /** For messages: variables are escaped, except `Markup`. */
  const html = (key: string, variables: Readonly<Record<string, string | number | Markup>> = {}) => {
    const safe = Object.entries(variables).map(([name, value]) => [name, asHtml(value)]);
    return texts.translate(language, key, Object.fromEntries(safe));
  };
  const money = (amount: number) => moneyText(amount, unit, language);
  /** The gateway's name in the nearest language. */
  const sourceName = (local: string, english: string | null) =>
    withAmountsIn(unit, rules.names === 'fa' ? local : (english ?? local));
  /** Builds Arabic names from their parts, because gateways have no Arabic names. */
  const nameOf = (local: string, english: string | null) =>
    rules.names === 'ar' ? composedName(plain, sourceName(local, english)) : sourceName(local, english);

  return {
    language,
    unit,
    /** The messenger in which the text is read. */
    messenger,
    /** The shop's name; null if the owner set no name. */
    shopName,
    calendar: rules.calendar,
    /** True if the text runs from right to left. */
    rtl: rules.direction === 'rtl',
    /** Names of top-ups are our own too. */
    composesNames: rules.names === 'ar',
    plain,
    html,
    /** Uses the reader's unit for every amount; tenths of a toman become a decimal. */
    money,
    /** A sum of many amounts, of which nobody reads the tenths of a toman. */
    sum: (amount: number) => money(unit === 'rial' ? amount : rialsOfToman * Math.round(amount / rialsOfToman)),
    /** Abbreviated, for a button of a list. */
    price: (amount: number) => shortMoneyText(amount, unit, language),
    /** Numbers that can be added up, for the columns of a file. */
    figure: (amount: number) => inUnit(amount, unit),
    unitName: plain(`unit-${unit}`),
    /** Money at a bank or on a card, with rials beside tomans, because banks count in rials. */
    bankMoney: (amount: number) =>
      unit === 'rial'
        ? money(amount)
        : plain('money-at-bank', { amount: money(amount), rials: moneyText(amount, 'rial', language) }),
    /** Basis points as a percentage, with as many decimals as there are. */
    percent: (points: number) => percents[language].format(points / 10_000),
    mobile: (mobile: Mobile) => isolated(spokenMobile(mobile)),
    masked: (mobile: Mobile) => isolated(maskedMobile(mobile)),
    code: (code: string) => isolated(code),
    /** Text that a tap copies without direction marks. */
    copyable: (text: string): Markup => ({ html: isolated(`<code>${escapeHtml(text)}</code>`) }),
    when: (at: number) => calendars[language].format(at),
    date: (at: number) => fullDates[language].format(at),
    day: (at: number) => dates[language].format(at),
    /** Without the month's name, which is long in some languages. */
    shortDay: (at: number) => digitDates[language].format(at),
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
    /** Uses the reader's language, unless another one is given. */
    languageName: (other: Language, within = language) => languageNames[within].of(other) ?? other,
    operator: (id: OperatorId) => operators[id].names[rules.names] ?? operators[id].names.en,
    /** Of what is bought: also that it is for a TD-LTE card. */
    sim: (sim: SimType, type: ProductType = 'data') => `${plain(`sim-${sim}`)}${type === 'tdlte' ? ' · TD-LTE' : ''}`,
    type: (type: ProductType) => plain(`type-${type}`),
    /** Translates a category or reason, which the gateway only has in Persian, if we know it. */
    fromGateway: fromGateway[rules.names],
    sourceName,
    /** Words of a name that are left after its parts were read. */
    nameWords: (text: string) => (rules.names === 'ar' ? arabicWords(text) : text),
    /** The name in the reader's language, where there is one, and unit; `named` makes it safe for a message. */
    nameOf,
    named: (local: string, english: string | null, length?: number) =>
      withoutBreaks(untrusted(nameOf(local, english), length)),
  };
}

/** Unknown people read the shop's language and tomans. */
export type FormatterFor = (language: Language | null | undefined, unit?: Unit) => Formatter;

export function createFormatters(deps: FormatterDeps): FormatterFor {
  const { shopLanguage = defaultLanguage } = deps;
  const of = (language: Language) => ({
    rial: createFormatter(deps, language, 'rial'),
    toman: createFormatter(deps, language, 'toman'),
  });
  const formatters = forEachLanguage((_, language) => of(language));
  return (language, unit = 'toman') => formatters[language ?? shopLanguage][unit];
}

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

/** The text that a person reads in Telegram's HTML. */
export const plainText = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');

type Plain = (key: string, variables?: Variables) => string;

const timeKeys = {
  day: { usual: 'days', tight: 'days-tight' },
  hour: { usual: 'hours', tight: 'hours-tight' },
} as const;

export const amountsText = (plain: Plain, amounts: ShortName['amounts']): string =>
  amounts.map(({ count, unit }) => plain(`amount-${unit}`, { count })).join(' ');

export const timeText = (plain: Plain, time: ShortName['time'], how: 'usual' | 'tight' = 'usual'): string =>
  time === null ? '' : plain(timeKeys[time.unit][how], { [`${time.unit}s`]: time.count });

/** "30-day night internet 5 GB" as «٥ غيغا ليلي ٣٠ يومًا». */
export function composedName(plain: Plain, name: string): string {
  const { amounts, time, rest } = shortName(name, null);
  const words = rest === '' ? '' : arabicWords(rest);
  return [amountsText(plain, amounts), words, timeText(plain, time)].filter((part) => part !== '').join(' ');
}
