import { directionMarks } from '#domain/fold-text.ts';
import { isNight, type ShortName, shortName } from '#domain/short-name.ts';
import { amountsText, buttonLength, type Formatter, timeText, truncate, untrusted } from './formatter.ts';
import { graphemes } from './truncate.ts';

/** How much of a button a phone shows, by the number of buttons in its row. */
export const shownLength = (inRow: number): number => (inRow <= 1 ? 30 : inRow === 2 ? 14 : 9);

/** Space for a name or number after the item: a phone number without spaces. */
export const whoseLength = 11;
/** Space for eight letters of a name and the ellipsis. */
export const shownName = 9;

// Letters, digits and signs that never combine skip segmenting, which took a third of a list's time.
const simple = /^[ -~·…×›٬٫\u0621-\u063a\u0641-\u064a\u0660-\u0669\u0671-\u06d3\u06f0-\u06f9]*$/;

/** Direction marks are invisible. */
export function seenLength(label: string): number {
  const visible = label.replace(directionMarks, '');
  return simple.test(visible) ? visible.length : [...graphemes.segment(visible)].length;
}

/** How many buttons fit in a row so that a phone shows every label whole. */
export function perRow(labels: readonly string[]): number {
  const longest = Math.max(0, ...labels.map(seenLength));
  return [3, 2].find((count) => longest <= shownLength(count)) ?? 1;
}

export const truncateLabel = (text: string, room: number): string =>
  untrusted(seenLength(text) <= room ? text : truncate(text, Math.max(1, room - 1)), room);

export interface PricedRow {
  readonly name: string;
  readonly nameEn: string | null;
  readonly days: number | null;
  readonly price: string;
  /** The operator, in a list of several. */
  readonly who?: string;
  /** Prefix. */
  readonly sign?: string;
}

interface Parts {
  readonly who: string;
  readonly amounts: string;
  readonly rest: string;
  readonly time: string;
}

interface Wording {
  readonly head: readonly string[];
  readonly tail?: readonly string[];
  readonly between?: string;
}

const separator = ' · ';
const shortestRest = 6;
const moon = '🌙';

/** Caches labels, because people revisit pages and fitting labels takes most of a list's time. */
const pages = new WeakMap<Formatter, Map<string, readonly string[]>>();
const pagesKept = 500;

export function rowLabels(format: Formatter, rows: readonly PricedRow[]): readonly string[] {
  const cache = pages.get(format);
  const pageCache = cache && cache.size < pagesKept ? cache : new Map<string, readonly string[]>();
  const key = JSON.stringify(rows);
  const labels = pageCache.get(key) ?? fitLabels(format, rows);
  pages.set(format, pageCache.set(key, labels));
  return labels;
}

/**
 * Labels of a list of priced items. A phone cuts long labels, so the price and what differs between the rows come first,
 * and what all rows repeat follows the price. The first wording that fits is used.
 */
function fitLabels(format: Formatter, rows: readonly PricedRow[]): string[] {
  const partsOfRows = rows.map((row) => ({ row, ...partsOf(format, row) }));
  const [first] = partsOfRows;
  const isCommon = (part: keyof Parts) =>
    partsOfRows.length > 1 && partsOfRows.every(({ parts }) => parts[part] === first?.parts[part]);
  const common = { who: false, amounts: isCommon('amounts'), rest: isCommon('rest'), time: isCommon('time') };
  const labels = partsOfRows.map(({ row, parts, tight }) => {
    const { sign = '', price } = row;
    const write = ({ head, tail = [], between = ' ' }: Wording) => {
      const front = head.filter((part) => part !== '').join(between);
      const visible = `${sign}${[front, price].filter((part) => part !== '').join(separator)}`;
      return {
        shown: visible,
        label: [visible, ...tail.filter((part) => part !== '')].join(separator),
        empty: front === '',
      };
    };
    const room = shownLength(1) - seenLength(`${sign}${separator}${price}`);
    const labels = wordings(parts, tight, common, room).map(write);
    const otherwise = () => {
      const cut = truncateLabel(format.nameOf(row.name, row.nameEn), Math.max(1, room));
      return write({ head: [cut], tail: [parts.time, parts.who] });
    };
    return { row, labels, otherwise };
  });
  // If one row must leave out what all rows repeat, all rows do, so that they can be compared.
  const whole = labels.every(({ row, labels }) => !row.who || labels.slice(0, wholeWordings).some(fits));
  const from = whole ? 0 : wholeWordings;
  return labels.map(
    ({ labels, otherwise }) => (labels.slice(from).find(fits) ?? labels.find(fits) ?? otherwise()).label,
  );
}

