import { type Figure, isMoney, readWords } from './line-words.ts';
import { isRials, mostRials, type Rials, rialsOfToman, type Unit } from './money.ts';
import { plainWords } from './phone.ts';
import { atomsIn, isArticle, isConjunction } from './search-normalization.ts';

/**
 * Reads "50,000", "۵۰ هزار تومان", "بیست هزار", "20k", "۱۳٬۷۴۱٫۵ تومان". Without a unit the person's own unit applies.
 */
export function parseAmount(text: string, unit: Unit): Rials | null {
  const figure = readWords(text).hasFillers && !isArticled.test(text) ? null : onlyFigure(text);
  return figure && toRials(figure.value, figure.unit ?? unit);
}

/** "A thousand". */
const isArticled = /^\s*an?\s/i;

/** "50 toman" means fifty thousand to most people. Where that is dangerous, both readings are offered. */
export function unclearAmounts(text: string): readonly [Rials, Rials] | null {
  const figure = onlyFigure(text);
  if (figure?.unit !== 'toman' || !isShort(figure)) return null;
  const [thousands, literal] = [toRials(figure.value * 1_000, 'toman'), toRials(figure.value, 'toman')];
  return thousands === null || literal === null ? null : [thousands, literal];
}

/** Reads an amount where nothing tells two readings apart. Null if there are two. */
export const parseWholeAmount = (text: string, unit: Unit): Rials | null =>
  unclearAmounts(text) ? null : parseAmount(text, unit);

/** Longest text that can be an amount. */
const longest = 60;

/** Splits "500,000 paid in cash" into the longest amount at the beginning and the rest. Zero is an amount too. */
export function splitAmount(text: string, unit: Unit): { readonly amount: Rials; readonly rest: string } | null {
  const words = text.split(' ');
  for (let count = Math.min(words.length, longest); count > 0; count -= 1) {
    const typed = words.slice(0, count).join(' ');
    // "50 toman cash" has two readings, so any split would be a guess.
    if (unclearAmounts(typed)) return null;
    const amount = isNothing(typed) ? 0 : parseAmount(typed, unit);
    if (amount === null) continue;
    const rest = words.slice(count).join(' ');
    return goesOn(rest, readWords(typed).money.length > 0) ? null : { amount, rest };
  }
  return null;
}

export const isNothing = (text: string): boolean => /^[0۰٠]$/.test(text.trim());

/**
 * Whether "and a half", "500" or "rial" follows, so that the end of the amount would be a guess. "12 May" after a unit
 * is a date.
 */
function goesOn(rest: string, isWhole: boolean): boolean {
  const [first, ...more] = atomsIn(rest);
  if (first && isConjunction(first)) return more.find(({ text }) => text !== 'a')?.kind === 'number';
  if (first?.kind === 'unit') return isMoney(first.text);
  return first?.kind === 'number' && !isWhole && !isArticle(first);
}

/** Splits at commas, except between the thousands of an amount. */
export const splitAtCommas = (text: string): string[] => text.split(/(?<!\p{Nd})[,،]|[,،](?!\p{Nd}{3}(?!\p{Nd}))/u);

/** The possible meanings of an amount. */
interface AmountReadings {
  /** Usual meanings, the likeliest first. Uses the person's own unit if none is named. */
  readonly likely: readonly Rials[];
  /** The meaning in the other unit, if none is named. */
  readonly otherUnit: Rials | null;
}

const isShort = ({ value, isScaled }: Figure): boolean => !isScaled && value < 1_000;

/**
 * Lists the meanings: "50 toman" is fifty thousand, "20k" is tomans to a reader of tomans, and "20000" names no unit.
 */
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

/** Tells "50" alone: fifty thousand tomans to some people, fifty gigabytes to others. */
export const isSmallNumber = (text: string): boolean => {
  const figure = onlyFigure(text);
  return figure?.unit === null && isShort(figure) && readWords(text).wants === null;
};

/**
 * Adds the unit to "50000" and "irancell 50000", which name none. Leaves small numbers, which may be sizes, and numbers
 * beside other words, which belong to a name: "2000 texts".
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
  /** All readings are equally usual. */
  | { readonly kind: 'unclear'; readonly amounts: readonly Rials[] }
  /** `alternative` is the amount in the other unit, if that is in range. */
  | { readonly kind: 'out-of-range'; readonly nearest: Rials; readonly alternative?: Rials };

/** Chooses the reading within the limits. `usual` lists amounts that most people choose. */
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

/** Reads the answer to a question whose screen names the unit. Null if it is not an amount. */
export function answeredAmount(text: string, own: Unit, limits: Limits): AmountChoice | null {
  const figure = onlyFigure(text);
  if (!figure) return null;
  const { likely, otherUnit } = readingsOf(figure, own);
  const inOwn = chooseAmount({ likely, otherUnit: null }, limits, []);
  if (inOwn.kind !== 'out-of-range' || otherUnit === null) return inOwn;
  const inOther = chooseAmount({ likely: [otherUnit], otherUnit: null }, limits, []);
  return inOther.kind === 'amount' ? { ...inOwn, alternative: inOther.amount } : inOwn;
}

/**
 * Lists the readings of "50" and "50 toman" where any amount is possible, the likeliest first. Null if the text is
 * clear or not an amount.
 */
export function unclearReadings(text: string, own: Unit): readonly Rials[] | null {
  const choice = answeredAmount(text, own, { min: 1, max: mostRials });
  return choice?.kind === 'unclear' ? choice.amounts : null;
}

/** Whether the text is an amount that may mean this one, in either unit. */
export function mayMean(text: string, amount: Rials, own: Unit): boolean {
  const figure = onlyFigure(text);
  if (!figure) return false;
  const { likely, otherUnit } = readingsOf(figure, own);
  return likely.includes(amount) || otherUnit === amount;
}

/** Whether the text is only an amount, however large or small. */
export const isAmountAlone = (text: string): boolean => onlyFigure(text) !== null;

/** Matches letters, digits, and separators between digits. */
const plainText = /^[\p{L}\p{M}\p{Nd}\s,،٬'_.٫-]*$/u;

/** The number in a text that says nothing else. */
function onlyFigure(text: string): Figure | null {
  const plain = plainWords(text).trim();
  // «نه» alone is "no", not nine.
  if (plain.length > longest || !plainText.test(plain) || plain === 'نه') return null;
  // Refuses signs, leading zeros, more decimals than a toman has, and more digits than any amount.
  if (/-\s*\d|\d\s*-|^\D*0\d|[.٫]\d{2}|\d{16}/.test(plain)) return null;
  const { money, bare, others, hasSize, operatorId, simType, wants } = readWords(plain);
  const [figure, ...more] = [...money, ...bare];
  const isAlone = others.length === 0 && !hasSize && operatorId === null && simType === null && wants !== 'package';
  if (!figure || more.length > 0 || !isAlone) return null;
  return /\d[.٫]\d/.test(plain) && figure.isScaled && figure.value < 1_000_000 ? null : figure;
}

function toRials(value: number, unit: Unit): Rials | null {
  // A tenth of a toman is a whole rial.
  const rials = unit === 'toman' ? Math.round(value * rialsOfToman) : value;
  return isRials(rials) && rials > 0 && rials <= mostRials ? rials : null;
}
