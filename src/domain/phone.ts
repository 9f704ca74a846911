import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Failure } from './failure.ts';
import { type Operators, operatorOf } from './operators.ts';
import { err, ok, type Result } from './result.ts';

/** 98 and ten digits: the only form that is stored, compared and sent. */
export type Mobile = string;

// Direction marks, zero-width characters and the soft hyphen, which people paste without seeing them.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Replaces Persian and Arabic digits by Latin ones and removes invisible characters. */
export function plainDigits(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

/** Keeps the parts of a Persian word apart: «بیست‌وپنج». */
export const visibleWords = (text: string): string =>
  text.replace(/(?<=\p{L})\u200c+(?=\p{L})/gu, ' ').replace(invisible, '');

export const plainWords = (text: string): string => plainDigits(visibleWords(text));

const separator = '[^\\S\\t\\r\\n]|[().\\-\\u2010-\\u2015\\u2212_/]';
const numberShape = new RegExp(`^\\(?\\+?(?:\\d|${separator}){10,30}$`);

/** Whether a digit is missing before the last ones: "0912111223 50" is a wrong number and an amount. */
const isBroken = (candidate: string): boolean => {
  const groups = candidate.match(/[\d+]+/g) ?? [];
  return (groups.at(-1)?.length ?? 0) <= 2 && (groups.at(-2)?.length ?? 0) >= 9;
};

/**
 * Whether a deletion masked the order's number: it leaves the operator's prefix and zeros. Such an order cannot be
 * repeated.
 */
export const isMaskedMobile = (mobile: string): boolean => mobile.endsWith('0000000');

/** Numbers with a prefix of our table skip the library, which takes four times as long. */
const usualNumber = /^(?:0|\+?98)?(9\d{9})$/;

export function parseMobile(text: string, operators: Operators): Result<Mobile, Failure> {
  const digits = plainDigits(text).trim();
  // The library accepts letters ("call 0912…"), which is too lenient for a purchase.
  if (!numberShape.test(digits) || isBroken(digits)) return err({ code: 'number-invalid' });
  const [, usual] = usualNumber.exec(digits) ?? [];
  if (usual !== undefined && operatorOf(operators, `98${usual}`) !== null) return ok(`98${usual}`);
  const number = parsePhoneNumberFromString(digits.replace(/[^\d+]/g, ''), 'IR');
  if (number?.countryCallingCode !== '98') return err({ code: 'number-invalid' });
  const mobile = `98${number.nationalNumber}`;
  // The library lacks TD-LTE numbers and learns new prefixes late, so our table of operators counts too.
  const isKnown = number.isValid() || (mobile.length === 12 && operatorOf(operators, mobile) !== null);
  return isKnown ? ok(mobile) : err({ code: 'number-invalid' });
}

const gap = `(?:${separator}){0,3}`;
const rest = `9\\d\\d(?:${gap}\\d){7}`;
// Matches 912 345 6789 or ten digits in a row. A bare "90000 50000" is two amounts.
const bareRest = `9\\d\\d(?:\\d{7}|(?:${separator}){1,3}\\d(?:${gap}\\d){6})`;
// Foreign numbers are matched whole, because their ends can look like ours.
const foreign = `(?:\\+[1-9]|(?<!\\d)00[1-9]\\d{0,2}${gap}[1-9])(?:${gap}\\d){6,13}`;
const candidates = new RegExp(
  `(?:(?:\\+|(?<!\\d)(?:00${gap})?)98${gap}0?${gap}${rest}|${foreign}|(?<!\\d)(?:0${gap}${rest}|${bareRest}))(?!\\d)`,
  'g',
);

/** All distinct numbers in a text, in order. */
export function findMobiles(text: string, operators: Operators): Mobile[] {
  const mobiles = new Set<Mobile>();
  for (const [candidate] of plainDigits(text).matchAll(candidates)) {
    if (isBroken(candidate)) continue;
    const mobile = parseMobile(candidate.replace(/[^\d+]/g, ''), operators);
    if (mobile.ok) mobiles.add(mobile.value);
  }
  return [...mobiles];
}

/** Finds the first number in a text and the words around it. Null if there is none. */
export function splitMobile(text: string, operators: Operators): { mobile: Mobile; rest: string } | null {
  const plain = plainWords(text);
  for (const { 0: candidate, index } of plain.matchAll(candidates)) {
    if (isBroken(candidate)) continue;
    const mobile = parseMobile(candidate.replace(/[^\d+]/g, ''), operators);
    if (!mobile.ok) continue;
    return { mobile: mobile.value, rest: joinAround(plain.slice(0, index), plain.slice(index + candidate.length)) };
  }
  return null;
}

/** Joins the words on both sides of a number. Digits of two columns must not form one amount: "1. 0912… 200". */
const joinAround = (before: string, after: string): string =>
  `${before}\t${after}`
    .replace(/(?<=\d)[\s".:)-]+(?=\d)/g, (gap) => (/[\t\n"]/.test(gap) ? ', ' : gap))
    .replaceAll('\t', ' ')
    .trim();

