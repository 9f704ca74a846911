import { namesItem, readWords } from './line-words.ts';
import type { Operators } from './operators.ts';
import { mistakenNumber, splitMobile } from './phone.ts';

function wordsBeside(text: string, operators: Operators) {
  const split = splitMobile(text, operators);
  const mistake = split ? null : mistakenNumber(text);
  return {
    words: readWords((split ?? mistake)?.rest ?? text),
    isMistaken: mistake !== null,
    isNumber: split !== null || (mistake !== null && mistake.failure.code !== 'number-invalid'),
  };
}

/** True if every word belongs to a sale, so the line is not a sentence to a person. */
export function isSaleLine(text: string, operators: Operators): boolean {
  const { isNumber, words } = wordsBeside(text, operators);
  const { money, bare, hasSize, others, wants } = words;
  if (others.length > 0) return false;
  const isScaled = bare.length === 1 && wants !== 'package' && (wants === 'topup' || bare.some((one) => one.isScaled));
  return isNumber || hasSize || money.length > 0 || isScaled;
}

/** True if each line has only a number and what to buy for it, so the text is not a message to a person. */
export const isWholeSale = (text: string, operators: Operators): boolean =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .every((line) => {
      const { isNumber, isMistaken, words } = wordsBeside(line, operators);
      return (isNumber || isMistaken) && namesItem(words) && isSaleLine(line, operators);
    });
