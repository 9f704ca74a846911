import { readFileSync } from 'node:fs';

interface AvoidedWord {
  readonly word: string;
  readonly pattern: RegExp;
  /** Phrases in which it is right. */
  readonly phrases: readonly string[];
  /** Keys of texts in which it is right: it has another meaning there. */
  readonly keys: readonly string[];
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const quoted = (cell: string): string[] => [...cell.matchAll(/«([^»]+)»/g)].map(([, words = '']) => words);

/** «لینک…» is any word that begins so; others are whole words, with the endings that a joiner attaches. */
function patternOf(word: string): RegExp {
  const stem = escaped(word.replace(/…$/, ''));
  return word.endsWith('…')
    ? new RegExp(`(?<![\\p{L}\\u200c])${stem}`, 'u')
    : new RegExp(`(?<![\\p{L}\\u200c])${stem}(?:\\u200c(?:ها|ای|ی)\\p{L}*)?(?![\\p{L}\\u200c])`, 'u');
}

/** The second table of docs/fa/words.md. */
export function avoidedWords(): AvoidedWord[] {
  const page = readFileSync(new URL('../../docs/fa/words.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| («.*) \| .* \|(.*)\|$/gm)];
  return rows.flatMap(([, words = '', except = '']) =>
    quoted(words).map((word) => ({
      word,
      pattern: patternOf(word),
      phrases: quoted(except),
      keys: [...except.matchAll(/`([\w-]+)`/g)].map(([, key = '']) => key),
    })),
  );
}

export const uses = (text: string, { pattern, phrases }: AvoidedWord): boolean =>
  pattern.test(phrases.reduce((rest, phrase) => rest.replaceAll(phrase, ''), text));
