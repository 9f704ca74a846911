/** Look-alike letters of different keyboards, except those that NFKD decomposes (آ أ إ ؤ ئ ۀ). */
const alike = new Map([
  ['ٱ', 'ا'],
  ['ي', 'ی'],
  ['ى', 'ی'],
  ['ك', 'ک'],
  ['ة', 'ه'],
  ['ە', 'ه'],
  ['ہ', 'ه'],
  ['ھ', 'ه'],
  ['٫', '.'],
  ['٬', ','],
]);

/** The zero-width joiner between parts of a Persian word. */
export const joiner = '\u200c';

/**
 * Reduces letter variants, digits, case, vowel signs and joiners to one spelling, for comparing and not for showing.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[ٱيىكةەہھ٫٬]/g, (letter) => alike.get(letter) ?? letter)
    .replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(joiner, ' ')
    .replace(/[\p{M}\p{Cf}ـ]/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim();
}

const bare = (text: string): string =>
  foldText(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Compares phrases without regard to spelling, joiners and signs. */
export const isSamePhrase = (one: string, other: string): boolean => bare(one) === bare(other);

/** Marks that change the direction of the text around them. */
export const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
