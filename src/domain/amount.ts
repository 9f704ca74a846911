import { isRials, moneyText, mostRials, noBreak, type Rials, type Unit } from './money.ts';
import { plainDigits } from './phone.ts';

const unitWords: readonly (readonly [RegExp, Unit])[] = [
  [/(تومان|تومن|tomans?|toman)/giu, 'toman'],
  [/(ریال|ريال|rials?|irr)/giu, 'rial'],
];

/** Beside an amount they add nothing. */
const topUpWords = /(?<!\p{L})(?:شارژ|charge|top-?\s?up)(?!\p{L})/giu;

/** "50,000", "۵۰ هزار تومان", "20k". Without a unit the person's own unit is meant. */
export function parseAmount(text: string, unit: Unit): Rials | null {
  const parts = readParts(text);
  return parts && toRials(parts, parts.unit ?? unit);
}

interface AmountMeanings {
  /** As written; in the person's own unit if none is named. */
  readonly likely: readonly Rials[];
  /** In the other unit, because none is named. */
  readonly otherUnit: Rials | null;
}

/** What an amount in a line may mean: "50 toman" is fifty thousand to most people, and "20000" names no unit. */
export function amountMeanings(text: string, unit: Unit): AmountMeanings | null {
  const parts = readParts(text);
  if (!parts) return null;
  const unitName = parts.unit;
  if (isSmall(parts)) return null;
  const short = unitName === 'toman' && parts.value < 1_000 && parts.times === 1;
  const likely = [parts, ...(short ? [{ ...parts, times: 1_000 }] : [])].flatMap(
    (one) => toRials(one, unitName ?? unit) ?? [],
  );
  return { likely, otherUnit: unitName === null ? toRials(parts, unit === 'toman' ? 'rial' : 'toman') : null };
}

/** "50" alone: fifty thousand tomans to some people, fifty gigabytes to others. Null: the text is anything else. */
export function smallNumber(text: string): number | null {
  const parts = readParts(text);
  return parts && isSmall(parts) ? parts.value : null;
}

interface Parts {
  readonly value: number;
  readonly times: number;
  /** Null: none is named. */
  readonly unit: Unit | null;
}

const isSmall = ({ value, times, unit }: Parts): boolean => unit === null && value * times < 1_000;

const scales: Readonly<Record<string, number>> = { هزار: 1_000, k: 1_000, میلیون: 1_000_000, m: 1_000_000 };

function readParts(text: string): Parts | null {
  let rest = plainDigits(text).replace(topUpWords, ' ').trim();
  if (rest.length > 60) return null;
  let unit: Unit | null = null;
  for (const [word, named] of unitWords) {
    if (rest.search(word) === -1) continue;
    // Two units name no amount.
    if (unit !== null) return null;
    unit = named;
    rest = rest.replace(word, '');
  }
  const parts = /^(\d{1,15}|\d{1,3}(?:[,،٬'_ ]\d{3})+)\s*(هزار|k|میلیون|m)?$/iu.exec(rest.trim());
  if (!parts) return null;
  const [, digits = '', scale = ''] = parts;
  return { value: Number(digits.replace(/\D/g, '')), times: scales[scale.toLowerCase()] ?? 1, unit };
}

const moneyWords =
  /\p{Nd}[\p{Nd},٬،]*[\s\u200c]*(?:(?:هزار|میلیون|k|m)[\s\u200c]*)?(?:ریال|ريال|تومان|تومن|rials?|irr|tomans?)(?<adjective>[یي])?(?!\p{L})/giu;

/** A name with its amounts in one unit: «شارژ ۱۰٬۰۰۰ ریالی» is «شارژ ۱٬۰۰۰ تومانی» to readers of tomans. */
export const namedInUnit = (name: string, unit: Unit, language: 'fa' | 'en'): string =>
  name.replace(moneyWords, (text, adjective: string | undefined) => {
    const amount = readParts((adjective === undefined ? text : text.slice(0, -1)).replaceAll('\u200c', ' '));
    const rials = amount?.unit && amount.unit !== unit ? toRials(amount, amount.unit) : null;
    if (rials === null) return text;
    return `${moneyText(rials, unit, language).replace(noBreak, ' ')}${adjective ?? ''}`;
  });

function toRials({ value, times }: Parts, unit: Unit): Rials | null {
  const rials = value * times * (unit === 'toman' ? 10 : 1);
  return isRials(rials) && rials > 0 && rials <= mostRials ? rials : null;
}
