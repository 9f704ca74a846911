import type { Failure } from '#domain/failure.ts';
import type { Operators } from '#domain/operators.ts';
import { findMobiles, type Mobile, mistakenNumber, parseMobile, plainDigits, splitMobile } from '#domain/phone.ts';
import { hasUnit } from '#shop/buying/catalogue/line-meaning.ts';
import type { Labelled } from '#shop/people/people/numbers.ts';
import type { RowItem, RowProblem } from './batch.ts';

export interface Listed {
  /** The number, or the text in its place if it is unreadable. */
  readonly mobile: Mobile;
  readonly problem: RowProblem | null;
  readonly words?: string | null;
  readonly item?: RowItem | null;
}

interface ReadList {
  readonly listed: readonly (Listed & { readonly words: string | null })[];
  /** Entries beyond the limit. */
  readonly over: number;
  /** True if a line has an item beside several numbers, so that its number is unclear. */
  readonly isUnclear: boolean;
}

type FindLabel = (line: string) => Labelled | null;

/** The most rows that fit on a screen. */
export const longestList = 200;

/** Texts meant as numbers, not other columns of a contact card. */
const mistakes: readonly Failure['code'][] = ['number-short', 'number-long', 'number-prefix'];

/** The simple mistake in a mistyped number; null if there is none. */
export function mistakeOf({ mobile, problem }: Pick<Listed, 'mobile' | 'problem'>): Failure | null {
  const failure = problem === 'number-invalid' ? mistakenNumber(mobile)?.failure : undefined;
  return failure && mistakes.includes(failure.code) ? failure : null;
}

const mostShown = 40;
const digitsIn = (text: string): string => plainDigits(text).replace(/\D/g, '');
/** Begins like a mobile number and is about as long: a typing mistake, not an amount or a date. */
const looksMeant = (cell: string): boolean =>
  /^\s*(?:\+|00)?(?:98)?0?9/.test(plainDigits(cell)) && digitsIn(cell).length >= 8 && digitsIn(cell).length <= 15;

/**
 * One number or label a line, each with or without words of its own, several on a line, or CSV with names. A line without a
 * number is a heading unless it looks like one.
 */
export function readList(text: string, operators: Operators, findLabel: FindLabel = () => null): ReadList {
  const seen = new Set<Mobile>();
  const entriesRead: ReadList['listed'][number][] = [];
  const add = (mobile: Mobile, words: string | null) => {
    entriesRead.push({ mobile, problem: seen.has(mobile) ? 'twice' : null, words });
    seen.add(mobile);
  };
  const addInvalid = (text: string, words: string | null) =>
    entriesRead.push({ mobile: text.trim().slice(0, mostShown), problem: 'number-invalid', words });
  let isUnclear = false;
  for (const line of linesOf(text, operators)) {
    const entries = line.split(/[,،;\t|]/).flatMap((cell) => entriesOf(cell, operators));
    const count = entries.filter(({ mobile }) => mobile !== null).length;
    // Words beside several numbers have no single number.
    const isSingle = entries.length === 1;
    for (const { mobile, written } of entries) {
      if (mobile === null) addInvalid(written, isSingle ? wordsBesideMistake(line, written) : null);
      else add(mobile, count === 1 ? wordsBeside(line, mobile, operators) : null);
    }
    isUnclear ||= count > 1 && hasUnit(withoutMobiles(line, operators));
    if (entries.length > 0) continue;
    const match = findLabel(line);
    const [mobile, ...others] = match?.mobiles ?? [];
    if (match && mobile !== undefined && others.length === 0) add(mobile, trimmedWords(match.rest));
    // A label shared by several numbers is ambiguous.
    else if (match || digitsIn(line).length >= 5) addInvalid(line, match ? trimmedWords(match.rest) : null);
  }
  return { listed: entriesRead.slice(0, longestList), over: Math.max(0, entriesRead.length - longestList), isUnclear };
}

/** A semicolon separates numbers, or the columns of one: some spreadsheets write CSV with it. */
const linesOf = (text: string, operators: Operators): string[] =>
  text.split(/[\r\n]+/).flatMap((line) => {
    const cells = line.split(';');
    return cells.filter((cell) => entriesOf(cell, operators).length > 0).length > 1 ? cells : [line];
  });

/** `mobile` is null for a text that is meant as a number but is not one. */
function entriesOf(cell: string, operators: Operators): { mobile: Mobile | null; written: string }[] {
  const whole = parseMobile(cell, operators);
  const mobiles = whole.ok ? [whole.value] : findMobiles(cell, operators);
  if (mobiles.length === 0 && looksMeant(cell)) return [{ mobile: null, written: cell }];
  return mobiles.map((mobile) => ({ mobile, written: cell }));
}

const withoutMobiles = (line: string, operators: Operators): string => {
  const split = splitMobile(line, operators);
  return split ? withoutMobiles(split.rest, operators) : line;
};

function wordsBeside(line: string, mobile: Mobile, operators: Operators): string | null {
  const split = splitMobile(line, operators);
  return split?.mobile === mobile ? trimmedWords(split.rest) : null;
}

/** The item of the row after its number is corrected. */
function wordsBesideMistake(line: string, written: string): string | null {
  const { rest = '' } = mistakenNumber(line) ?? {};
  return trimmedWords(rest === '' ? line.replace(written, ' ') : rest);
}

function trimmedWords(rest: string): string | null {
  const words = rest.replace(/["\s]+/g, ' ').trim();
  return words === '' ? null : words;
}
