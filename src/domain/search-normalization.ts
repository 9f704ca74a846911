import { foldText, joiner } from './fold-text.ts';
import { rialsOfToman } from './money.ts';
import { figureSpelling, type NumberWord, numberWords, type Spelling, spelledValues, spellOn } from './number-words.ts';
import { isFiller, isKnownWord, isPackageWord, isTopUpWord, topUpTerm } from './words/sale-words.ts';

const unitWords: Readonly<Record<string, string>> = {
  gb: 'gb gig gigs gigi gige giga gigabyte gigabytes gg گیق جیگ کیگ گیگ گیگی گیگه گیگا گیگابایت گیگابایتی جيجا جيجابايت جيغا غيغا غيغابايت قيقا',
  mb: 'mb meg megs mega megabyte megabytes مگ مگی مگا مگابایت مگابایتی ميجا ميجابايت ميغا ميغابايت ميقا',
  tb: 'tb terabyte terabytes ترابایت ترابایتی تيرابايت تيرا',
  minute: 'minute minutes min mins دقیقه دقیقهای دقائق',
  hour: 'hour hours hourly hr hrs ساعت ساعته ساعتی ساعة ساعات',
  day: 'day days daily روز روزه روزانه rooz rooze ruze roz roze roozeh rozane roozane يوم يوما يومي يومية أيام',
  week: 'week weeks weekly wk هفته هفتهای هفتگی hafte haftegi أسبوع أسبوعا أسبوعي أسبوعية أسابيع',
  month:
    'month months monthly mo mos ماه ماهه ماهی یماهه یهماهه ماهانه ماهیانه mah mahe mahane mahaneh yemahe yemah شهر شهرا شهري شهرية أشهر شهور',
  year: 'year years yearly annual yr سال ساله سالانه سالیانه سنة سنوي سنوية سنوات',
  toman: 'toman tomans tomani tomn tmn tomane tomen تومان تومن تومانی تومنی تومانا تومانات تمن',
  rial: 'rial rials riali irr ریال ریالی ریالا ریالات',
};
/** Letters that count only after a number. */
const shortUnits: Readonly<Record<string, string>> = { t: 'toman', ت: 'toman', g: 'gb', گ: 'gb', d: 'day' };
/** Arabic words for two of a unit. */
const pairWords: Readonly<Record<string, string>> = { day: 'يومين', week: 'أسبوعين', month: 'شهرين', year: 'سنتين' };
/** Regular times, which also mean one of their unit: "monthly" is "for a month". */
const regularWords =
  'daily روزانه يومي يومية weekly هفتگی haftegi أسبوعي أسبوعية monthly ماهانه ماهیانه mahane شهري شهرية yearly annual سالانه سالیانه سنوي سنوية';
/** Synonyms; the first word of each row is the term. */
const sameWords = ['شبانه night nightly nights ليلي ليلية ليلا shabane'];

const fold = (words: string): string[] => words.split(' ').map((word) => foldText(word));
const byWord = (table: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(table).flatMap(([unit, words]) => fold(words).map((word) => [word, unit] as const)));

const units = byWord(unitWords);
const pairs = byWord(pairWords);
const regular = new Set(fold(regularWords));
const synonyms = new Map(
  sameWords.map(fold).flatMap((words) => words.map((word) => [word, words[0] ?? word] as const)),
);
/** All words of units and numbers except single letters. */
export const figureWords: readonly string[] = [...units.keys(), ...synonyms.keys(), ...numberWords.keys()].filter(
  (word) => word.length > 1,
);
/** Times that mean one of their unit without a number. */
const times: ReadonlySet<string> = new Set(['day', 'week', 'month', 'year']);

export interface Atom {
  readonly kind: 'number' | 'unit' | 'word';
  /** The normalised text: "10", "gb", "شبانه". */
  readonly text: string;
  /** The typed text, only folded. */
  readonly typed: string;
  /** The word of a spelt number or of a part of one. */
  readonly word?: NumberWord;
  /** The last scale (thousands or millions) of a number. */
  readonly scale?: number;
  /** Whether a scale comes first ("هزار تومان"). The word before may then be a number that was not understood. */
  readonly isScaleFirst?: boolean;
}

export interface SearchTerm {
  readonly text: string;
  /** Numbers and units match only whole (1 is not 10). A word may be part of a longer one. */
  readonly exact: boolean;
}

interface Word {
  readonly atoms: readonly Atom[];
  /** The word without zero-width joiners, as many people type it. */
  readonly joined: string | null;
}

