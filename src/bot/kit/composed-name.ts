import { arabicWords } from '#domain/gateway-arabic.ts';
import { type ShortName, shortName } from '#domain/short-name.ts';
import type { Variables } from './texts.ts';

type Plain = (key: string, variables?: Variables) => string;

const timeKeys = {
  day: { usual: 'days', tight: 'days-tight' },
  hour: { usual: 'hours', tight: 'hours-tight' },
} as const;

export const amountsText = (plain: Plain, amounts: ShortName['amounts']): string =>
  amounts.map(({ count, unit }) => plain(`amount-${unit}`, { count })).join(' ');

export const timeText = (plain: Plain, time: ShortName['time'], how: 'usual' | 'tight' = 'usual'): string =>
  time === null ? '' : plain(timeKeys[time.unit][how], { [`${time.unit}s`]: time.count });

/** "30-day night internet 5 GB" as «٥ غيغا ليلي ٣٠ يومًا». */
export function composedName(plain: Plain, name: string): string {
  const { amounts, time, rest } = shortName(name, null);
  const words = rest === '' ? '' : arabicWords(rest);
  return [amountsText(plain, amounts), words, timeText(plain, time)].filter((part) => part !== '').join(' ');
}
