import { type Figure, isMoney, readWords } from './line-words.ts';
import { isRials, mostRials, type Rials, rialsOfToman, type Unit } from './money.ts';
import { plainWords } from './phone.ts';
import { atomsIn, isArticle, isConjunction } from './search-normalization.ts';

/** "50,000", "۵۰ هزار تومان", "بیست هزار", "20k", "۱۳٬۷۴۱٫۵ تومان". Without a unit the person's own unit is meant. */
export function parseAmount(text: string, unit: Unit): Rials | null {
  const figure = readWords(text).hasFillers && !isArticled.test(text) ? null : onlyFigure(text);
  return figure && toRials(figure.value, figure.unit ?? unit);
}

/** "A thousand". */
const isArticled = /^\s*an?\s/i;

/** "50 toman": fifty thousand to most people, who would be understood so anywhere else. It must be written whole. */
export function unclearAmounts(text: string): readonly [Rials, Rials] | null {
  const figure = onlyFigure(text);
  if (figure?.unit !== 'toman' || !isShort(figure)) return null;
  const [thousands, literal] = [toRials(figure.value * 1_000, 'toman'), toRials(figure.value, 'toman')];
  return thousands === null || literal === null ? null : [thousands, literal];
}

/** Where nothing tells which of two readings is meant: null, if there are two. */
export const parseWholeAmount = (text: string, unit: Unit): Rials | null =>
  unclearAmounts(text) ? null : parseAmount(text, unit);

/** Of a text that is an amount. */
const longest = 60;

/** "500,000 paid in cash": as much of the beginning as is an amount, and the rest. Zero is one too. */
export function splitAmount(text: string, unit: Unit): { readonly amount: Rials; readonly rest: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(words.length, longest); count > 0; count -= 1) {
    const typed = words.slice(0, count).join(' ');
    // "50 toman cash": 50 with the rest "toman cash" would be a guess.
    if (unclearAmounts(typed)) return null;
    const amount = isNothing(typed) ? 0 : parseAmount(typed, unit);
    if (amount === null) continue;
    const rest = words.slice(count).join(' ');
    return goesOn(rest, readWords(typed).money.length > 0) ? null : { amount, rest };
  }
  return null;
}

export const isNothing = (text: string): boolean => /^[0۰٠]$/.test(text.trim());

/** "And a half", "500", "rial": where the amount before ends would be a guess too. "12 May" behind a unit is a date. */
function goesOn(rest: string, isWhole: boolean): boolean {
  const [first, ...more] = atomsIn(rest);
  if (first && isConjunction(first)) return more.find(({ text }) => text !== 'a')?.kind === 'number';
  if (first?.kind === 'unit') return isMoney(first.text);
  return first?.kind === 'number' && !isWhole && !isArticle(first);
}

/** Not at the commas between the thousands of an amount. */
export const splitAtCommas = (text: string): string[] => text.split(/(?<!\p{Nd})[,،]|[,،](?!\p{Nd}{3}(?!\p{Nd}))/u);

/** What an amount may mean. */
interface AmountReadings {
  /** As people mean it, the likeliest first; in the person's own unit if none is named. */
  readonly likely: readonly Rials[];
  /** In the other unit, because none is named. */
  readonly otherUnit: Rials | null;
}

const isShort = ({ value, isScaled }: Figure): boolean => !isScaled && value < 1_000;

/** "50 toman" is fifty thousand, "20k" is tomans to a reader of tomans, and "20000" names no unit. */
export function readingsOf(figure: Figure, own: Unit): AmountReadings {
  const { value, unit, isScaled } = figure;
  const each = (...amounts: readonly (Rials | null)[]) => amounts.flatMap((amount) => amount ?? []);
  const [tomans, thousands] = [toRials(value, 'toman'), toRials(value * 1_000, 'toman')];
  if (isShort(figure) && unit !== 'rial') {
    const isRial = unit === null && own === 'rial';
    return {
      likely: isRial
        ? each(thousands, toRials(value * 1_000, 'rial'), toRials(value, 'rial'))
        : each(thousands, tomans),
      otherUnit: null,
    };
  }
  const likely = each(toRials(value, unit ?? own));
  if (unit !== null || (isScaled && own === 'toman')) return { likely, otherUnit: null };
  return { likely, otherUnit: toRials(value, own === 'toman' ? 'rial' : 'toman') };
}

/** "50" alone: fifty thousand tomans to some people, fifty gigabytes to others. */
export const isSmallNumber = (text: string): boolean => {
  const figure = onlyFigure(text);
  return figure?.unit === null && isShort(figure) && readWords(text).wants === null;
};

/**
 * "50000", "irancell 50000": with the unit beside the amount, because none is named. Small numbers may be sizes, and one beside
 * other words is part of a name: "2000 texts".
 */
