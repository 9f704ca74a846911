import { foldText } from '#domain/fold-text.ts';

/** One spelling for what people write by ear: "mikham", "mixaam"; the same for English, so that all Latin words compare. */
const latinKey = (word: string): string =>
  word
    .replace(/kh/g, 'x')
    .replace(/gh|q/g, 'g')
    .replace(/zh/g, 'j')
    .replace(/ck/g, 'k')
    .replace(/(?<![ae])[ae]h$/, 'e')
    .replace(/oo|ou|w|v/g, 'u')
    .replace(/ee|y/g, 'i')
    .replace(/e/g, 'a')
    .replace(/(.)\1+/g, '$1');

const alike: ReadonlyMap<string, string> = new Map(
  ['سثص', 'زذضظ', 'تط', 'هح', 'قغ', 'اع'].flatMap(([sound = '', ...letters]) =>
    letters.map((one) => [one, sound] as const),
  ),
);

/** «خیییلی» is «خیلی», and letters that sound the same are one: «صلام», «خاستم». A letter that stands twice may be meant. */
const soundKey = (word: string): string =>
  word
    .replace(/(.)\1{2,}/gu, '$1')
    .replace(/[ثصذضظطحغع]/g, (letter) => alike.get(letter) ?? letter)
    .replace(/خوا/g, 'خا');

const isLatin = (word: string): boolean => /^[a-z]/.test(word);

/** "helllo" is "hello". English words are compared as they are written, so that "went" is not "want". */
export const plainKey = (word: string): string => (isLatin(word) ? word.replace(/(.)\1{2,}/g, '$1') : keyOf(word));

/** How a word is compared. */
export const keyOf = (word: string): string => (isLatin(word) ? latinKey(word) : soundKey(word));

export interface Token {
  readonly shown: string;
  /** Folded, as typed. */
  readonly typed: string;
  readonly key: string;
  readonly plain: string;
  readonly kind: 'latin' | 'letters' | 'digits' | 'sign';
}

const parts = /\p{Nd}[\p{Nd}.,/'_٫٬]*\p{Nd}|\p{Nd}|[\p{L}\p{M}]+|\p{Extended_Pictographic}|[?؟]/gu;

export function tokensOf(text: string): Token[] {
  const joined = text.replace(/(?<=\p{L})['’`ʼ](?=\p{L})/gu, '').replace(/td[\s-]*lte/gi, 'tdlte');
  return (joined.match(parts) ?? []).flatMap((shown) => {
    const typed = foldText(shown);
    return typed === '' ? [] : [{ shown, typed, key: keyOf(typed), plain: plainKey(typed), kind: kindOf(typed) }];
  });
}

function kindOf(typed: string): Token['kind'] {
  if (/^\d/.test(typed)) return 'digits';
  if (isLatin(typed)) return 'latin';
  return /^\p{L}/u.test(typed) ? 'letters' : 'sign';
}

/** The phrases of a line of data: `[a|b|]` stands for each of its parts. */
export function phrasesIn(line: string): string[] {
  return line
    .split(/,\s*/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap(spread);
}

function spread(phrase: string): string[] {
  const [whole, choices = ''] = /\[([^\]]*)\]/.exec(phrase) ?? [];
  if (whole === undefined) return [phrase];
  return choices.split('|').flatMap((choice) => spread(phrase.replace(whole, choice)));
}

const persianEndings =
  'هامون هاتون هاشون هایی هامو هاتو هاشو های هام هات هاش هارو هاست ها مون تون شون مو تو شو رو ام ات اش ایی اید این اند ای یم ید ین ند م ت ش ه و ی ن س';
const arabicEndings = 'كم هم ها نا ني تي ين ون ات ية ه ك ي ت ا و';
const latinEndings = 'hamo hama ham hai ha amo emo mo eto et esho esh am im ro o e i s ing ed es d ly er';
const endings = {
  letters: [...new Set(`${persianEndings} ${arabicEndings}`.split(' ').map(foldText).map(soundKey))],
  latin: [...new Set(latinEndings.split(' ').map(latinKey))],
};
const beginnings = ['وال', 'بال', 'لل', 'فال', 'عال', 'ال', 'و', 'ب', 'ل', 'ف', 'ع', 'ه', 'می', 'هم'].map(soundKey);
const shortestStem = { letters: 3, latin: 4 };

/** The word without an ending or an article, the longest first. */
export function stemsOf(kind: Token['kind'], key: string): string[] {
  if (kind !== 'latin' && kind !== 'letters') return [];
  const stems = endings[kind].filter((ending) => key.endsWith(ending)).map((ending) => key.slice(0, -ending.length));
  const bare =
    kind === 'letters' ? beginnings.filter((one) => key.startsWith(one)).map((one) => key.slice(one.length)) : [];
  return [...stems, ...bare]
    .filter((stem) => stem.length >= shortestStem[kind])
    .toSorted((a, b) => b.length - a.length);
}

/** One wrong, missing or extra letter, or two neighbours swapped. The first letter is seldom wrong. */
export function isMisspelt(word: string, text: string): boolean {
  if (Math.abs(word.length - text.length) > 1 || !text.slice(0, 2).includes(word.charAt(0))) return false;
  let start = 0;
  while (start < word.length && word[start] === text[start]) start += 1;
  let end = 0;
  while (end < Math.min(word.length, text.length) - start && word.at(-1 - end) === text.at(-1 - end)) end += 1;
  const [left, right] = [word.slice(start, word.length - end), text.slice(start, text.length - end)];
  const isSwapped = left.length === 2 && right === `${left[1]}${left[0]}`;
  return isSwapped || (left.length <= 1 && right.length <= 1);
}

const latinRow = "qwertyuiop[]asdfghjkl;'zxcvbnm,";
const persianRow = 'ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدپو';
const toPersian = new Map(Array.from(latinRow, (letter, at) => [letter, persianRow[at] ?? letter] as const));
const toLatin = new Map(Array.from(latinRow, (letter, at) => [persianRow[at] ?? letter, letter] as const));

/** What the same keys write on the other keyboard: `sghl` is «سلام». */
export function onOtherKeyboard(text: string): string {
  const keys = /[a-z]/i.test(text) ? toPersian : toLatin;
  return Array.from(foldText(text), (letter) => keys.get(letter) ?? letter).join('');
}
