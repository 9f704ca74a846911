/** Look-alike letters of different keyboards; those that NFKD decomposes (آ أ إ ؤ ئ ۀ) are not listed. */
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

/** Zero-width, between parts of one Persian word. */
export const joiner = '\u200c';

/** One spelling for letter variants, digits, case, vowel signs and joiners. For comparing, not for showing. */
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

/** Spelling, joiners and signs do not matter. */
export const isSamePhrase = (one: string, other: string): boolean => bare(one) === bare(other);
