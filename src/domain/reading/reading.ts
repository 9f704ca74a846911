import { foldText } from '#domain/fold-text.ts';
import { type LineWords, readWords } from '#domain/line-words.ts';
import type { Operators } from '#domain/operators.ts';
import { type Mobile, mistakenNumber, plainDigits, splitMobile, visibleWords } from '#domain/phone.ts';
import { atomsOf } from '#domain/search-normalization.ts';
import type { Concept } from '#domain/words/concepts.ts';
import { onOtherKeyboard, tokensOf } from '#domain/words/spelling.ts';
import { intentsIn, type RankedIntent, type Sign } from './intents.ts';
import { type Match, matchWords } from './lexicon.ts';

/** What a text says, before it is known who wrote it. */
export interface Reading {
  /** All mobile numbers, in order. */
  readonly mobiles: readonly Mobile[];
  /** What is wrong with what was meant to be a number. */
  readonly mistake: NonNullable<ReturnType<typeof mistakenNumber>>['failure'] | null;
  /** Order codes and the digits that banks give, as typed. */
  readonly codes: readonly string[];
  /** The words of what is bought, as the catalogue knows them. */
  readonly item: string;
  /** The same, with the words that may be of a product's name. */
  readonly line: string;
  readonly figures: LineWords;
  /** "For myself". */
  readonly isSelf: boolean;
  /** The surest first. */
  readonly intents: readonly RankedIntent[];
  readonly said: ReadonlySet<Concept | Sign>;
  /** All words without the numbers, as they are compared. */
  readonly words: string;
  /** Words that mean nothing: names, or a sentence about something else. */
  readonly rest: readonly string[];
}

/** Beyond it a message is no wish in a few words. */
const longestText = 400;
const orderCode =
  /(?<![\p{L}\p{Nd}])(?=[a-z-]*\d[\da-z-]*|[a-z]{5}-)[\da-z]{5}[-\u2010-\u2015]?[\da-z]{5}(?![\p{L}\p{Nd}])/giu;
const bankDigits =
  /(?<![\p{L}\p{Nd}.,/+])\d{6,20}(?![\p{L}\p{Nd}]|[.,/]\d|\s*(?:ت|ر|t|r|هزار|تومان|تومن|ریال|میلیون|گیگ|مگ|toman|rial)(?!\p{L}))/gu;
/** A mobile number with a digit too few or too many. */
const almostMobile = /^(?:0|98|0098)9\d{7,10}$/;
/** Shorter round numbers are amounts. */
const longestAmount = 9;

/** "10gigabyte" has as many letters as a code. */
function isSize(code: string): boolean {
  const [number, unit, ...more] = atomsOf(code);
  return number?.kind === 'number' && unit?.kind === 'unit' && more.length === 0;
}

const isCode = (digits: string): boolean =>
  !isSize(digits) &&
  !almostMobile.test(digits) &&
  !/^0\d{9}/.test(digits) &&
  !(digits.length <= longestAmount && /00$/.test(digits));

export function readText(text: string, operators: Operators): Reading {
  const { mobiles, words } = withoutMobiles(visibleWords(text.slice(0, longestText)), operators);
  const early = mobiles.length === 0 && /\+|(?<!\d)0\d/.test(plainDigits(words)) ? mistakenNumber(words) : null;
  const isNumber = early !== null && early.failure.code !== 'number-invalid';
  const { codes, uncoded } = isNumber ? { codes: [], uncoded: words } : withoutCodes(words);
  const mistaken = mobiles.length === 0 && codes.length === 0 ? mistakenNumber(uncoded) : null;
  const left = mistaken && mistaken.failure.code !== 'number-invalid' ? mistaken.rest : uncoded;
  const signs: Sign[] = [
    ...(mobiles.length > 0 ? (['mobile'] as const) : []),
    ...(codes.length > 0 ? (['code'] as const) : []),
  ];
  return {
    mobiles,
    mistake: mistaken?.failure ?? null,
    codes,
    words: foldText(left),
    ...saidBy(bestMatches(left), signs),
  };
}

function withoutCodes(text: string): { readonly codes: readonly string[]; readonly uncoded: string } {
  // As long as the text, so that places in it are the same.
  const plain = plainDigits(text);
  const found = [...plain.matchAll(orderCode), ...plain.matchAll(bankDigits)].filter(([code]) => isCode(code));
  const uncoded = found.reduce(
    (left, { 0: code, index }) => left.slice(0, index) + ' '.repeat(code.length) + left.slice(index + code.length),
    text,
  );
  return { codes: [...new Set(found.map(([code]) => code))], uncoded };
}

function withoutMobiles(text: string, operators: Operators): { mobiles: Mobile[]; words: string } {
  const mobiles: Mobile[] = [];
  let words = text;
  for (let split = splitMobile(words, operators); split; split = splitMobile(words, operators)) {
    if (!mobiles.includes(split.mobile)) mobiles.push(split.mobile);
    words = split.rest;
  }
  return { mobiles, words };
}

const arabicLetters = /[ةأإىيك]/;
const persianLetters = /[پچژگیک]/;

