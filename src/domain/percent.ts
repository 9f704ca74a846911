import { plainDigits } from './phone.ts';
import type { BasisPoints } from './price.ts';

/** Reads "2.5", "۲٫۵٪", "۲/۵ درصد": above zero, up to a hundred, with at most two decimals. */
export function parsePercent(text: string): BasisPoints | null {
  const parts = /^(\d{1,3})(?:[.,٫،/](\d{1,2}))?\s*(?:%|٪|درصد|percent)?$/iu.exec(plainDigits(text).trim());
  if (!parts) return null;
  const [, units = '', decimals = ''] = parts;
  const points = Number(units) * 100 + Number(decimals.padEnd(2, '0'));
  return points > 0 && points <= 10_000 ? points : null;
}
