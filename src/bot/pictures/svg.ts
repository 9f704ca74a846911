import { escapeHtml, truncate } from '#bot/kit/formatter.ts';

export const colours = {
  page: '#eef1f6',
  card: '#ffffff',
  ink: '#17212b',
  quiet: '#7a8794',
  line: '#e3e8ee',
  bar: '#8ab8e8',
  accent: '#2f7fd1',
  good: '#2e9e5b',
  bad: '#cf4a4a',
} as const;

interface Written {
  readonly rtl: boolean;
  readonly size: number;
  readonly bold?: boolean;
  readonly fill?: string;
  /** The point of the text that is at x. */
  readonly at?: 'left' | 'middle' | 'right';
}

const anchors = { left: 'start', middle: 'middle', right: 'end' } as const;

// The font has no emoji, XML allows no control characters, and lone surrogates are invalid.
const undrawable =
  /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Variation_Selector}|\u20e3|[^\P{C}\u200c\u2066-\u2069]/gu;

export const drawable = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\S\u00a0]+/g, ' ')
    .replace(undrawable, '')
    .replace(/ {2,}/g, ' ')
    .trim();

/** One line of text. resvg ignores SVG's text direction but honours Unicode marks, so Persian lines are isolated by marks. */
export function write(x: number, y: number, text: string, { rtl, size, bold, fill, at }: Written): string {
  const marked = rtl ? `\u2067${drawable(text)}\u2069` : drawable(text);
  return element(
    'text',
    {
      x: round(x),
      y: round(y),
      'font-size': size,
      'text-anchor': anchors[at ?? 'left'],
      fill: fill ?? colours.ink,
      ...(bold ? { 'font-weight': 700 } : {}),
    },
    escapeHtml(marked),
  );
}

type Attributes = Readonly<Record<string, string | number>>;

export function element(name: string, attributes: Attributes, inner = ''): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeHtml(String(value))}"`);
  return `<${name}${pairs.join('')}>${inner}</${name}>`;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly fill: string;
  readonly rx?: number;
}

export const box = ({ x, y, width, height, fill, rx = 0 }: Box): string =>
  element('rect', { x: round(x), y: round(y), width: round(width), height: round(height), rx, fill });

export function picture(width: number, height: number, ...parts: readonly string[]): string {
  const xmlns = 'http://www.w3.org/2000/svg';
  const size = { width, height, viewBox: [0, 0, width, height].join(' ') };
  return element(
    'svg',
    { xmlns, ...size, 'font-family': 'Vazirmatn' },
    [box({ x: 0, y: 0, width, height, fill: colours.page }), ...parts].join(''),
  );
}

/** A square PNG, as base64, cut to a circle. */
export const roundPicture = (png: string, x: number, y: number, radius: number): string =>
  element('clipPath', { id: 'round' }, element('circle', { cx: x, cy: y, r: radius })) +
  element('image', {
    href: `data:image/png;base64,${png}`,
    x: x - radius,
    y: y - radius,
    width: radius * 2,
    height: radius * 2,
    'clip-path': 'url(#round)',
  });

/** The middle of a photo as a small square. */
export function iconPicture(photo: Uint8Array, size: number): string {
  const type = photo[0] === 0x89 ? 'image/png' : 'image/jpeg';
  const href = `data:${type};base64,${Buffer.from(photo).toString('base64')}`;
  const place = { x: 0, y: 0, width: size, height: size, preserveAspectRatio: ['xMidYMid', 'slice'].join(' ') };
  return picture(size, size, element('image', { ...place, href }));
}

/** At most `most` lines of `length` characters, broken between words. */
export function wrapped(text: string, length: number, most: number): string[] {
  const rows: string[] = [''];
  for (const word of drawable(text).split(' ')) {
    const last = rows.at(-1) ?? '';
    if (last === '') rows[rows.length - 1] = word;
    else if (last.length + 1 + word.length <= length) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  const visibleRows = rows.slice(0, most).map((row) => truncate(row, length));
  if (rows.length > most) visibleRows[most - 1] = truncate(`${visibleRows[most - 1]} …`, length);
  return visibleRows;
}

const round = (value: number): number => Math.round(value * 10) / 10;
