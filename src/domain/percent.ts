import { plainDigits } from './phone.ts';
import type { BasisPoints } from './price.ts';

/** As people type it: "2.5", "۲٫۵٪", "۲/۵ درصد". Two decimals at most; from more than nothing to a hundred. */
export function parsePercent(text: string): BasisPoints | null {
  const parts = /^(\d{1,3})(?:[.,٫،/](\d{1,2}))?\s*(?:%|٪|درصد|percent)?$/iu.exec(plainDigits(text).trim());
  if (!parts) return null;
  const [, units = '', decimals = ''] = parts;
  const points = Number(units) * 100 + Number(decimals.padEnd(2, '0'));
  return points > 0 && points <= 10_000 ? points : null;
}