const fits = ({ shown, empty }: { readonly shown: string; readonly empty: boolean }): boolean =>
  !empty && seenLength(shown) <= shownLength(1);

/** The first wordings put everything before the price. */
const wholeWordings = 3;

export const rowLabel = (format: Formatter, row: PricedRow): string => rowLabels(format, [row])[0] ?? row.price;

function wordings(
  parts: Parts,
  tight: string,
  common: Readonly<Record<keyof Parts, boolean>>,
  room: number,
): Wording[] {
  const { who, amounts, rest, time } = parts;
  const restText = rest === '' ? '' : untrusted(rest, buttonLength);
  const sign = isNight(rest) ? moon : restText;
  const unless = (part: keyof Parts, text: string) => (common[part] ? '' : text);
  const commonParts = [common.amounts ? amounts : '', common.time ? time : '', common.rest ? restText : ''];
  const ownParts = [who, unless('amounts', amounts)];
  const left = room - seenLength([amounts, tight].map((part) => (part === '' ? '' : `${part} `)).join(''));
  return [
    { head: [who, amounts, restText, time], between: separator },
    { head: [who, amounts, restText, time] },
    { head: [who, amounts, restText, tight] },
    { head: [...ownParts, unless('rest', restText), unless('time', time)], tail: commonParts },
    { head: [...ownParts, unless('rest', restText), unless('time', tight)], tail: commonParts },
    { head: [who, amounts, sign, tight] },
    { head: [amounts, restText, tight], tail: [who] },
    { head: [amounts, sign, tight], tail: [who] },
    ...(left >= shortestRest && rest !== ''
      ? [{ head: [amounts, truncateLabel(rest, left), tight], tail: [who] }]
      : []),
    ...(amounts === '' ? [] : [{ head: [amounts, tight], tail: [restText, who] }]),
    ...(amounts === '' ? [] : [{ head: [amounts], tail: [time, restText, who] }]),
  ];
}

/** Caches names, because every list shows the same few. */
const names = new Map<string, ShortName>();
const namesKept = 2_000;

function readName(name: string, days: number | null): ShortName {
  const key = `${days} ${name}`;
  const cachedName = names.get(key);
  if (cachedName) return cachedName;
  if (names.size >= namesKept) names.clear();
  const newName = shortName(name, days);
  names.set(key, newName);
  return newName;
}

function partsOf(format: Formatter, { name, nameEn, days, who = '' }: PricedRow): { parts: Parts; tight: string } {
  const { amounts, time, rest: words } = readName(format.sourceName(name, nameEn), days);
  const rest = words === '' ? '' : format.nameWords(words);
  const parts = { who, amounts: amountsText(format.plain, amounts), rest, time: timeText(format.plain, time) };
  return { parts, tight: timeText(format.plain, time, 'tight') };
}

/** The first wording without the price that fits. */
export function shortTitle(format: Formatter, row: Omit<PricedRow, 'price'>, room = Number.POSITIVE_INFINITY): string {
  const { parts, tight } = partsOf(format, { ...row, price: '' });
  const { amounts, rest, time } = parts;
  const restText = rest === '' ? '' : untrusted(rest, shownLength(1));
  const restRoom = Math.max(1, room - seenLength(`${amounts} ${tight} `));
  const titles = [
    [amounts, restText, time],
    [amounts, restText, tight],
    ...(isNight(rest) ? [[amounts, moon, tight]] : []),
    ...(amounts === '' ? [] : [[amounts, time], [amounts, tight], [amounts], [amounts.split(' ')[0] ?? '', tight]]),
    ...(rest === '' ? [] : [[truncateLabel(rest, restRoom), tight]]),
  ].map((words) => words.filter((word) => word !== '').join(' '));
  return titles.find((title) => title !== '' && seenLength(title) <= room) ?? truncateLabel(titles[0] ?? '', room);
}
