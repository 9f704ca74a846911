import { plainDigits } from '#domain/phone.ts';

// No I, L, O or U: codes are read out on the phone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 50 bits: short enough to read out. */
export function newCode(randomBytes: (size: number) => Uint8Array): string {
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** As people type it: any case and digits, with or without the dash, look-alike letters included. */
export function readCode(text: string): string | null {
  const letters = plainDigits(text)
    .toUpperCase()
    .replace(/[\s#_\-\u2010-\u2015\u2212]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : null;
}

/** Ten letters may be any word; with a digit or a hyphen in the middle they are an order code. */
export const looksLikeCode = (text: string): boolean =>
  readCode(text) !== null && !/\s/.test(text) && (/\d/.test(text) || /^.{5}-.{5}$/.test(text));