/** Returns the terms that find a name. Words repeat between names, so each is parsed once. */
export function createTermIndexer(): (name: string) => Set<string> {
  const words = new Map<string, Word>();

  function wordOf(raw: string): Word {
    const cached = words.get(raw);
    if (cached) return cached;
    const joined = raw.includes(joiner) ? foldText(raw).replaceAll(' ', '') : null;
    const word = { atoms: atomsOf(raw), joined };
    words.set(raw, word);
    return word;
  }

  return (name) => {
    const terms = new Set<string>();
    const parts: Atom[] = [];
    for (const raw of rawWords(name)) {
      const { atoms, joined } = wordOf(raw);
      if (joined) terms.add(joined);
      for (const atom of atoms) {
        terms.add(atom.text).add(atom.typed);
        if (regular.has(atom.typed)) terms.add(`1${atom.text}`);
        parts.push(atom);
      }
    }
    let number: Atom | null = null;
    for (const atom of joinNumbers(parts)) {
      terms.add(atom.text);
      if (number && atom.kind === 'unit') {
        const size = number.text + atom.text;
        terms.add(size);
        for (const same of sameSizes.get(size) ?? []) terms.add(same);
        const money = otherMoney(number.text, atom.text);
        if (money !== null) terms.add(money);
      }
      number = atom.kind === 'number' ? atom : null;
    }
    return terms;
  };
}

const sameSizes: ReadonlyMap<string, readonly string[]> = new Map([
  ['500mb', ['0.5gb']],
  ['512mb', ['0.5gb', '500mb']],
  ['1gb', ['1000mb', '1024mb']],
]);

/** Converts 5,000 tomans to 50,000 rials and back. */
function otherMoney(figure: string, unit: string): string | null {
  const value = Number(figure);
  if (!Number.isInteger(value)) return null;
  if (unit === 'toman') return `${value * rialsOfToman}rial`;
  return unit === 'rial' && value % rialsOfToman === 0 ? `${value / rialsOfToman}toman` : null;
}

/** Whether a number word is an article ("یه بسته", "one package"). It counts only before a unit. */
export const isArticle = ({ word, scale }: Atom): boolean =>
  scale === undefined && word?.kind === 'value' && word.value === 1;

/** The terms that must all match. "10gb", "۱۰ گیگ" and "10 گیگابایت" give the same. */
export function searchTerms(query: string): SearchTerm[] {
  const all = atomsIn(query.slice(0, 100));
  const content = all.filter((atom, at) => !isFiller(atom) && !(isArticle(atom) && all[at + 1]?.kind !== 'unit'));
  const telling = content.filter((atom) => !isPackageWord(atom));
  const atoms = [telling, content, all].find(({ length }) => length > 0) ?? [];
  const terms: SearchTerm[] = [];
  for (let at = 0; at < atoms.length; at++) {
    const atom = atoms[at];
    const next = atoms[at + 1];
    if (atom?.kind === 'number' && next?.kind === 'unit') {
      terms.push({ text: atom.text + next.text, exact: true });
      at++;
    } else if (atom?.kind === 'unit' && times.has(atom.text)) terms.push({ text: `1${atom.text}`, exact: true });
    else if (atom) terms.push({ text: isTopUpWord(atom) ? topUpTerm : atom.text, exact: atom.kind !== 'word' });
  }
  return terms.slice(0, 8);
}

/** The typed words without those that the search ignores. */
export const tellingWords = (query: string): string =>
  rawWords(query)
    .filter((word) => !atomsOf(word).every((atom) => isFiller(atom) || isPackageWord(atom)))
    .join(' ');

export function rawWords(text: string): string[] {
  return text.split(/[\s\u200e\u200f\u2066-\u2069]+/).filter((word) => word !== '');
}

