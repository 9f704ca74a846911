import { createHash } from 'node:crypto';
import { plainDigits } from '../../domain/phone.ts';

/**
 * An order's id comes from the update that asked for it, so the same update, delivered again, finds the same order.
 * Fourteen characters leave room for the rest of a button's 64 bytes.
 */
export function orderIdFrom(origin: string): string {
  return createHash('sha256').update(origin).digest('base64url').slice(0, 14);
}

// No I, L, O or U: codes are read out over the telephone.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Ten characters, fifty bits: short enough to read out, too many to guess. */
export function newCode(randomBytes: (size: number) => Uint8Array): string {
  const letters = Array.from(randomBytes(10), (byte) => alphabet[byte % 32]).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

/** As people type or copy it, in any case and digits, with or without its dash and marks, with the letters left out above. */
export function readCode(text: string): string | null {
  const letters = plainDigits(text)
    .toUpperCase()
    .replace(/[\s#_\-\u2010-\u2015\u2212]/g, '')
    .replace(/[IL]/g, '1')
    .replace(/O/g, '0');
  return /^[0-9A-HJKMNP-TV-Z]{10}$/.test(letters) ? `${letters.slice(0, 5)}-${letters.slice(5)}` : null;
}
