import { type Day, periodOf } from '../../../domain/calendar.ts';
import { isoDate, type Preset, presets } from '../../../domain/period.ts';
import type { Press } from '../../core/callback-data.ts';
import type { Book } from '../../core/file.ts';
import { foreign, isolated, type View } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { inRows, key, lines, type Screen } from '../../core/screen.ts';

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

const titleOf = (view: View, book: Book): string =>
  typeof book === 'string'
    ? view.html(`periods-${book}`)
    : view.html('periods-wallet-of', { name: foreign(book.name) });

export const periodsScreen = (view: View, book: Book, sells: boolean): Screen => ({
  text: lines(titleOf(view, book), '', view.html('periods-hint')),
  keys: [
    ...inRows(
      presets.map((preset) => key(view.plain(`period-${preset}`), filePress(book, preset))),
      2,
    ),
    [key(view.plain('key-other-period'), askPress(book))],
    backRow(view, backOf(book, sells)),
  ],
});

/** With this month so far as the example: it shows the calendar, and may be what they want. */
export function askPeriodScreen(view: View, book: Book, today: Day): Screen {
  const { from } = periodOf(view.calendar, 'month', today);
  const example = [from, today].map((day) => isoDate(day, view.calendar).replaceAll('-', '/')).join(' ');
  return { text: view.html('ask-period', { example: isolated(example) }), keys: [backRow(view, periodsPress(book))] };
}
