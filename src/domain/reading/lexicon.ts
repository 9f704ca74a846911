import { foldText } from '#domain/fold-text.ts';
import { atomsOf, figureWords } from '#domain/search-normalization.ts';
import { arabic } from '#domain/words/arabic.ts';
import type { Concept, Words } from '#domain/words/concepts.ts';
import { english } from '#domain/words/english.ts';
import { finglish } from '#domain/words/finglish.ts';
import { persian } from '#domain/words/persian.ts';
import { shared } from '#domain/words/shared.ts';
import { isMisspelt, keyOf, phrasesIn, plainKey, stemsOf, type Token } from '#domain/words/spelling.ts';

/** A word or a phrase of the text, and what it means. Nothing: an unknown word. */
export interface Match {
  readonly tokens: readonly Token[];
  readonly concepts: readonly Concept[];
  /** As the words of the language have it; null: as typed. */
  readonly spelling: string | null;
  /** 0 to 2: the word itself, one like it, or none. */
  readonly doubt: number;
}

interface Entry {
  readonly concepts: Concept[];
  readonly spelling: string;
}

type Spelling = 'key' | 'plain';

interface Lexicon {
  /** How its words are compared. */
  readonly by: Spelling;
  readonly entries: ReadonlyMap<string, Entry>;
  /** Long words by their length and two letters at an end: one wrong letter leaves the other end as it is. */
  readonly nearby: ReadonlyMap<string, readonly string[]>;
  /** Words without their vowels: "khdm". */
  readonly bare: ReadonlyMap<string, string>;
}

const mostWords = 6;
const shortestMisspelt = 5;

/** Numbers and units of all languages. */
const figures: Words = { item: figureWords.join(', ') };

