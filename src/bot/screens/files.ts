import { type Day, periodOf } from '../../domain/calendar.ts';
import { isoDate, type Preset, presets } from '../../domain/period.ts';
import type { Press } from '../buttons.ts';
import type { Book } from '../files/file.ts';
import { inRows, key, lines, type Screen } from '../screen.ts';
import { isolated, type View } from '../view.ts';
import { backRow } from './navigation.ts';

export const periodsPress = (book: Book): Press =>
  book === 'shop' ? { to: 'shopPeriods' } : { to: 'periods', of: book };

const filePress = (book: Book, period: Preset): Press =>
  book === 'shop' ? { to: 'shopFile', period } : { to: 'file', of: book, period };

const askPress = (book: Book): Press => (book === 'shop' ? { to: 'askShopPeriod' } : { to: 'askPeriod', of: book });

const backOf = (book: Book, sells: boolean): Press => {
  if (book === 'shop') return { to: 'desk' };
  if (book === 'money') return { to: 'wallet' };
  return sells ? { to: 'today' } : { to: 'orders', page: 1 };
};

export const periodsScreen = (view: View, book: Book, sells: boolean): Screen => ({
  text: lines(view.html(`periods-${book}`), '', view.html('periods-hint')),
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
