import { foldText } from './fold-text.ts';

/**
 * Number words of every language, as people write and say them. They are compared after folding, so each appears once
 * for all keyboards.
 */
const persian: Readonly<Record<number, string>> = {
  1: 'یک یه',
  2: 'دو',
  3: 'سه',
  4: 'چهار چار',
  5: 'پنج',
  6: 'شش شیش',
  7: 'هفت هف',
  8: 'هشت هش',
  9: 'نه',
  10: 'ده',
  11: 'یازده',
  12: 'دوازده',
  13: 'سیزده',
  14: 'چهارده چارده',
  15: 'پانزده پونزده',
  16: 'شانزده شونزده',
  17: 'هفده هیفده',
  18: 'هجده هیجده هژده',
  19: 'نوزده',
  20: 'بیست بیس',
  30: 'سی',
  40: 'چهل چل',
  50: 'پنجاه پنجا',
  60: 'شصت',
  70: 'هفتاد',
  80: 'هشتاد',
  90: 'نود',
  100: 'صد یکصد یصد سد',
  200: 'دویست دیویست دویس',
  300: 'سیصد',
  400: 'چهارصد چارصد',
  500: 'پانصد پونصد',
  600: 'ششصد شیشصد',
  700: 'هفتصد',
  800: 'هشتصد',
  900: 'نهصد',
};
const english: Readonly<Record<number, string>> = {
  1: 'one yek ye',
  2: 'two',
  3: 'three se',
  4: 'four chahar',
  5: 'five panj',
  6: 'six shish',
  7: 'seven haft',
  8: 'eight hasht',
  9: 'nine noh',
  10: 'ten dah',
  11: 'eleven yazdah',
  12: 'twelve davazdah',
  13: 'thirteen',
  14: 'fourteen',
  15: 'fifteen punzdah poonzdah',
  16: 'sixteen',
  17: 'seventeen',
  18: 'eighteen',
  19: 'nineteen',
  20: 'twenty bist bis',
  30: 'thirty si',
  40: 'forty fourty chehel',
  50: 'fifty panjah panja',
  60: 'sixty shast',
  70: 'seventy haftad',
  80: 'eighty hashtad',
  90: 'ninety ninty navad',
  200: 'devist',
  300: 'sisad',
  500: 'pansad',
};
const arabic: Readonly<Record<number, string>> = {
  1: 'واحد واحدة وحدة أحد إحدى',
  2: 'اثنان اثنين اثنا اثني اثنتان اثنتين ثنين تنين',
  3: 'ثلاثة ثلاث تلاتة',
  4: 'أربعة أربع',
  5: 'خمسة خمس',
  6: 'ستة ست',
  7: 'سبعة سبع',
  8: 'ثمانية ثماني ثمان تمانية',
  9: 'تسعة تسع',
  10: 'عشرة عشر',
  11: 'احدعش احداشر',
  12: 'اثنعش اطنعش اثناعشر',
  15: 'خمسطعش خمسطاشر',
  20: 'عشرون عشرين',
  30: 'ثلاثون ثلاثين تلاتين',
  40: 'أربعون أربعين',
  50: 'خمسون خمسين',
  60: 'ستون ستين',
  70: 'سبعون سبعين',
  80: 'ثمانون ثمانين تمانين',
  90: 'تسعون تسعين',
  100: 'مئة مائة مية',
  200: 'مئتان مئتا مئتين مئتي مائتان مائتا مائتين مائتي ميتين',
  300: 'ثلاثمئة ثلاثمائة ثلاثمية',
  400: 'أربعمئة أربعمائة أربعمية',
  500: 'خمسمئة خمسمائة خمسمية',
  600: 'ستمئة ستمائة ستمية',
  700: 'سبعمئة سبعمائة سبعمية',
  800: 'ثمانمئة ثمانمائة ثمانيمئة ثمانمية',
  900: 'تسعمئة تسعمائة تسعمية',
  2000: 'ألفين ألفان ألفا ألفي',
};
const hundreds = 'hundred';
const million = 1_000_000;
const scaleWords: Readonly<Record<number, string>> = {
  1000: 'هزار هزارتا هزاری thousand hezar hezari ألف ألفا ألفًا آلاف',
  1000000: 'میلیون ملیون میلیونی million millions milion مليون ملايين',
};
/** Letters that count only after a figure. */
const shortScales: Readonly<Record<number, string>> = { 1000: 'k ک', 1000000: 'm' };

