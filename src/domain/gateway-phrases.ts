import { foldText } from './fold-text.ts';

type Span = 'hour' | 'day' | 'week' | 'month' | 'year';

/** Translations of what the gateway says only in Persian. Keys are folded. */
export interface Wording {
  readonly phrases: Readonly<Record<string, string>>;
  /** Names that consist of these words are translated word by word. */
  readonly words: Readonly<Record<string, string>>;
  span(count: number, unit: Span): string;
  size(limit: 'to' | 'over', count: number, unit: 'GB' | 'MB'): string;
}

const counts: Readonly<Record<string, number>> = { یک: 1, دو: 2, سه: 3, چهار: 4, پنج: 5, شش: 6, نه: 9, ده: 10 };
const spans: Readonly<Record<string, Span>> = {
  روزه: 'day',
  هفته: 'week',
  ماهه: 'month',
  ساله: 'year',
  ساعته: 'hour',
};
const sizes: Readonly<Record<string, 'GB' | 'MB'>> = { گیگابایت: 'GB', گیگ: 'GB', مگابایت: 'MB', مگ: 'MB' };
const limits: Readonly<Record<string, 'to' | 'over'>> = { تا: 'to', 'بیش از': 'over', 'بیشتر از': 'over' };

/** Null if the text is unknown; the reader then sees the original. */
export function translate({ phrases, words, span, size }: Wording, text: string): string | null {
  const folded = foldText(text).replace(/[.!]+$/, '');
  return phrases[folded] ?? spanOf(span, folded) ?? sizeOf(size, folded) ?? wordByWord(words, folded);
}

/** Reads «سه‌ماهه». */
function spanOf(span: Wording['span'], text: string): string | null {
  const [, count = '', unit = ''] = /^(\S+) (\S+)$/.exec(text) ?? [];
  const number = counts[count] ?? (/^\d+$/.test(count) ? Number(count) : undefined);
  const time = spans[unit];
  return time === undefined || number === undefined ? null : span(number, time);
}

/** Reads «تا ۱۰ گیگابایت». */
function sizeOf(size: Wording['size'], text: string): string | null {
  const [, limit = '', count = '', unit = ''] = /^(\D+?) (\d+) (\S+)$/.exec(text) ?? [];
  const [bound, of] = [limits[limit], sizes[unit]];
  return bound === undefined || of === undefined ? null : size(bound, Number(count), of);
}

function wordByWord(words: Wording['words'], text: string): string | null {
  const translated = text.split(' ').map((word) => words[word]);
  return translated.every((word) => word !== undefined) ? translated.join(' ') : null;
}
