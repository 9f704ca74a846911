import { plainWords } from './phone.ts';

const numbers: Readonly<Record<string, number>> = {
  ...{ دو: 2, سه: 3, چهار: 4, چار: 4, پنج: 5, اثنين: 2, ثلاثة: 3 },
  ...{ two: 2, three: 3, four: 4, five: 5, do: 2, se: 3 },
};
const count = `(?<count>[2-9]|10|${Object.keys(numbers).join('|')})`;
const begin = '(?<![\\p{L}\\p{Nd}٫.,])';
const end = '(?![\\p{L}\\p{Nd}])';
const each = '(?:(?:از |برای )?هر ?(?:کدام|کدوم|نفر|شماره|یک) |از هم[هش] )?';
/** «این دو تا شماره» counts the numbers, and "2 تا 5 گیگ" is a range. */
const notNumbers = '(?! ?(?:شماره|خط|نفر|سیم|گوشی|number|line|people|person))';
const notRange = '(?!(?<=\\p{Nd}) ?تا ?\\p{Nd})';
const shapes = [
  `${begin}[x×✕] ?${count}${end}`,
  `${begin}${count} ?[x×✕](?![\\p{L}\\p{Nd}])(?! ?\\p{Nd})`,
  `${begin}(?<!(?:این|اون|آن|هر) )${each}${count}${notRange} ?تا(?:یی)?(?![\\p{L}])${notNumbers}(?: (?:از|برای) هر ?(?:کدام|کدوم|نفر))?`,
  `${begin}${count} ?(?:بار|دفعه|مرات|times|of each|each|for each|ta az har kodum|bar)${end}`,
  `${begin}(?<twice>twice|دوبار|مرتين|dobar|dota)${end}`,
].map((shape) => new RegExp(shape, 'iu'));

/** Most repeats that a few words can order. */
const most = 10;

interface Repeat {
  readonly times: number;
  /** The text without the words of the repeat. */
  readonly rest: string;
  /** «دو تا» beside two numbers may count them. "x2" and "two of each" never do. */
  readonly mayCountNumbers: boolean;
}

const neverNumbers = /[x×✕]|هر|هم[هش]|each|times|بار|دفعه|مرات|twice|مرتين|bar/iu;

/** Reads "x2", «دو تا», "two of each": how many of each are wanted. Null if the text does not say. */
export function repeatIn(text: string): Repeat | null {
  const plain = plainWords(text);
  for (const shape of shapes) {
    const found = shape.exec(plain);
    if (!found) continue;
    const { count: said = '2', twice } = found.groups ?? {};
    const times = twice ? 2 : (numbers[said.toLowerCase()] ?? Number(said));
    if (times < 2 || times > most) return null;
    const mayCountNumbers = !neverNumbers.test(found[0]);
    return {
      times,
      mayCountNumbers,
      rest: `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`.trim(),
    };
  }
  return null;
}
