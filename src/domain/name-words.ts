import { foldText } from './fold-text.ts';

const mostWords = 8;
const longestWord = 32;

/** The words under which a person's name is found, in one spelling. */
export function nameWords(name: string): string[] {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))].slice(0, mostWords);
}
