import { foldText } from './fold-text.ts';
import { operatorNamedIn } from './operators.ts';
import type { OperatorId, SimType } from './product.ts';
import { type Atom, atomsIn, isArticle } from './search-normalization.ts';
import { type TopUpKind, topUpKindIn } from './top-up-kind.ts';
import { isFiller, isPackageWord, isTopUpWord } from './words/sale-words.ts';

/** A number that may be an amount. */
export interface Figure {
  /** The value including thousands and millions. */
  readonly value: number;
  /** Whether thousands or millions are named. */
  readonly isScaled: boolean;
  /** Null if no unit is named. */
  readonly unit: 'toman' | 'rial' | null;
}

/** What the words of a line say, before the item is known. */
export interface LineWords {
  readonly money: readonly Figure[];
  /** Numbers without a unit. */
  readonly bare: readonly Figure[];
  /** Whether a size or a time is named. */
  readonly hasSize: boolean;
  /** Whether there are words that add nothing: "please", "برای". */
  readonly hasFillers: boolean;
  /** Whether a number may be understood only in part. */
  readonly isDoubtful: boolean;
  readonly operatorId: OperatorId | null;
  readonly simType: SimType | null;
  readonly wants: 'topup' | 'package' | null;
  readonly topUpKind: TopUpKind | null;
  /** Other words: names, words of a product, words of a sentence. */
  readonly others: readonly string[];
  /** Sizes, times and other words for the search. */
  readonly search: string;
}

const simWords: Readonly<Record<SimType, readonly string[]>> = {
  prepaid: ['اعتباری', 'prepaid', 'etebari'],
  postpaid: ['دایمی', 'postpaid', 'daemi'],
};
export const isMoney = (unit: string): unit is 'toman' | 'rial' => unit === 'toman' || unit === 'rial';

const figureOf = ({ text, scale }: Atom, unit: Figure['unit']): Figure => ({
  value: Number(text),
  isScaled: scale !== undefined,
  unit,
});

/** Joins groups of digits that have one kind of separator: "50 000", "50.000". */
const joinGroups = (text: string): string =>
  text.replace(/(?<![\d./])\d{1,3}([ '_./])\d{3}(?:\1\d{3})*(?=\s*(?:$|تو|ری|t|r|irr))/g, (digits) =>
    digits.replace(/\D/g, ''),
  );

export function readWords(text: string): LineWords {
  const { operatorId, rest } = operatorNamedIn(
    foldText(text)
      .replace(/top[ -]?up/g, 'topup')
      .replace(/[$€£]/g, ' dollar '),
  );
  const atoms = atomsIn(joinGroups(rest));
  const money: Figure[] = [];
  const bare: Figure[] = [];
  const search: string[] = [];
  const others: string[] = [];
  const bareTexts: string[] = [];
  let hasSize = false;
  let simType: SimType | null = null;
  let wants: LineWords['wants'] = null;
  let isDoubtful = false;
  let hasFillers = false;
  /** A unit before its number. */
  let unitBefore: Atom | null = null;
  for (let at = 0; at < atoms.length; at += 1) {
    const atom = atoms[at];
    const next = atoms[at + 1];
    if (!atom) continue;
    if (atom.kind === 'number') {
      const before = atoms[at - 1];
      if (atom.isScaleFirst && before && others.at(-1) === before.typed) isDoubtful = true;
      if (next?.kind === 'unit' && isMoney(next.text)) {
        money.push(figureOf(atom, next.text));
        at += 1;
      } else if (next?.kind === 'unit') {
        search.push(`${atom.text} ${next.text}`);
        hasSize = true;
        at += 1;
      } else if (unitBefore && isMoney(unitBefore.text)) {
        money.push(figureOf(atom, unitBefore.text));
        unitBefore = null;
      } else if (!isArticle(atom)) {
        bare.push(figureOf(atom, null));
        bareTexts.push(atom.text);
      } else if (next?.kind === 'number' && atom.typed !== 'یه') isDoubtful = true;
    } else if (atom.kind === 'unit' && isMoney(atom.text)) {
      if (unitBefore) others.push(unitBefore.typed);
      unitBefore = atom;
    } else if (atom.kind === 'unit') {
      // A time without a number: "ماهانه".
      search.push(atom.text);
      hasSize = true;
    } else if (isFiller(atom)) hasFillers = true;
    else if (topUpKindIn(atom.typed)) continue;
    else if (isPackageWord(atom)) wants ??= 'package';
    else if (isTopUpWord(atom)) wants = 'topup';
    else {
      const sim = (['prepaid', 'postpaid'] as const).find((one) => simWords[one].includes(atom.typed));
      if (sim) simType = sim;
      else {
        search.push(atom.text);
        others.push(atom.typed);
      }
    }
  }
  if (unitBefore) others.push(unitBefore.typed);
  const topUpKind = topUpKindIn(rest);
  return {
    money,
    bare,
    hasSize,
    hasFillers,
    isDoubtful,
    operatorId,
    simType,
    wants,
    topUpKind,
    others,
    search: [...search, ...bareTexts].join(' '),
  };
}

/** Replaces words, and keeps the kinds of SIM card and top-up that only the old words name. */
export function withKindsOf(words: string, before: string): string {
  const { simType, topUpKind, hasSize, wants } = readWords(words);
  const isAmount = topUpKind === null && !hasSize && wants === null;
  const kept = before.split(/\s+/).filter((word) => {
    const said = readWords(word);
    return (simType === null && said.simType !== null) || (isAmount && said.topUpKind !== null);
  });
  return [words, ...kept].join(' ');
}

/** An item that could be bought for a number. */
export const namesItem = ({ money, bare, hasSize, others, wants }: LineWords): boolean =>
  money.length > 0 || hasSize || wants !== null || bare.some(({ isScaled }) => isScaled || others.length === 0);
