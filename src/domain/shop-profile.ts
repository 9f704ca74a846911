import { directionMarks } from './fold-text.ts';
import { type Language, languages } from './language.ts';

/** Readers of a welcome text: those of one language, or everyone without a text of their own. */
export const welcomeReaders = ['all', ...languages] as const;
export type WelcomeReader = 'all' | Language;

/** What the owner can set and remove. Encoded by index, so languages, which only grow, come last. */
export const profileParts: readonly ProfilePart[] = ['name', 'picture', ...welcomeReaders];
export type ProfilePart = 'name' | 'picture' | WelcomeReader;

export const longestName = 40;
export const longestWelcome = 500;

/** Invisible characters, except joiners, which are part of words. */
const unseen = /[^\P{C}\u200c\u200d]/gu;
const letter = /[\p{L}\p{N}]/u;

/** Reads a name: one line with a letter or digit, because a picture draws only these. Null if it is unfit. */
export function readShopName(text: string): string | null {
  const name = text.toWellFormed().replace(directionMarks, '').replace(/\s+/g, ' ').replace(unseen, '').trim();
  return letter.test(name) && name.length <= longestName ? name : null;
}

/** Null if the text is too long or empty. */
export function readWelcome(text: string): string | null {
  const paragraphs = text.toWellFormed().replace(directionMarks, '').split(/\r?\n/);
  const welcome = paragraphs
    .map((line) => line.replace(unseen, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return letter.test(welcome) && welcome.length <= longestWelcome ? welcome : null;
}
