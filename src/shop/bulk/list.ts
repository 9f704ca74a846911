import type { Operators } from '../../domain/operators.ts';
import { findMobiles, type Mobile, parseMobile, plainDigits } from '../../domain/phone.ts';

export interface Listed {
  /** The number, or the text in its place. */
  readonly mobile: Mobile;
  readonly problem: 'number-invalid' | 'twice' | null;
}

interface ReadList {
  readonly listed: readonly Listed[];
  /** Entries beyond the limit. */
  readonly over: number;
}

/** More rows do not fit on a screen. */
export const longestList = 200;

const shown = 40;
const digitsIn = (text: string): string => plainDigits(text).replace(/\D/g, '');
/** Begins like a mobile number and is about as long: a typing mistake, not an amount or a date. */
const looksMeant = (cell: string): boolean =>
  /^\s*(?:\+|00)?(?:98)?0?9/.test(plainDigits(cell)) && digitsIn(cell).length >= 8 && digitsIn(cell).length <= 15;

/** One number a line, several on a line, or CSV with names. A line without a number is a heading unless it looks like one. */
export function readList(text: string, operators: Operators): ReadList {
  const seen = new Set<Mobile>();
  const listed: Listed[] = [];
  const invalid = (words: string) => listed.push({ mobile: words.trim().slice(0, shown), problem: 'number-invalid' });
  for (const line of text.split(/[\r\n;]+/)) {
    const before = listed.length;
    const cells = line.split(/[,،\t|]/);
    for (const cell of cells) {
      const whole = parseMobile(cell, operators);
      const found = whole.ok ? [whole.value] : findMobiles(cell, operators);
      for (const mobile of found) {
        listed.push({ mobile, problem: seen.has(mobile) ? 'twice' : null });
        seen.add(mobile);
      }
      if (found.length === 0 && looksMeant(cell)) invalid(cell);
    }
    if (listed.length === before && digitsIn(line).length >= 5) invalid(line);
  }
  return { listed: listed.slice(0, longestList), over: Math.max(0, listed.length - longestList) };
}