/** Numbers, units and words in one written word. `atomsIn` joins numbers of several words. */
export function atomsOf(word: string): Atom[] {
  const folded = foldText(word)
    .replace(/(?<=\d)[,،'_](?=\d{3}(?!\d))/g, '')
    // Persian also writes 1.5 as ۱/۵.
    .replace(/(?<=\d)\/(?=\d)/g, '.');
  return (folded.match(/\d+(?:\.\d+)?|\p{L}+/gu) ?? []).flatMap((part) => toAtoms(part));
}

/** Reads a whole text: "بیست و پنج هزار" is one number. */
export const atomsIn = (text: string): Atom[] => joinNumbers(rawWords(text).flatMap(atomsOf));

/** Longest word to split. «هفتصدوپنجاهوپنجهزارتومان» is shorter, and longer ones would cost time in vain. */
const longestSplit = 32;

function toAtoms(text: string): readonly Atom[] {
  const word: Atom = { kind: 'word', text, typed: text };
  const atom = atomOf(text);
  if (atom) return [atom];
  // Known words are not split, because «بسته» would be Arabic "by six".
  return isKnownWord(text) || text.length > longestSplit ? [word] : (splitWord(text) ?? [word]);
}

/** Null if the text is not a number, a unit or a synonym. */
function atomOf(text: string): Atom | null {
  const unit = units.get(text);
  if (unit) return { kind: 'unit', text: unit, typed: text };
  if (/^\d/.test(text)) return { kind: 'number', text, typed: text };
  const word = numberWords.get(text);
  if (word) return spelt(text, word);
  const same = synonyms.get(text);
  return same === undefined ? null : { kind: 'word', text: same, typed: text };
}

function spelt(typed: string, word: NumberWord): Atom {
  // A letter is a scale only beside a figure.
  if (word.kind === 'scale' && word.short) return { kind: 'word', text: typed, typed, word };
  const value = word.kind === 'half' ? 0.5 : word.kind === 'hundreds' ? 100 : word.value;
  return { kind: 'number', text: String(value), typed, word };
}

const conjunction: Atom = { kind: 'word', text: 'و', typed: 'و' };

/** Splits words written without a space: «هزارتومان», «دهگیگ», «وپنج», «بعشرين», «شهرين». Null if it is one word. */
function splitWord(text: string): readonly Atom[] | null {
  const pair = pairs.get(text);
  if (pair)
    return [
      { kind: 'number', text: '2', typed: text },
      { kind: 'unit', text: pair, typed: text },
    ];
  // Splits "20kt" and «شارژ بیستی».
  const [, letter = '', unitBehind = ''] = /^([km])(\p{L}+)$/u.exec(text) ?? [];
  if (units.has(unitBehind) || unitBehind === 't') return [letter, unitBehind].flatMap(toAtoms);
  const tens = /[یi]$/.test(text) ? numberWords.get(text.slice(0, -1)) : undefined;
  if (tens?.kind === 'value' && tens.value >= 10 && !tens.arabic) return [spelt(text.slice(0, -1), tens)];
  for (let at = 2; at < text.length; at += 1) {
    const number = numberWords.get(text.slice(0, at));
    const rest = text.slice(at);
    // Splits «گیگماهانه».
    if (units.has(text.slice(0, at)) && units.has(rest)) return [text.slice(0, at), rest].flatMap(toAtoms);
    if (!number || (number.kind === 'scale' && number.short)) continue;
    const first = spelt(text.slice(0, at), number);
    const added = rest.startsWith('و') && rest !== 'و' ? toAtoms(rest.slice(1)) : [];
    if (rest === 'و' || added[0]?.word) return [first, conjunction, ...added];
    const behind = toAtoms(rest);
    if (behind[0]?.kind === 'unit' || behind[0]?.word?.kind === 'scale') return [first, ...behind];
  }
  const [, prefix, rest = ''] = /^(و|ب|ل|ال|بال|لل)(\p{L}{2,})$/u.exec(text) ?? [];
  const number = numberWords.get(rest);
  const isNumber = number?.kind === 'value' && (number.arabic || prefix === 'و');
  if (number && (isNumber || (number.kind !== 'value' && prefix === 'و')))
    return prefix === 'و' ? [conjunction, spelt(rest, number)] : [spelt(rest, number)];
  const unit = units.get(rest);
  return unit && /^ل|^ال/.test(prefix ?? '') ? [{ kind: 'unit', text: unit, typed: rest }] : null;
}

const conjunctions = new Set(['و', 'and']);
export const isConjunction = ({ text }: Atom): boolean => conjunctions.has(text);

/** Joins spelt numbers, "20" with the "k" or "هزار" after it, and letters that are units after a number. */
function joinNumbers(atoms: readonly Atom[]): Atom[] {
  const joined: Atom[] = [];
  let spelling: Spelling | null = null;
  let parts: Atom[] = [];
  const flush = () => {
    const [only, ...more] = parts;
    if (!spelling || !only) return;
    if (more.length === 0 && only.word?.kind !== 'scale') joined.push(only);
    else {
      const typed = parts.map(({ typed }) => typed).join(' ');
      const scale = Number.isFinite(spelling.scale) ? { scale: spelling.scale } : {};
      const isScaleFirst = only.word?.kind === 'scale' ? { isScaleFirst: true } : {};
      for (const value of spelledValues(spelling))
        joined.push({ kind: 'number', text: String(value), typed, ...scale, ...isScaleFirst });
    }
    spelling = null;
    parts = [];
  };
  for (const [at, atom] of atoms.entries()) {
    const following = atoms[at + 1]?.word;
    if (isConjunction(atom) && spelling && following && spellOn(spelling, following)) continue;
    // Skips the article in "half a gig".
    if (spelling?.isDone && (atom.text === 'a' || atom.text === 'an')) continue;
    if (atom.word) {
      const longer = spellOn(spelling, atom.word);
      if (!longer) flush();
      const begun: Spelling | null = longer ?? spellOn(null, atom.word);
      if (!begun) joined.push(atom);
      else {
        spelling = begun;
        parts.push(atom);
      }
      continue;
    }
    flush();
    const unit = joined.at(-1)?.kind === 'number' ? shortUnits[atom.text] : undefined;
    if (atom.kind === 'number') {
      spelling = figureSpelling(Number(atom.text));
      parts = [atom];
    } else joined.push(unit === undefined ? atom : { kind: 'unit', text: unit, typed: atom.typed });
  }
  flush();
  return joined;
}
