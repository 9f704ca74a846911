import { type Day, periodOf } from '../../../domain/calendar.ts';
import { isoDate, type Preset, presets } from '../../../domain/period.ts';
import type { Press } from '../../core/callback-data.ts';
import type { Book } from '../../core/file.ts';
import { type Formatter, foreign, isolated } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { button, inRows, lines, type Screen } from '../../core/screen.ts';

export function periodsPress(book: Book): Press {
  if (typeof book !== 'string') return { to: 'personPeriods', person: book.id };
  return book === 'shop' ? { to: 'shopPeriods' } : { to: 'periods', of: book };
}

function filePress(book: Book, period: Preset): Press {
  if (typeof book !== 'string') return { to: 'personFile', person: book.id, period };
  return book === 'shop' ? { to: 'shopFile', period } : { to: 'file', of: book, period };
}

function askPress(book: Book): Press {
  if (typeof book !== 'string') return { to: 'askPersonPeriod', person: book.id };
  return book === 'shop' ? { to: 'askShopPeriod' } : { to: 'askPeriod', of: book };
}

function backOf(book: Book, sells: boolean): Press {
  if (typeof book !== 'string') return { to: 'personStatement', person: book.id, page: 1 };
  if (book === 'shop') return { to: 'desk' };
  if (book === 'money') return { to: 'wallet' };
  return sells ? { to: 'today' } : { to: 'orders', page: 1 };
}

const titleOf = (format: Formatter, book: Book): string =>
  typeof book === 'string'
    ? format.html(`periods-${book}`)
    : format.html('periods-wallet-of', { name: foreign(book.name) });

export const periodsScreen = (format: Formatter, book: Book, sells: boolean): Screen => ({
  text: lines(titleOf(format, book), '', format.html('periods-hint')),
  keys: [
    ...inRows(
      presets.map((preset) => button(format.plain(`period-${preset}`), filePress(book, preset))),
      2,
    ),
    [button(format.plain('key-other-period'), askPress(book))],
    backRow(format, backOf(book, sells)),
  ],
});

/** With this month so far as the example: it shows the calendar, and may be what they want. */
export function askPeriodScreen(format: Formatter, book: Book, today: Day): Screen {
  const { from } = periodOf(format.calendar, 'month', today);
  const example = [from, today].map((day) => isoDate(day, format.calendar).replaceAll('-', '/')).join(' ');
  return {
    text: format.html('ask-period', { example: isolated(example) }),
    keys: [backRow(format, periodsPress(book))],
  };
}
