import { foldText } from '#domain/fold-text.ts';
import { arabic } from './arabic.ts';
import type { Concept } from './concepts.ts';
import { english } from './english.ts';
import { finglish } from './finglish.ts';
import { persian } from './persian.ts';
import { shared } from './shared.ts';
import { phrasesIn } from './spelling.ts';

/** The single words of all languages that mean one of these. */
function wordsOf(...concepts: readonly Concept[]): ReadonlySet<string> {
  const lines = [persian, arabic, english, finglish, shared].flatMap((words) =>
    concepts.map((one) => words[one] ?? ''),
  );
  const phrases = lines.flatMap(phrasesIn).map((phrase) => foldText(phrase.replace(/['’]/g, '')));
  return new Set(phrases.filter((phrase) => !phrase.includes(' ')));
}

/** Words of products' names are never passed over. */
const itemWords = wordsOf('item');
const without = (words: ReadonlySet<string>): ReadonlySet<string> => words.difference(itemWords);

/** Beside a number or a package they add nothing. */
const fillers = without(
  wordsOf(
    'buy',
    'card',
    'drop',
    'for',
    'greeting',
    'have',
    'how',
    'howMuch',
    'money',
    'number',
    'price',
    'self',
    'thanks',
    'want',
  ),
);
const packageWords = without(wordsOf('package'));
const topUpWords = without(wordsOf('topUp'));

/** The words for them in names. */
export const packageTerm = 'بسته';
export const topUpTerm = 'شارژ';

export const isKnownWord = (word: string): boolean => [fillers, packageWords, topUpWords].some((one) => one.has(word));

interface Typed {
  readonly kind: string;
  readonly typed: string;
}

export const isFiller = ({ kind, typed }: Typed): boolean => kind === 'word' && fillers.has(typed);
export const isPackageWord = ({ kind, typed }: Typed): boolean => kind === 'word' && packageWords.has(typed);
export const isTopUpWord = ({ kind, typed }: Typed): boolean => kind === 'word' && topUpWords.has(typed);
