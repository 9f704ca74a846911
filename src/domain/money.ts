import { forEachLanguage, type Language, rulesOf } from './language.ts';

/** Whole rials. A safe, non-negative integer unless the name says otherwise (a balance may be negative). */
export type Rials = number;

/** 100 billion tomans. More is a mistake, and sums of smaller amounts stay exact. */
export const mostRials: Rials = 1_000_000_000_000;

/** A wallet's stored sum that differs from the sum of its ledger rows. */
export interface LedgerMismatch {
  readonly personId: number;
  readonly what: 'balance' | 'held';
  readonly kept: Rials;
  readonly summed: Rials;
}

export const units = ['rial', 'toman'] as const;
export type Unit = (typeof units)[number];

export const rialsOfToman = 10;

/** Rounds half up. BigInt, because the product of two safe integers may be unsafe. */
export function vatOf(base: Rials, percent: number): Rials {
  const hundredths = BigInt(base) * BigInt(percent);
  return Number((hundredths + 50n) / 100n);
}

export function isRials(value: unknown): value is Rials {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Converts without rounding: an odd rial becomes a decimal of a toman. */
export function inUnit(amount: Rials, unit: Unit): number {
  return unit === 'rial' ? amount : amount / rialsOfToman;
}

// Persian negatives are LRM, U+2212, digits: LRM keeps the minus left of the digits. 'negative' shows no sign for -0.
const style = { maximumFractionDigits: 1, signDisplay: 'negative' } as const;
const formats = forEachLanguage(({ numbers }) => new Intl.NumberFormat(numbers, style));
const plurals = forEachLanguage(({ numbers }) => new Intl.PluralRules(numbers, style));

/** A number and its unit stay on one line. */
export const noBreak = '\u00a0';

// Formats decimal text, because dividing a large double by ten shows a wrong last digit.
const figureText = (amount: Rials, unit: Unit, language: Language): string =>
  formats[language].format(`${amount}E${unit === 'rial' ? '0' : '-1'}` as `${number}`);

/** Always includes the unit, because confusing rials and tomans is the most common complaint in this market. */
export function moneyText(amount: Rials, unit: Unit, language: Language): string {
  const names = rulesOf(language).units[unit];
  const name = names[plurals[language].select(Math.abs(inUnit(amount, unit)))] ?? names.other;
  return `${figureText(amount, unit, language)}${noBreak}${name}`;
}

/** For buttons. */
export const shortMoneyText = (amount: Rials, unit: Unit, language: Language): string =>
  `${figureText(amount, unit, language)}${noBreak}${rulesOf(language).shortUnits[unit]}`;
