import type { Failure } from '#domain/failure.ts';
import { readWords } from '#domain/line-words.ts';
import type { Operators } from '#domain/operators.ts';
import { type Mobile, mistakenNumber, splitMobile } from '#domain/phone.ts';
import { namesItem } from './line-meaning.ts';

/** What a typed line says, before the catalogue is consulted. */
export type Line =
  | { readonly kind: 'number'; readonly mobile: Mobile; readonly words: string }
  /** True if it contains a mistyped number. */
  | { readonly kind: 'mistake'; readonly failure: Failure; readonly words: string }
  /** An amount without a number yet. */
  | { readonly kind: 'amount'; readonly words: string }
  | { readonly kind: 'words'; readonly words: string };

export function readLine(text: string, operators: Operators): Line {
  const split = splitMobile(text, operators);
  if (split) return { kind: 'number', mobile: split.mobile, words: split.rest };
  const mistake = mistakenNumber(text);
  if (mistake) return { kind: 'mistake', failure: mistake.failure, words: mistake.rest };
  return isAmount(text) ? { kind: 'amount', words: text } : { kind: 'words', words: text };
}

/** True for an amount with a unit, thousands or a word; a bare number may be anything. */
function isAmount(text: string): boolean {
  const { money, bare, hasSize, others, wants } = readWords(text);
  const [figure, ...more] = [...money, ...bare];
  // One unknown word is a name: "20k toman for Ali".
  if (!figure || more.length > 0 || hasSize || others.length > 1 || wants === 'package') return false;
  return figure.unit !== null || figure.isScaled || (wants === 'topup' && others.length === 0);
}

/** True if every word belongs to a sale, so the line is not a sentence to a person. */
export function isSaleLine(text: string, operators: Operators): boolean {
  const line = readLine(text, operators);
  const { money, hasSize, others } = readWords(line.words);
  if (others.length > 0) return false;
  const isNumber = line.kind === 'number' || (line.kind === 'mistake' && line.failure.code !== 'number-invalid');
  return isNumber || line.kind === 'amount' || hasSize || money.length > 0;
}

/** True if each line has only a number and what to buy for it, so the text is not a message to a person. */
export const isWholeSale = (text: string, operators: Operators): boolean =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .every((written) => {
      const line = readLine(written, operators);
      const hasNumber = line.kind === 'number' || line.kind === 'mistake';
      return hasNumber && namesItem(readWords(line.words)) && isSaleLine(written, operators);
    });
