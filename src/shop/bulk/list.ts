import type { Operators } from '../../domain/operators.ts';
import { findMobiles, type Mobile, parseMobile, plainDigits } from '../../domain/phone.ts';

/** One entry of a pasted list. */
export interface Listed {
  /** The number, or what stands in its place. */
  readonly mobile: Mobile;
  readonly problem: 'number-invalid' | 'twice' | null;
}

/** More would not fit on a screen, and a wallet is emptied quickly enough as it is. */
export const longestList = 200;

/**
 * A list as people keep it: a number a line, several on a line, CSV with names beside them. A line without any number in
 * it is a heading unless it looks as if a number was meant.
 */
export function readList(text: string, operators: Operators): Listed[] {
  const seen = new Set<Mobile>();
  const listed: Listed[] = [];
  for (const line of text.split(/\r?\n|;/)) {
    const whole = parseMobile(line, operators);
    const found = whole.ok ? [whole.value] : findMobiles(line, operators);
    for (const mobile of found) {
      listed.push({ mobile, problem: seen.has(mobile) ? 'twice' : null });
      seen.add(mobile);
    }
    if (found.length === 0 && plainDigits(line).replace(/\D/g, '').length >= 5) {
      listed.push({ mobile: line.trim().slice(0, 40), problem: 'number-invalid' });
    }
  }
  return listed.slice(0, longestList);
}