export type NumberWord =
  | { readonly kind: 'value'; readonly value: number; readonly arabic: boolean }
  | { readonly kind: 'hundreds' }
  | { readonly kind: 'scale'; readonly value: number; readonly short: boolean }
  | { readonly kind: 'half' };

function readTables(): ReadonlyMap<string, NumberWord> {
  const words = new Map<string, NumberWord>();
  const add = (table: Readonly<Record<number, string>>, toWord: (value: number) => NumberWord) => {
    for (const [value, spellings] of Object.entries(table))
      for (const word of spellings.split(' '))
        if (!words.has(foldText(word))) words.set(foldText(word), toWord(Number(value)));
  };
  add(persian, (value) => ({ kind: 'value', value, arabic: false }));
  add(english, (value) => ({ kind: 'value', value, arabic: false }));
  add(scaleWords, (value) => ({ kind: 'scale', value, short: false }));
  add(shortScales, (value) => ({ kind: 'scale', value, short: true }));
  add(arabic, (value) => ({ kind: 'value', value, arabic: true }));
  words.set(hundreds, { kind: 'hundreds' });
  for (const half of ['نیم', 'half', 'نصف', 'nim']) words.set(foldText(half), { kind: 'half' });
  return words;
}

/** A number that is read word by word. */
export interface Spelling {
  /** Whole thousands and millions so far. */
  readonly total: number;
  readonly current: number;
  /** The last scale, because thousands come after millions. */
  readonly scale: number;
  /** Only a scale may follow a figure: "20 five" are two numbers. */
  readonly isFigure: boolean;
  readonly isDone: boolean;
}

export const figureSpelling = (value: number): Spelling => ({
  total: 0,
  current: value,
  scale: Number.POSITIVE_INFINITY,
  isFigure: true,
  isDone: false,
});

const nothing: Spelling = { ...figureSpelling(0), isFigure: false };

/** Null if the word begins another number. */
export function spellOn(spelling: Spelling | null, word: NumberWord): Spelling | null {
  const { total, current, scale, isFigure, isDone } = spelling ?? nothing;
  if (isDone) return null;
  const next = (change: Partial<Spelling>): Spelling => ({ total, current, scale, isFigure, isDone, ...change });
  switch (word.kind) {
    case 'scale':
      if (word.value >= scale || (word.short && current === 0)) return null;
      return next({ total: total + (current || 1) * word.value, current: 0, scale: word.value, isFigure: false });
    case 'hundreds':
      return isFigure || current >= 100 ? null : next({ current: (current || 1) * 100 });
    case 'half':
      // «دو میلیون و نیم» adds half of the last scale.
      if (isFigure || (scale !== Number.POSITIVE_INFINITY && current > 0)) return null;
      return next({ current: current + 0.5 * (scale === Number.POSITIVE_INFINITY ? 1 : scale), isDone: true });
    case 'value':
      return isFigure || !hasRoomFor(current, word) ? null : next({ current: current + word.value });
  }
}

/** Ones, tens and hundreds come once each. Arabic says the ones first. */
function hasRoomFor(current: number, { value, arabic }: { readonly value: number; readonly arabic: boolean }): boolean {
  if (value >= 100) return current === 0;
  const [ones, tens] = [current % 10, current % 100 >= 10];
  if (value < 10) return ones === 0 && current % 100 !== 10;
  if (tens) return false;
  return ones === 0 || (arabic && current % 100 < 10);
}

/** Returns several values for «یک میلیون و دویست»: 1,200,000 to those who say it, and 1,000,200 to others. */
export const spelledValues = ({ total, current, scale }: Spelling): number[] =>
  scale === million && current > 0 && current < 1_000 ? [total, current] : [total + current];

/** Number words by their folded spelling. */
export const numberWords = readTables();