function lexiconOf(by: Spelling, ...files: readonly Words[]): Lexicon {
  const entries = new Map<string, Entry>();
  const nearby = new Map<string, string[]>();
  const bare = new Map<string, string>();
  for (const [concept, line] of [...files, figures].flatMap((words) => Object.entries(words)) as [Concept, string][])
    for (const phrase of phrasesIn(line)) {
      const spelling = foldText(phrase.replace(/['’]/g, ''));
      const key = spelling
        .split(' ')
        .map(by === 'key' ? keyOf : plainKey)
        .join('');
      const entry = entries.get(key);
      if (entry && !entry.concepts.includes(concept)) entry.concepts.push(concept);
      if (entry) continue;
      entries.set(key, { concepts: [concept], spelling });
      if (by === 'key' && concept !== 'drop' && !bare.has(consonantsOf(key))) bare.set(consonantsOf(key), key);
      if (key.length < shortestMisspelt) continue;
      for (const place of placesOf(key, key.length)) {
        const words = nearby.get(place);
        if (words) words.push(key);
        else nearby.set(place, [key]);
      }
    }
  return { by, entries, nearby, bare };
}

const consonantsOf = (word: string): string => word.replace(/[aiou]/g, '');

const placesOf = (word: string, length: number): string[] => [
  `${word.slice(0, 2)}-${length}`,
  `${length}-${word.slice(-2)}`,
];

const lexicons = {
  letters: [lexiconOf('key', persian, shared), lexiconOf('key', arabic, shared)],
  latin: [lexiconOf('plain', english, shared), lexiconOf('key', finglish, shared)],
};

/** Numbers and units, which the catalogue's own tables know. */
const isFigure = ({ typed }: Token): boolean => atomsOf(typed).some(({ kind }) => kind !== 'word');

function entryOf(token: Token, { by, entries, nearby }: Lexicon): Entry | null {
  for (const stem of stemsOf(token.kind, token[by])) {
    const entry = entries.get(stem);
    if (entry && isSpacedAs(entry, [token])) return entry;
  }
  if (token[by].length < shortestMisspelt) return null;
  const { length } = token[by];
  for (const near of [length, length - 1, length + 1])
    for (const place of placesOf(token[by], near))
      for (const key of nearby.get(place) ?? []) if (isMisspelt(key, token[by])) return entries.get(key) ?? null;
  return null;
}

const unknown = (token: Token): Match => ({
  tokens: [token],
  concepts: [],
  spelling: null,
  doubt: token.kind === 'sign' ? 0 : 2,
});

/** The longest phrase first. */
function matchWith(tokens: readonly Token[], lexicon: Lexicon, other: Lexicon): Match[] {
  const matches: Match[] = [];
  for (let at = 0; at < tokens.length; ) {
    const match = phraseAt(tokens, at, lexicon) ?? wordAt(tokens, at, lexicon, other);
    matches.push(match);
    at += match.tokens.length;
  }
  return matches;
}

function phraseAt(tokens: readonly Token[], at: number, { by, entries }: Lexicon): Match | null {
  let key = '';
  let longest: Match | null = null;
  for (let length = 1; length <= mostWords; length += 1) {
    const token = tokens[at + length - 1];
    if (!token || token.kind === 'digits') break;
    // The last word of a phrase may have an ending: «بی مسئولیتید».
    const ends = length === 1 ? [token[by]] : [token[by], ...stemsOf(token.kind, token[by])];
    const entry = ends.map((end) => entries.get(key + end)).find((one) => one !== undefined);
    if (entry && isSpacedAs(entry, tokens.slice(at, at + length)))
      longest = { tokens: tokens.slice(at, at + length), ...entry, doubt: 0 };
    key += token[by];
  }
  return longest;
}

const oneLetter = /(?:^| )[a-z](?: |$)/;

/** "a ten" is not "eaten", and "gate" is not "get a". */
function isSpacedAs({ spelling }: Entry, tokens: readonly Token[]): boolean {
  const typed = tokens.map((token) => token.typed).join(' ');
  if (!oneLetter.test(typed) && !oneLetter.test(spelling)) return true;
  return typed.split(' ').length === spelling.split(' ').length;
}

function wordAt(tokens: readonly Token[], at: number, lexicon: Lexicon, other: Lexicon): Match {
  const [token] = tokens.slice(at, at + 1);
  if (!token) throw new Error('A match begins at a word.');
  if (isFigure(token)) return { tokens: [token], concepts: ['item'], spelling: null, doubt: 0 };
  const near = entryOf(token, lexicon);
  if (near) return { tokens: [token], ...near, doubt: 1 };
  const far = other.entries.get(token[other.by]);
  if (far && isSpacedAs(far, [token])) return { tokens: [token], ...far, doubt: 2 };

  const bare = bareEntryOf(token, lexicon);
  if (bare) return { tokens: [token], ...bare, doubt: 1 };
  return { ...unknown(token), concepts: splitWord(token, lexicon) };
}

const shortestBare = 3;

/** A Latin word that is typed with few vowels, as in "shrj" and "mmnon". */
function bareEntryOf({ kind, key }: Token, { by, entries, bare }: Lexicon): Entry | null {
  const consonants = consonantsOf(key);
  const vowels = key.length - consonants.length;
  if (kind !== 'latin' || by !== 'key' || consonants.length < Math.max(shortestBare, 2 * vowels + 1)) return null;
  return entries.get(bare.get(consonants) ?? '') ?? null;
}

const shortestPart = 3;

/** What two words without a space between them mean: «شارژنیومد». */
function splitWord(token: Token, { by, entries }: Lexicon): readonly Concept[] {
  if (token.kind === 'digits') return [];
  const key = token[by];
  for (let at = key.length - shortestPart; at >= shortestPart; at -= 1) {
    const parts = [entries.get(key.slice(0, at)), entries.get(key.slice(at))];
    const concepts = parts.every((part) => part) ? parts.flatMap((part) => part?.concepts ?? []) : [];
    if (concepts.some((concept) => concept !== 'drop')) return concepts;
  }
  return [];
}

const doubtOfDrop = 0.1;
/** "are" is Persian for yes, if it stands alone. */
const doubtOf = (matches: readonly Match[]): number =>
  matches.reduce((sum, { doubt, concepts }) => sum + (concepts[0] === 'drop' ? doubt + doubtOfDrop : doubt), 0);

/** Each stretch of a script in the language that knows its words better. `isArabic`: the letters are of an Arabic keyboard. */
export function matchWords(tokens: readonly Token[], isArabic = false): Match[] {
  const script = tokens.some(({ kind }) => kind === 'letters') ? 'letters' : 'latin';
  const matches: Match[] = [];
  for (let at = 0; at < tokens.length; ) {
    const from = at;
    const kind =
      tokens[from]?.kind === 'latin' || (tokens[from]?.kind !== 'letters' && script === 'latin') ? 'latin' : 'letters';
    const opposite = kind === 'latin' ? 'letters' : 'latin';
    while (at < tokens.length && tokens[at]?.kind !== opposite) at += 1;
    const stretch = tokens.slice(from, at);
    const [one, two] = kind === 'letters' && isArabic ? lexicons.letters.toReversed() : lexicons[kind];
    if (!one || !two) continue;
    const [first, second] = [matchWith(stretch, one, two), matchWith(stretch, two, one)];
    matches.push(...(doubtOf(second) < doubtOf(first) ? second : first));
  }
  return matches;
}
