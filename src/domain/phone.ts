import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import type { Failure } from './failure.ts';
import { isTdlte, type Operators } from './operators.ts';
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

export function parseMobile(text: string, operators: Operators): Result<Mobile, Failure> {
  const typed = plainDigits(text).trim();
  // The library forgives letters ("call 0912…"); a number is money here, so only what people write numbers with.
  if (!/^\+?[\d\s().\-\u2010-\u2015_/]{10,30}$/.test(typed)) return err({ code: 'number-invalid' });
  const parsed = parsePhoneNumberFromString(typed.replace(/[^\d+]/g, ''), 'IR');
  if (parsed?.countryCallingCode !== '98') return err({ code: 'number-invalid' });
  const mobile = `98${parsed.nationalNumber}`;
  const known = parsed.isValid() || (mobile.length === 12 && isTdlte(operators, mobile));
  return known ? ok(mobile) : err({ code: 'number-invalid' });
}

/** All the numbers in a text that holds more than one number, in order, each once. */
export function findMobiles(text: string, operators: Operators): Mobile[] {
  const found = new Set<Mobile>();
  const candidates = plainDigits(text).matchAll(/(?:\+|00)?\d(?:[ ().\-\u2010-\u2015]{0,2}\d){9,13}/g);
  for (const [candidate] of candidates) {
    const mobile = parseMobile(candidate, operators);
    if (mobile.ok) found.add(mobile.value);
  }
  return [...found];
}

/** As people read it: 0912 345 6789. */
export function spokenMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)} ${mobile.slice(5, 8)} ${mobile.slice(8)}`;
}

/** For logs and for receipts shown to strangers. */
export function maskedMobile(mobile: Mobile): string {
  return `0${mobile.slice(2, 5)}***${mobile.slice(-4)}`;
}
