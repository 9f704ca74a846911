import type { Formatter } from '#bot/kit/formatter.ts';
import { startOf } from '#domain/calendar.ts';
import { forEachLanguage } from '#domain/language.ts';
import { inUnit, noBreak } from '#domain/money.ts';
import type { DaySum } from '#shop/running/reports/sales-queries.ts';
import { box, colours, drawable, picture, write } from './svg.ts';

const width = 1200;
const height = 760;
const card = { left: 24, right: width - 24, top: 24, bottom: height - 24 };
const plot = { top: 292, bottom: height - 118 };
/** `near` leaves room for the labels of the axis. */
const margins = { far: 64, near: 208 };
const steps = 4;
/** Keeps the dates under the bars apart. */
const labelEvery = 5;
/** Longer ones, such as Arabic months of two words, would reach beyond the card. */
const longestDate = 12;

export interface ChartData {
  readonly title: string;
  /** Oldest first; the last one is today. */
  readonly days: readonly DaySum[];
  /** What was earned in these days, in words; null: there is nothing to say. */
  readonly profit?: string | null;
}

/** Sales by day. In Persian, time runs from right to left. */
export function chartPicture(format: Formatter, { title, days, profit = null }: ChartData): string {
  const { rtl } = format;
  const { near, far, inward } = rtl
    ? ({ near: 'right', far: 'left', inward: -1 } as const)
    : ({ near: 'left', far: 'right', inward: 1 } as const);
  const edge = rtl ? card.right - 40 : card.left + 40;
  const other = rtl ? card.left + 40 : card.right - 40;
  const sum = days.reduce((all, { total }) => all + total, 0);
  const best = days.reduce<DaySum | null>((top, day) => (day.total > (top?.total ?? 0) ? day : top), null);
  const first = days[0];
  const last = days.at(-1);
  const span =
    first && last ? format.plain('chart-span', { from: dateOf(format, first), to: dateOf(format, last) }) : '';
  const average = Math.round(sum / Math.max(1, days.length) / 10) * 10;
  const count = days.reduce((all, day) => all + day.count, 0);
  const facts = best
    ? [
        format.plain('chart-average', { amount: format.money(average) }),
        format.plain('chart-best', { day: dateOf(format, best), amount: format.money(best.total) }),
      ]
    : [];
  return picture(
    width,
    height,
    box({
      x: card.left,
      y: card.top,
      width: card.right - card.left,
      height: card.bottom - card.top,
      fill: colours.card,
      rx: 24,
    }),
    write(edge, 84, title, { rtl, size: 30, bold: true, at: near }),
    write(other, 84, span, { rtl, size: 24, fill: colours.quiet, at: far }),
    write(edge, 152, format.money(sum), { rtl, size: 50, bold: true, fill: colours.accent, at: near }),
    write(other, 152, format.plain('chart-count', { count }), { rtl, size: 26, fill: colours.quiet, at: far }),
    ...(profit === null || !best
      ? []
      : [write(other, 198, profit, { rtl, size: 24, bold: true, fill: colours.good, at: far })]),
    ...facts.map((fact, at) => write(edge, 198 + at * 36, fact, { rtl, size: 24, fill: colours.quiet, at: near })),
    ...(best ? bars(format, days, best, inward) : []),
    ...(best
      ? []
      : [write(width / 2, 470, format.plain('chart-none'), { rtl, size: 30, fill: colours.quiet, at: 'middle' })]),
  );
}

function bars(format: Formatter, days: readonly DaySum[], best: DaySum, inward: 1 | -1): string[] {
  const rtl = inward < 0;
  const top = ceiling(inUnit(best.total, format.unit));
  const tall = plot.bottom - plot.top;
  const start = rtl ? width - margins.near : margins.near;
  const left = rtl ? margins.far : margins.near;
  const long = width - margins.near - margins.far;
  const slot = long / days.length;
  const centre = (at: number) => start + inward * (at + 0.5) * slot;
  // Longer counts would overlap.
  const counted = days.every(({ count }) => count < 1_000);
  const wide = Math.min(slot * 0.66, 60);
  const isNamed = days.every((day) => dateOf(format, day).length <= longestDate);
  const labelOf = isNamed ? format.day : format.shortDay;
  const grid = Array.from({ length: steps + 1 }, (_, step) => {
    const y = plot.bottom - (tall * step) / steps;
    const label = { rtl, size: 19, fill: colours.quiet, at: rtl ? 'left' : 'right' } as const;
    return [
      box({ x: left, y, width: long, height: step === 0 ? 2 : 1, fill: colours.line }),
      step === 0 ? '' : write(start - inward * 14, y + 7, amountOf(format, (top * step) / steps), label),
    ].join('');
  });
  return [
    ...grid,
    ...days.map(({ total, count, day }, at) => {
      const high = (tall * inUnit(total, format.unit)) / top;
      const x = centre(at);
      const isToday = at === days.length - 1;
      // Counted back from today, which always has its date.
      const dated = (days.length - 1 - at) % labelEvery === 0;
      const fill = day === best.day ? colours.accent : colours.bar;
      return [
        total > 0
          ? box({
              x: x - wide / 2,
              y: plot.bottom - Math.max(high, 3),
              width: wide,
              height: Math.max(high, 3),
              fill,
              rx: 4,
            })
          : '',
        counted && count > 0
          ? write(x, plot.bottom - Math.max(high, 3) - 8, figure(format, count), {
              rtl,
              size: 16,
              fill: colours.quiet,
              at: 'middle',
            })
          : '',
        dated
          ? write(x, plot.bottom + 34, labelOf(startOf(day)), {
              rtl,
              size: 19,
              bold: isToday,
              fill: isToday ? colours.ink : colours.quiet,
              at: 'middle',
            })
          : '',
      ].join('');
    }),
    write(
      rtl ? card.right - 40 : card.left + 40,
      height - 44,
      format.plain(counted ? 'chart-legend-counts' : 'chart-legend', { unit: format.unitName }),
      {
        rtl,
        size: 19,
        fill: colours.quiet,
        at: rtl ? 'right' : 'left',
      },
    ),
    ...shopName(format),
  ];
}

/** In the other corner. */
function shopName(format: Formatter): string[] {
  const { rtl } = format;
  const place = rtl ? ({ x: card.left + 40, at: 'left' } as const) : ({ x: card.right - 40, at: 'right' } as const);
  const shop = drawable(format.shopName() ?? '');
  return shop === '' ? [] : [write(place.x, height - 44, shop, { rtl, size: 19, bold: true, at: place.at })];
}

const dateOf = (format: Formatter, { day }: DaySum): string => format.day(startOf(day));

const compact = { notation: 'compact', maximumSignificantDigits: 3 } as const;
const formats = forEachLanguage(({ numbers }) => new Intl.NumberFormat(numbers, compact));
const figure = (format: Formatter, value: number): string => formats[format.language].format(value);
const amountOf = (format: Formatter, value: number): string => `${figure(format, value)}${noBreak}${format.unitName}`;

/** Rounds up so that the grid lines have round values. */
export function ceiling(value: number): number {
  const least = Math.max(value, steps);
  const power = 10 ** Math.floor(Math.log10(least));
  const factor = [1, 2, 4, 5, 6, 8, 10].find((times) => times * power >= least) ?? 10;
  return factor * power;
}
