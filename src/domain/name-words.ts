import { foldText } from './fold-text.ts';

const mostWords = 8;
const longestWord = 32;

/** The words that find a person's name, in one spelling. */
export function nameWords(name: string): string[] {
  const words = foldText(name).match(/[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => [...word].slice(0, longestWord).join('')))].slice(0, mostWords);
}