export function withUnit(text: string, unitWord: string): string {
  const { money, bare, others, hasSize } = readWords(text);
  const [figure, ...more] = bare;
  if (!figure || more.length + money.length + others.length > 0 || hasSize || figure.isScaled || isShort(figure))
    return text;
  return text.replace(/\p{Nd}(?:[\p{Nd}\s,،٬'_.]*\p{Nd})?/u, (digits) => `${digits} ${unitWord}`);
}

interface Limits {
  readonly min: Rials;
  readonly max: Rials;
}

type AmountChoice =
  | { readonly kind: 'amount'; readonly amount: Rials }
  /** Each is as usual as the others. */
  | { readonly kind: 'unclear'; readonly amounts: readonly Rials[] }
  /** `alternative`: in the other unit it is sold. */
  | { readonly kind: 'out-of-range'; readonly nearest: Rials; readonly alternative?: Rials };

/** The reading within the limits. `usual`: amounts that most people choose. */
export function chooseAmount(
  { likely, otherUnit }: AmountReadings,
  limits: Limits,
  usual: readonly Rials[],
): AmountChoice {
  const fits = (amount: Rials) => amount >= limits.min && amount <= limits.max;
  const fitting = likely.filter(fits);
  const other = otherUnit !== null && fits(otherUnit) ? otherUnit : null;
  const [amount, ...more] = fitting;
  const isSure = other === null || (amount !== undefined && usual.includes(amount) && !usual.includes(other));
  if (amount !== undefined && more.length === 0 && isSure) return { kind: 'amount', amount };
  const amounts = [...fitting, ...(other === null ? [] : [other])];
  if (amounts.length > 0) return { kind: 'unclear', amounts };
  return { kind: 'out-of-range', nearest: Math.min(Math.max(likely[0] ?? limits.max, limits.min), limits.max) };
}

/** The answer to a question for an amount: its screen says the unit. Null: no amount. */
export function answeredAmount(text: string, own: Unit, limits: Limits): AmountChoice | null {
  const figure = onlyFigure(text);
  if (!figure) return null;
  const { likely, otherUnit } = readingsOf(figure, own);
  const inOwn = chooseAmount({ likely, otherUnit: null }, limits, []);
  if (inOwn.kind !== 'out-of-range' || otherUnit === null) return inOwn;
  const inOther = chooseAmount({ likely: [otherUnit], otherUnit: null }, limits, []);
  return inOther.kind === 'amount' ? { ...inOwn, alternative: inOther.amount } : inOwn;
}

/** "50" and "50 toman", where any amount is possible: each reading, the likeliest first. Null: it is clear, or no amount. */
export function unclearReadings(text: string, own: Unit): readonly Rials[] | null {
  const choice = answeredAmount(text, own, { min: 1, max: mostRials });
  return choice?.kind === 'unclear' ? choice.amounts : null;
}

/** The text is an amount that may be this one, in either unit. */
export function mayMean(text: string, amount: Rials, own: Unit): boolean {
  const figure = onlyFigure(text);
  if (!figure) return false;
  const { likely, otherUnit } = readingsOf(figure, own);
  return likely.includes(amount) || otherUnit === amount;
}

/** An amount and nothing else, however large or small. */
export const isAmountAlone = (text: string): boolean => onlyFigure(text) !== null;

/** Letters, digits, and what stands between the digits of a number. */
const plainText = /^[\p{L}\p{M}\p{Nd}\s,،٬'_.٫-]*$/u;

/** The number of a text that says nothing else. */
function onlyFigure(text: string): Figure | null {
  const plain = plainWords(text).trim();
  // «نه» alone is "no", not nine.
  if (plain.length > longest || !plainText.test(plain) || plain === 'نه') return null;
  // Signs, leading zeros, more decimals than a toman has, and more digits than any amount.
  if (/-\s*\d|\d\s*-|^\D*0\d|[.٫]\d{2}|\d{16}/.test(plain)) return null;
  const { money, bare, others, hasSize, operatorId, simType, wants } = readWords(plain);
  const [figure, ...more] = [...money, ...bare];
  const isAlone = others.length === 0 && !hasSize && operatorId === null && simType === null && wants !== 'package';
  if (!figure || more.length > 0 || !isAlone) return null;
  return /\d[.٫]\d/.test(plain) && figure.isScaled && figure.value < 1_000_000 ? null : figure;
}

function toRials(value: number, unit: Unit): Rials | null {
  // Tenths of a toman are whole rials.
  const rials = unit === 'toman' ? Math.round(value * rialsOfToman) : value;
  return isRials(rials) && rials > 0 && rials <= mostRials ? rials : null;
}
