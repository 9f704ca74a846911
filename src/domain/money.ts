/** Whole rials. Always a safe, non-negative integer unless a name says otherwise (a balance may be negative). */
export type Rials = number;

export const units = ['rial', 'toman'] as const;
export type Unit = (typeof units)[number];

/** Half up, in integers: 100 * base stays exact for every amount that a person could spend. */
export function vatOf(base: Rials, percent: number): Rials {
  const hundredths = BigInt(base) * BigInt(percent);
  return Number((hundredths + 50n) / 100n);
}

export function isRials(value: unknown): value is Rials {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** A toman is ten rials; an odd rial shows as a decimal, because rounding it away would be a lie. */
export function inUnit(amount: Rials, unit: Unit): number {
  return unit === 'rial' ? amount : amount / 10;
}

const formats = {
  fa: new Intl.NumberFormat('fa-IR', { maximumFractionDigits: 1 }),
  en: new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }),
} as const;

const names = { fa: { rial: 'ریال', toman: 'تومان' }, en: { rial: 'rials', toman: 'tomans' } } as const;

export type Language = keyof typeof formats;

/** Never without its unit: a tenfold mistake is the classic complaint of this market. */
export function moneyText(amount: Rials, unit: Unit, language: Language): string {
  return `${formats[language].format(inUnit(amount, unit))} ${names[language][unit]}`;
}
