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
  /** It is sold even if the number got the same today. */
  readonly withBought?: boolean;
}

interface ReadList {
  readonly listed: readonly (Listed & { readonly words: string | null })[];
  /** Entries beyond the limit. */
  readonly over: number;
  /** True if a line has an item beside several numbers, so that its number is unclear. */
  readonly isUnclear: boolean;
  /** What a first or last line names for all numbers: «همه ۱۰ گیگ ماهانه». */
  readonly forAll: string | null;
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
  const { all, forAll } = withoutAll(linesOf(text, operators), operators, findLabel);
  for (const line of all) {
    const entries = line.split(separators).flatMap((cell) => entriesOf(cell, operators));
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
  return {
    listed: entriesRead.slice(0, longestList),
    over: Math.max(0, entriesRead.length - longestList),
    isUnclear,
    forAll,
  };
}

const separators = /[,،;\t|]/;
const allWords =
  /(?<!\p{L})(?:برای |به )?(?:همه[\s\u200c]?(?:شون|شان|ی)?|نفری|هر[\s\u200c]?(?:کدام|کدوم|نفر|شماره|یک)|every ?(?:one|body)|each(?: of them)?|all(?: of them)?|per (?:person|number)|nafari|hame|har ?kodum|للجميع|الكل|لكل رقم)(?!\p{L})/giu;

/** Takes out the words for all numbers: a first or last line without a number, or beside all of them in one line. */
function withoutAll(
  lines: readonly string[],
  operators: Operators,
  findLabel: FindLabel,
): { readonly all: readonly string[]; readonly forAll: string | null } {
  const written = lines.filter((line) => line.trim() !== '');
  const named = (line: string) => trimmedWords(line.replace(allWords, ' ')) ?? '';
  const isForAll = (line: string) => {
    const isMarked = named(line) !== trimmedWords(line) && /\p{Nd}/u.test(line);
    const hasNumber = line.split(separators).some((cell) => entriesOf(cell, operators).length > 0);
    return written.length > 1 && !hasNumber && !findLabel(line) && (hasUnit(line) || isMarked);
  };
  const [only, ...others] = written.filter(isForAll);
  if (only !== undefined && others.length === 0 && (only === written[0] || only === written.at(-1)))
    return { all: written.filter((line) => line !== only), forAll: named(only) };
  const beside = written.length === 1 ? withoutMobiles(written[0] ?? '', operators) : '';
  const words = named(beside);
  if (words === (trimmedWords(beside) ?? '') || !hasUnit(words)) return { all: lines, forAll: null };
  return { all: [findMobiles(written[0] ?? '', operators).join(' ')], forAll: words };
}

/** A semicolon separates numbers, or the columns of one: some spreadsheets write CSV with it. */
const linesOf = (text: string, operators: Operators): string[] =>
  text.split(/[\r\n]+/).flatMap((written) => {
    const line = withoutRowNumber(written, operators);
    const cells = line.split(';');
    return cells.filter((cell) => entriesOf(cell, operators).length > 0).length > 1 ? cells : [line];
  });

/** "2- 0935…": the number of a row is no amount. */
function withoutRowNumber(line: string, operators: Operators): string {
  const rest = line.replace(/^\s*\p{Nd}{1,3}\s*[-–.):\u060c]\s*(?=\S)/u, '');
  const isOne = rest !== line && parseMobile(line, operators).ok === false;
  return isOne && entriesOf(rest, operators).length > 0 ? rest : line;
}

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
  const words = rest
    .replace(/["\s]+/g, ' ')
    .replace(/(?<![\p{L}\p{Nd}])[()](?=\s|$)|(?<=^|\s)[()](?![\p{L}\p{Nd}])/gu, ' ')
    .trim();
  return words === '' ? null : words;
}