/** A text that means nothing may have been typed on the other keyboard. */
function bestMatches(text: string): Match[] {
  const matches = matchWords(tokensOf(text), arabicLetters.test(text) && !persianLetters.test(text));
  if (matches.some(({ concepts }) => concepts.length > 0)) return matches;
  const others = matchWords(tokensOf(onOtherKeyboard(text)));
  return others.length > 0 && others.every(({ concepts }) => concepts.length > 0) ? others : matches;
}

const itemConcepts: readonly Concept[] = ['item', 'package', 'topUp'];
const isItem = ({ concepts }: Match): boolean => concepts.some((concept) => itemConcepts.includes(concept));
/** «نه» is a number beside figures, and "no" elsewhere. */
const isOnlyItem = (match: Match | undefined): boolean =>
  match !== undefined &&
  isItem(match) &&
  !match.concepts.some((one) => one === 'no' || one === 'day' || one === 'drop');
const isDigits = (match: Match | undefined): boolean => match?.tokens[0]?.kind === 'digits';
const articles = new Set(['یه', 'یک', 'a', 'an', 'ye', 'yek', 'one']);

/** «یه گیگ», "50 k": the word belongs to the figure beside it. */
function belongsToFigure({ tokens }: Match, before: Match | undefined, after: Match | undefined): boolean {
  const [token, ...more] = tokens;
  if (!token || more.length > 0) return false;
  if (isDigits(before) && token.typed.length === 1 && token.kind !== 'sign') return true;
  return articles.has(token.typed) && after !== undefined && after.concepts.length === 1 && isItem(after);
}

const ofShop = [
  'balance',
  'card',
  'code',
  'complaint',
  'crook',
  'mobile',
  'operator',
  'package',
  'payIn',
  'promo',
  'receipt',
  'refund',
  'size',
  'support',
  'topUp',
  'wallet',
] as const;

const ofMoney = ['bought', 'money', 'order', 'orders', 'paid'] as const;

/** One unknown word is a name or a slip of the pen beside as many that are known. */
const mostKnown = 1;

/** Beside a word of the shop an unknown word is a name or the like. */
const isAboutShop = (said: ReadonlySet<Concept | Sign>): boolean => ofShop.some((one) => said.has(one));

function saidBy(matches: readonly Match[], signs: readonly Sign[]) {
  const said = new Set<Concept | Sign>(signs);
  const item: string[] = [];
  const line: string[] = [];
  const rest: string[] = [];
  for (const [at, match] of matches.entries()) {
    const [before, after] = [matches[at - 1], matches[at + 1]];
    const typed = match.tokens.map((token) => token.typed).join(' ');
    const shown = match.tokens.map((token) => token.shown).join(' ');
    const isFigure = isDigits(match) || belongsToFigure(match, before, after);
    const isBeside = [before, after].some((one) => isDigits(one) || isOnlyItem(one));
    const known = match.spelling === null || match.spelling === typed ? shown : match.spelling;
    const word = isFigure ? shown : isOnlyItem(match) || (isItem(match) && isBeside) ? known : null;
    if (word !== null) item.push(word);
    if (word !== null) line.push(word);
    else if (match.concepts.length === 0 && match.tokens[0]?.kind !== 'sign') {
      rest.push(typed);
      line.push(shown);
    }
    if (!isFigure) for (const concept of match.concepts) if (concept !== 'drop') said.add(concept);
  }
  // An unknown word may be the unit of the number before it.
  const figures = readWords(rest.length === 0 ? item.join(' ') : line.join(' '));
  for (const sign of signsOf(figures)) said.add(sign);
  if (rest.length > 0) said.add('unknown');
  if (isAboutShop(said)) said.add('shop');
  const isKnown = rest.length === 0 || (rest.length === 1 && matches.length - rest.length >= mostKnown);
  if ([...ofShop, ...ofMoney].some((one) => said.has(one)) || (isKnown && !said.has('other'))) said.add('clear');
  const words = { item: item.join(' '), line: line.join(' ') };
  return { ...words, figures, said, rest, isSelf: said.has('self'), intents: intentsIn(said) };
}

function signsOf({ money, bare, hasSize, search, operatorId }: LineWords): Sign[] {
  return [
    ...(/\b[gmt]b\b/.test(search)
      ? (['size'] as const)
      : /day|week|month|year/.test(search)
        ? (['time'] as const)
        : []),
    ...(hasSize ? (['figures'] as const) : []),
    ...(money.length > 0 || bare.some(({ isScaled }) => isScaled) ? (['sum'] as const) : []),
    ...(money.length + bare.length > 0 ? (['figures'] as const) : []),
    ...(operatorId === null ? [] : (['operator'] as const)),
  ];
}

/** As sure as this a wish stands above a purchase, and leaves an open question. */
export const sure = 58;
const leaving = ['leave', 'menu'];
const mostRest = 3;

const isAlone = ({ mobiles, said, rest }: Reading): boolean =>
  mobiles.length === 0 && rest.length === 0 && !said.has('figures') && !said.has('code');

/** It leaves whatever was asked. */
export const isLeaving = (reading: Reading): boolean =>
  leaving.includes(reading.intents[0]?.intent ?? '') && isAlone(reading);

/** A wish of its own, whatever was asked. */
export function isWish({ intents: [first], rest, said }: Reading): boolean {
  return (
    first !== undefined &&
    !said.has('other') &&
    first.intent !== 'today' &&
    first.sureness >= sure &&
    rest.length <= mostRest
  );
}
