/** Whole rials. Always a safe, non-negative integer unless a name says otherwise (a balance may be negative). */
export type Rials = number;

export const units = ['rial', 'toman'] as const;
export type Unit = (typeof units)[number];

/** Half up, in integers: a product of two safe integers need not be safe, hence BigInt on the way. */
export function vatOf(base: Rials, percent: number): Rials {
  const hundredths = BigInt(base) * BigInt(percent);
  return Number((hundredths + 50n) / 100n);
}

export function isRials(value: unknown): value is Rials {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** A toman is ten rials; an odd rial is a decimal, because rounding it away would be a lie. */
export function inUnit(amount: Rials, unit: Unit): number {
  return unit === 'rial' ? amount : amount / 10;
}

// A debt in Persian reads LRM, U+2212, digits: the mark keeps the minus at the left of its digits in a right-to-left
// line. 'negative' gives no sign to a zero, also not to the -0 that taking nothing from nothing leaves behind.
const style = { maximumFractionDigits: 1, signDisplay: 'negative' } as const;
const formats = {
  fa: new Intl.NumberFormat('fa-IR', style),
  en: new Intl.NumberFormat('en-US', style),
} as const;

const names = {
  fa: { rial: { one: 'ریال', many: 'ریال' }, toman: { one: 'تومان', many: 'تومان' } },
  en: { rial: { one: 'rial', many: 'rials' }, toman: { one: 'toman', many: 'tomans' } },
} as const;

/** As they stand on buttons, where there is room for a few letters. */
const shortNames = { fa: { rial: 'ریال', toman: 'ت' }, en: { rial: 'IRR', toman: 'T' } } as const;

export type Language = keyof typeof formats;

/** Never without its unit: a tenfold mistake is the classic complaint of this market. */
export function moneyText(amount: Rials, unit: Unit, language: Language): string {
  const name = names[language][unit][Math.abs(inUnit(amount, unit)) === 1 ? 'one' : 'many'];
  // As decimal text: a large amount divided by ten as a double shows a wrong last digit.
  const exact = `${amount}E${unit === 'rial' ? '0' : '-1'}` as `${number}`;
  return `${formats[language].format(exact)} ${name}`;
}

/** For a button. What is no whole number of tomans is said in rials: a fraction takes more room, and nobody says it. */
export function shortMoneyText(amount: Rials, unit: Unit, language: Language): string {
  const shown = amount % 10 === 0 ? unit : 'rial';
  return `${formats[language].format(inUnit(amount, shown))} ${shortNames[language][shown]}`;
}
