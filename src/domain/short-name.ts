import { foldText } from './fold-text.ts';
import { type Atom, atomsOf, rawWords } from './search-normalization.ts';

/** A product's name in parts, so that it fits on a button. */
export interface ShortName {
  /** Amounts such as 10 GB or 300 minutes. */
  readonly amounts: readonly Amount[];
  readonly time: { readonly count: number; readonly unit: 'day' | 'hour' } | null;
  /** The remaining words, such as "شبانه" or "TD-LTE". The whole name if nothing could be parsed. */
  readonly rest: string;
}

interface Amount {
  readonly count: number;
  readonly unit: AmountUnit;
}

type AmountUnit = 'gb' | 'mb' | 'tb' | 'minute';

const amountUnits: readonly string[] = ['gb', 'mb', 'tb', 'minute'];
const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

/** Words that every product has. */
const empty = words(
  'بسته بستهی اینترنت internet package packages data شارژ top up مکالمه امشب today tonight شحن الرصید بقیمه',
);
/** Removed from both ends after their neighbours are gone. */
const connectives = words('و با از برای به and of with for the in a');
const night = words('شبانه شبانهی شب night nightly nights tonight لیلی لیلیه');

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

export const isNight = (word: string): boolean => night.has(foldText(word));

/** Splits a name. `days` comes from the gateway and overrides the name. */
export function shortName(name: string, days: number | null): ShortName {
  const amounts: Amount[] = [];
  const words: string[] = [];
  let time: ShortName['time'] = days === null ? null : { count: days, unit: 'day' };
  const pieces = rawWords(name).map((raw) => ({ raw, atoms: atomsOf(raw) }));
  const usedAtoms = new Set<object>();
  const atoms = pieces.flatMap((piece) => piece.atoms.map((atom) => ({ atom, piece })));

  const use = (...at: readonly number[]) => {
    for (const index of at) {
      const piece = atoms[index]?.piece;
      if (piece) usedAtoms.add(piece);
    }
  };
  for (const [at, { atom }] of atoms.entries()) {
    const unit = atoms[at + 1]?.atom;
    if (atom.kind !== 'number' || unit?.kind !== 'unit') continue;
    const read = readPair(Number(atom.text), unit);
    if (!read) continue;
    use(at, at + 1);
    if ('amount' in read) amounts.push(read.amount);
    else time ??= read.time;
  }
  for (const piece of pieces) {
    const { raw, atoms: parts } = piece;
    const bare = foldText(raw).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
    const says = parts.some(({ kind, text, typed }) => !isSilent({ kind, text, typed }, time !== null));
    // A single letter counts ("plan A"), and so does "night" anywhere.
    if (!usedAtoms.has(piece) && (says || isNight(raw)) && bare !== '') words.push(raw);
  }
  const rest = trimEnds(words).join(' ');
  return amounts.length === 0 && time === null && rest === ''
    ? { amounts, time, rest: name.trim() }
    : { amounts, time, rest };
}

function readPair(count: number, { text: unit }: Atom): { amount: Amount } | { time: ShortName['time'] } | null {
  if (amountUnits.includes(unit)) return { amount: { count, unit: unit as AmountUnit } };
  if (unit === 'hour') return { time: { count, unit: 'hour' } };
  const each = daysOf[unit];
  return each === undefined ? null : { time: { count: count * each, unit: 'day' } };
}

/** "Monthly" adds nothing once the days are known. */
const isSilent = ({ kind, text, typed }: Atom, hasTime: boolean): boolean =>
  empty.has(typed) || (kind === 'unit' && hasTime && (text === 'hour' || daysOf[text] !== undefined));

function trimEnds(words: readonly string[]): string[] {
  const hollow = (word: string | undefined) => word !== undefined && connectives.has(foldText(word));
  let from = 0;
  let to = words.length;
  while (from < to && hollow(words[from])) from += 1;
  while (to > from && hollow(words[to - 1])) to -= 1;
  return words.slice(from, to);
}
