import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Failure } from './failure.ts';
import { type Operators, operatorOf } from './operators.ts';
import { err, ok, type Result } from './result.ts';

/** 98 and ten digits: the only form in which a number is stored, compared and sent. */
export type Mobile = string;

// Direction marks, zero-width characters and the soft hyphen: pasted without being seen.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Replaces Persian and Arabic digits by Latin ones and removes invisible characters. */
export function plainDigits(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

const separator = '[^\\S\\t\\r\\n]|[().\\-\\u2010-\\u2015\\u2212_/]';
const numberShape = new RegExp(`^\\(?\\+?(?:\\d|${separator}){10,30}$`);

export function parseMobile(text: string, operators: Operators): Result<Mobile, Failure> {
  const digits = plainDigits(text).trim();
  // The library accepts letters ("call 0912…"), which is too lenient for a purchase.
  if (!numberShape.test(digits)) return err({ code: 'number-invalid' });
  const number = parsePhoneNumberFromString(digits.replace(/[^\d+]/g, ''), 'IR');
  if (number?.countryCallingCode !== '98') return err({ code: 'number-invalid' });
  const mobile = `98${number.nationalNumber}`;
  // The library does not know TD-LTE numbers and learns new prefixes late: our table of operators counts too.
  const isKnown = number.isValid() || (mobile.length === 12 && operatorOf(operators, mobile) !== null);
  return isKnown ? ok(mobile) : err({ code: 'number-invalid' });
}

const gap = `(?:${separator}){0,3}`;
const rest = `9\\d\\d(?:${gap}\\d){7}`;
// 912 345 6789 or ten digits in a row: a bare "90000 50000" is two amounts.
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
    const mobile = parseMobile(candidate.replace(/[^\d+]/g, ''), operators);
    if (mobile.ok) mobiles.add(mobile.value);
  }
  return [...mobiles];
}

/** The first number in a text, and the words around it; null: there is none. */
export function splitMobile(text: string, operators: Operators): { mobile: Mobile; rest: string } | null {
  const plain = plainDigits(text);
  for (const { 0: candidate, index } of plain.matchAll(candidates)) {
    const mobile = parseMobile(candidate.replace(/[^\d+]/g, ''), operators);
    if (!mobile.ok) continue;
    const rest = `${plain.slice(0, index)} ${plain.slice(index + candidate.length)}`;
    return { mobile: mobile.value, rest: rest.trim() };
  }
  return null;
}

/** 0912 345 6789. */
export function spokenMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)} ${mobile.slice(5, 8)} ${mobile.slice(8)}`;
}

/** For receipts that are shared. */
export function maskedMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)}•••${mobile.slice(-4)}`;
}
