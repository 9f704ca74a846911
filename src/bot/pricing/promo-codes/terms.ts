import { amountFailure } from '#bot/kit/failure.ts';
import { oneLine } from '#bot/kit/formatter.ts';
import { parseWholeAmount } from '#domain/amount.ts';
import { dayMs } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import type { Unit } from '#domain/money.ts';
import { parsePercent } from '#domain/percent.ts';
import { plainDigits } from '#domain/phone.ts';
import { readPromoCode } from '#domain/promo.ts';
import type { NewPromoCode } from '#shop/pricing/prices/promo-codes.ts';

const countOf = (word: string | undefined, otherwise: number | null): number | null | undefined => {
  if (word === undefined) return otherwise;
  const digits = plainDigits(word);
  if (!/^(?:0|[1-9]\d{0,5})$/.test(digits)) return undefined;
  return Number(digits) === 0 ? null : Number(digits);
};

/** "10 percent" is one word, as "10%" is. */
const wordsOf = (text: string): string[] =>
  oneLine(text)
    .replace(/(\p{Nd})\s*(?:درصد|percent|بالمئة|بالمائة)(?!\p{L})/giu, '$1%')
    .split(' ');

/** "50 thousand toman": up to the next figure. */
function amountOf(words: readonly string[]): readonly string[] {
  const next = words.findIndex((word, index) => index > 0 && /^\p{Nd}/u.test(word));
  return next < 0 ? words : words.slice(0, next);
}

/** "50 000": where the amount ends is not known. */
const isGrouped = (amount: string, next = ''): boolean =>
  /^\d{1,3}$/.test(plainDigits(amount)) && /^\d{3}$/.test(plainDigits(next));

/** Why terms are not understood. */
export function termsFailure(text: string): Failure {
  const [code = '', ...rest] = wordsOf(text);
  if (readPromoCode(code) === null) return { code: 'promo-spelling' };
  const failure = amountFailure(amountOf(rest).join(' '));
  return failure.code === 'amount-unclear' ? failure : { code: 'promo-invalid' };
}

/**
 * "NOWRUZ 10% 100 1 30": the code, what it takes off, how often in all, how often each, for how many days. Nought is no
 * limit; without the rest it is any number of times, once each, for ever. Null: not understood.
 */
export function readTerms(
  text: string,
  unit: Unit,
  now: number,
): Pick<NewPromoCode, 'code' | 'value' | 'mostUses' | 'mostEach' | 'endsAt'> | null {
  const [first = '', ...rest] = wordsOf(text);
  const amount = amountOf(rest).join(' ');
  const [uses, each, days, ...more] = rest.slice(amountOf(rest).length);
  const code = readPromoCode(first);
  const points = /[%٪]$/.test(amount) ? parsePercent(amount) : null;
  const rials = /[%٪]$/.test(amount) ? null : parseWholeAmount(amount, unit);
  const [mostUses, mostEach, lasts] = [countOf(uses, null), countOf(each, 1), countOf(days, null)];
  if (isGrouped(amount, uses)) return null;
  if (code === null || more.length > 0 || mostUses === undefined || mostEach === undefined || lasts === undefined)
    return null;
  const value =
    points !== null
      ? ({ kind: 'percent', points } as const)
      : rials === null
        ? null
        : ({ kind: 'amount', amount: rials } as const);
  if (value === null) return null;
  return { code, value, mostUses, mostEach, endsAt: lasts === null ? null : now + lasts * dayMs };
}
