import type { Calendar } from './calendar.ts';

/** Repeats `money.ts`, which imports this file. */
type Unit = 'rial' | 'toman';

/** Forms by plural category of `Intl.PluralRules`. */
type Plural = Partial<Readonly<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

interface LanguageRules {
  /** Locale of `Intl` for digits, separators and plurals. */
  readonly numbers: string;
  /** Locale of `Intl` for names of months, the order of a date and the calendar. */
  readonly dates: string;
  readonly calendar: Calendar;
  readonly direction: 'rtl' | 'ltr';
  /** Which names of products, operators and banks its readers see. */
  readonly names: 'fa' | 'en' | 'ar';
  readonly units: Readonly<Record<Unit, Plural>>;
  /** For buttons. */
  readonly shortUnits: Readonly<Record<Unit, string>>;
}

/**
 * Every language of the bot. To add one, add a row here and a file `<language>.ftl` in `locales/`, which may begin with
 * a few texts. Languages are stored and encoded by name or index, so only append.
 */
const languageRules = {
  fa: {
    numbers: 'fa-IR',
    dates: 'fa-IR-u-ca-persian',
    calendar: 'persian',
    direction: 'rtl',
    names: 'fa',
    units: { rial: { other: 'ریال' }, toman: { other: 'تومان' } },
    shortUnits: { rial: 'ریال', toman: 'ت' },
  },
  en: {
    numbers: 'en-US',
    dates: 'en-GB',
    calendar: 'gregorian',
    direction: 'ltr',
    names: 'en',
    units: { rial: { one: 'rial', other: 'rials' }, toman: { one: 'toman', other: 'tomans' } },
    shortUnits: { rial: 'IRR', toman: 'T' },
  },
  ar: {
    numbers: 'ar-IQ-u-nu-arab',
    dates: 'ar-IQ-u-hc-h23-nu-arab',
    calendar: 'gregorian',
    direction: 'rtl',
    names: 'ar',
    units: {
      rial: { few: 'ريالات', many: 'ريالًا', other: 'ريال' },
      toman: { few: 'تومانات', many: 'تومانًا', other: 'تومان' },
    },
    shortUnits: { rial: 'ريال', toman: 'ت' },
  },
} as const satisfies Readonly<Record<string, LanguageRules>>;

export type Language = keyof typeof languageRules;

export const languages = Object.keys(languageRules) as readonly Language[];

export const isLanguage = (name: string): name is Language => Object.hasOwn(languageRules, name);

/** The language of a shop without a setting. */
export const defaultLanguage: Language = 'fa';
/** The language for clients in other languages, and for texts that a language still lacks. */
export const fallbackLanguage: Language = 'en';

export const rulesOf = (language: Language): LanguageRules => languageRules[language];

/** The language of a code such as `fa-IR`; undefined if the client does not tell one. */
export const languageOf = (code: string | undefined): Language =>
  languages.find((language) => code?.toLowerCase().split(/[-_]/)[0] === language) ?? fallbackLanguage;

/** Makes a value once for every language. */
export const forEachLanguage = <T>(
  make: (rules: LanguageRules, language: Language) => T,
): Readonly<Record<Language, T>> =>
  Object.fromEntries(languages.map((language) => [language, make(languageRules[language], language)])) as Record<
    Language,
    T
  >;
