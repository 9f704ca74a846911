import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Failure } from './failure.ts';
import { type Operators, operatorOf } from './operators.ts';
import { err, ok, type Result } from './result.ts';

/** 98 followed by ten digits: the one form in which a number is stored, compared and sent. */
export type Mobile = string;

// Direction marks, isolates, zero-width characters and the soft hyphen: people paste them without seeing them.
const invisible = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** Persian and Arabic digits become Latin ones; what cannot be seen is taken out. */
export function plainDigits(text: string): string {
  return text
    .replace(invisible, '')
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0))
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x0660));
}

const separator = '[^\\S\\t\\r\\n]|[().\\-\\u2010-\\u2015\\u2212_/]';
const written = new RegExp(`^\\(?\\+?(?:\\d|${separator}){10,30}$`);

export function parseMobile(text: string, operators: Operators): Result<Mobile, Failure> {
  const typed = plainDigits(text).trim();
  // The library forgives letters ("call 0912…"); a number is money here, so only what people write numbers with.
  if (!written.test(typed)) return err({ code: 'number-invalid' });
  const parsed = parsePhoneNumberFromString(typed.replace(/[^\d+]/g, ''), 'IR');
  if (parsed?.countryCallingCode !== '98') return err({ code: 'number-invalid' });
  const mobile = `98${parsed.nationalNumber}`;
  // TD-LTE numbers are in no mobile plan and new prefixes reach the library late: the operators' own table counts too.
  const known = parsed.isValid() || (mobile.length === 12 && operatorOf(operators, mobile) !== null);
  return known ? ok(mobile) : err({ code: 'number-invalid' });
}

const gap = `(?:${separator}){0,3}`;
const rest = `9\\d\\d(?:${gap}\\d){7}`;
// 912 345 6789 or ten digits at a stretch: a bare "90000 50000" is two amounts, not a number.
const bareRest = `9\\d\\d(?:\\d{7}|(?:${separator}){1,3}\\d(?:${gap}\\d){6})`;
// Numbers of other countries are taken whole, or their ends would pass for ours.
const foreign = `(?:\\+[1-9]|(?<!\\d)00[1-9]\\d{0,2}${gap}[1-9])(?:${gap}\\d){6,13}`;
const candidates = new RegExp(
  `(?:(?:\\+|(?<!\\d)(?:00${gap})?)98${gap}0?${gap}${rest}|${foreign}|(?<!\\d)(?:0${gap}${rest}|${bareRest}))(?!\\d)`,
  'g',
);

/** All the numbers in a text that holds more than one number, in order, each once. */
export function findMobiles(text: string, operators: Operators): Mobile[] {
  const found = new Set<Mobile>();
  for (const [candidate] of plainDigits(text).matchAll(candidates)) {
    const mobile = parseMobile(candidate.replace(/[^\d+]/g, ''), operators);
    if (mobile.ok) found.add(mobile.value);
  }
  return [...found];
}

/** As people read it: 0912 345 6789. */
export function spokenMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)} ${mobile.slice(5, 8)} ${mobile.slice(8)}`;
}

/** For receipts that strangers see. */
export function maskedMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)}•••${mobile.slice(-4)}`;
}
