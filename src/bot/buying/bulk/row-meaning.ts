import { isSmallNumber, splitAtCommas } from '#domain/amount.ts';
import { rialsOfToman, type Unit } from '#domain/money.ts';
import { plainDigits } from '#domain/phone.ts';
import type { RowItem, SaleRow } from '#shop/buying/bulk/batch.ts';
import type { Listed } from '#shop/buying/bulk/list.ts';
import {
  hasUnit,
  type LineMeaning,
  type LineServices,
  type MeantItem,
  meaningOf,
} from '#shop/buying/catalogue/line-meaning.ts';
import type { KnownNumber } from '#shop/people/people/numbers.ts';

/** What a row becomes by the words beside its number. */
type ReadRow = Pick<SaleRow, 'words' | 'item'> & {
  readonly problem: 'unclear' | 'not-found' | 'not-for-number' | null;
};

const noWords: ReadRow = { words: null, item: null, problem: null };

/** A name beside a number means nothing; an amount or a size that cannot be sold is said. */
export function readRow(services: LineServices, number: KnownNumber, words: string | null, unit: Unit): ReadRow {
  if (words === null) return noWords;
  // Read when the operator is known.
  if (number.operatorId === null) return { words, item: null, problem: null };
  const meaning = rowMeaning(services, number, words, unit);
  if (meaning?.kind === 'item') {
    return { words, item: itemOf(meaning), problem: null };
  }
  if (meaning?.kind === 'choices') return { words, item: null, problem: 'unclear' };
  if ((!meaning || meaning.kind === 'section') && !hasUnit(words)) return noWords;
  // What phones get is not on sale for a modem: its section is asked for a TD-LTE package.
  return { words, item: null, problem: number.isTdlte ? 'not-for-number' : 'not-found' };
}

/** The first part of the words that means something: there may be names and other columns around it. */
export function rowMeaning(services: LineServices, number: KnownNumber, words: string, unit: Unit): LineMeaning | null {
  // Alone beside a number it is meant, and may be thousands of tomans or gigabytes.
  if (isSmallNumber(words)) {
    const meaning = meaningOf(services, number, words, unit);
    return meaning?.kind === 'choices' ? meaning : null;
  }
  const isWithUnit = hasUnit(words);
  let notSold: LineMeaning | null = null;
  for (const part of partsOf(words)) {
    // A figure without the unit that is written beside it would be another amount.
    if (isWithUnit && !hasUnit(part)) continue;
    // A bare number among other columns is a count, a date or an amount, never a package.
    const meaning = !isSmallNumber(part) ? meaningOf(services, number, part, unit) : null;
    if (!meaning || (isPackage(meaning) && !hasUnit(part))) continue;
    if (meaning.kind === 'item' || meaning.kind === 'choices') return meaning;
    notSold ??= meaning;
  }
  return notSold;
}

/** "20000" without a unit: as tomans it is ten times as much as rials. Null: something else is unclear. */
export function itemsByUnit(
  services: LineServices,
  number: KnownNumber,
  words: string,
  own: Unit,
): Record<Unit, RowItem> | null {
  const meaning = rowMeaning(services, number, words, own);
  if (meaning?.kind !== 'choices' || meaning.products.length > 0) return null;
  const [rial, toman, ...more] = meaning.amounts.toSorted((one, other) => one.credit - other.credit);
  if (!rial || !toman || more.length > 0 || toman.credit !== rial.credit * rialsOfToman) return null;
  return { rial: itemOf(rial), toman: itemOf(toman) };
}

const itemOf = ({ productId, amount }: MeantItem): RowItem => ({ productId, amount });

const isPackage = (meaning: LineMeaning): boolean =>
  meaning.kind === 'choices' ? meaning.products.length > 0 : meaning.kind === 'item' && meaning.amount === null;

/** All words, the columns, and what begins with a digit. */
function partsOf(words: string): string[] {
  const columns = [...words.split(/[,،]\s+|\s+[,،]|[|;]/), ...words.split(/[|;]/).flatMap(splitAtCommas)];
  const digits = words.search(/\p{Nd}/u);
  const tail = digits > 0 ? words.slice(digits) : '';
  // "50000 ok": of two figures none is taken.
  const [, figure = ''] = /^(\S+)\s\P{Nd}+$/u.exec(tail) ?? [];
  const parts = [words, ...columns, tail, figure];
  return [...new Set(parts.map((part) => part.replace(/^[\s,،;.:-]+|[\s,،;.:-]+$/g, '')))].filter(
    (part) => part !== '',
  );
}

/** The rows of a pasted list, each with the item that is written beside its number. */
export function readRows(
  services: LineServices,
  listedRows: readonly (Listed & { readonly words: string | null })[],
  knownNumbers: ReadonlyMap<string, KnownNumber>,
  unit: Unit,
): Listed[] {
  const isCounted = areCounted(listedRows.map(({ words }) => words));
  return listedRows.map((row) => {
    const number = knownNumbers.get(row.mobile);
    const words = isCounted && isSmallNumber(row.words ?? '') ? null : row.words;
    if (!number || row.problem === 'number-invalid') return { ...row, words };
    const meaning = readRow(services, number, words, unit);
    return { ...meaning, mobile: row.mobile, problem: row.problem ?? meaning.problem };
  });
}

/** "1, 2, 3" beside the numbers of a list are its lines' own. */
function areCounted(words: readonly (string | null)[]): boolean {
  const firsts = words.flatMap((text, nth) =>
    text !== null && isSmallNumber(text) ? [Number(plainDigits(text)) - nth] : [],
  );
  return firsts.every((first) => first === firsts[0]) && (firsts.length > 1 || firsts[0] === 1);
}
