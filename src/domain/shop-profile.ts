import { directionMarks } from './direction-marks.ts';
import { type Language, languages } from './language.ts';

/** The readers of a welcome text: those of one language, or all who have none of their own. */
export const welcomeReaders = ['all', ...languages] as const;
export type WelcomeReader = 'all' | Language;

/** What the owner can set and remove. Encoded by index: languages, which only grow, come last. */
export const profileParts: readonly ProfilePart[] = ['name', 'picture', ...welcomeReaders];
export type ProfilePart = 'name' | 'picture' | WelcomeReader;

export const longestName = 40;
export const longestWelcome = 500;

/** Joiners are part of words. */
const unseen = /[^\P{C}\u200c\u200d]/gu;
const letter = /[\p{L}\p{N}]/u;

/** One line with a letter or a digit: a picture draws no other signs. Null: it is none. */
export function readShopName(text: string): string | null {
  const name = text.toWellFormed().replace(directionMarks, '').replace(/\s+/g, ' ').replace(unseen, '').trim();
  return letter.test(name) && name.length <= longestName ? name : null;
}

/** Null: too long, or nothing to read. */
export function readWelcome(text: string): string | null {
  const paragraphs = text.toWellFormed().replace(directionMarks, '').split(/\r?\n/);
  const welcome = paragraphs
    .map((line) => line.replace(unseen, '').trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return letter.test(welcome) && welcome.length <= longestWelcome ? welcome : null;
}