type MistakeCode =
  | 'number-invalid'
  | 'number-short'
  | 'number-long'
  | 'number-landline'
  | 'number-foreign'
  | 'number-prefix';
type NumberFailure = Extract<Failure, { readonly code: MistakeCode }>;

/** A failed mobile number, its mistake, and the words around it. */
interface MistakenNumber {
  readonly failure: NumberFailure;
  readonly rest: string;
}

const digitRun = new RegExp(`\\(?\\+?\\d(?:(?:${separator}){0,3}\\d)*`, 'g');
const onlyDigits = /^[+\d\s().-]{9,}$/;

/** Finds the mistake in a text without a valid number. Null if nothing in it looks like a number. */
export function mistakenNumber(text: string): MistakenNumber | null {
  const plain = plainWords(text);
  for (const { 0: run, index } of plain.matchAll(digitRun)) {
    const isBeforeWord = /^\s*\p{L}/u.test(plain.slice(index + run.length));
    const mistake = mistakeIn(run, isBeforeWord);
    if (!mistake) continue;
    const from = index + run.indexOf(mistake.digits);
    const rest = joinAround(plain.slice(0, from), plain.slice(from + mistake.digits.length));
    return { failure: mistake.failure, rest };
  }
  return onlyDigits.test(plain.trim()) ? { failure: { code: 'number-invalid' }, rest: '' } : null;
}

/** Groups of digits may belong to the number, or be an amount beside it. */
function mistakeIn(run: string, isBeforeWord: boolean): { failure: NumberFailure; digits: string } | null {
  const groups = [...run.matchAll(/\+?\d+/g)];
  const start = groups.findIndex(([group]) => /^(?:\+|0|98\d|9\d{7})/.test(group));
  const first = groups[start];
  if (!first) return null;
  const isWhole = first[0].length >= 9;
  const isAmountLast = isBeforeWord && digitCount(groups.slice(start, -1)) >= 9;
  const last = isWhole ? first : groups.at(isAmountLast ? -2 : -1);
  if (!last) return null;
  const digits = run.slice(first.index, last.index + last[0].length);
  const failure = mistakeOf(digits.replace(/[^\d+]/g, ''));
  return failure && { failure, digits };
}

const digitCount = (groups: readonly RegExpExecArray[]): number =>
  groups.reduce((count, [group]) => count + group.length, 0);

const mostWrong = 3;

function mistakeOf(digits: string): NumberFailure | null {
  if (/^(?:\+(?!98)|00(?!98)[1-9])\d{6,}$/.test(digits)) return { code: 'number-foreign' };
  if (/^(?:0|\+98|0098|98)0?[1-8]\d{8,9}$/.test(digits)) return { code: 'number-landline' };
  const [, national] = /^(?:\+98|0098|98(?=9\d{7}))?0?(9\d{6,12})$/.exec(digits) ?? [];
  // Without the leading zero it may be an amount.
  if (national === undefined || (national === digits && national.endsWith('000'))) return null;
  const missing = 10 - national.length;
  if (missing === 0) return { code: 'number-prefix', prefix: `0${national.slice(0, 3)}` };
  if (Math.abs(missing) > mostWrong) return null;
  return missing > 0 ? { code: 'number-short', missing } : { code: 'number-long', extra: -missing };
}

/** Formats as 0912 345 6789. */
export function spokenMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)} ${mobile.slice(5, 8)} ${mobile.slice(8)}`;
}

/** Formats as 09123456789, for places that would reverse groups of digits. */
export const unspacedMobile = (mobile: Mobile): string => `0${mobile.slice(2)}`;

/** Masks the number for shared receipts. */
export function maskedMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)}•••${mobile.slice(-4)}`;
}
