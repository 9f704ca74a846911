import { may } from '../../domain/access.ts';
import { dayOf } from '../../domain/calendar.ts';
import { type Preset, parseDays, presetDays } from '../../domain/period.ts';
import type { Book } from '../files/file.ts';
import type { Ask, Counter, Handing, Routes, Step, Visit } from '../routes.ts';
import { askPeriodScreen, periodsScreen } from '../screens/files.ts';

type Names = 'periods' | 'file' | 'askPeriod' | 'shopPeriods' | 'shopFile' | 'askShopPeriod';

/** Orders and money of a period as a file. */
export function createFileRoutes({ now }: Pick<Counter, 'now'>): Routes<Names> {
  const choose = ({ person, view }: Visit, book: Book): Step => ({
    screen: periodsScreen(view, book, may(person.role, 'sell')),
  });
  const asking = ({ view }: Visit, book: Book): Step => ({
    screen: askPeriodScreen(view, book, dayOf(now())),
    ask: { for: 'period', book },
  });
  const handing = ({ view }: Visit, book: Book, preset: Preset): Handing => ({
    screen: null,
    files: [{ kind: 'csv', book, days: presetDays(preset, dayOf(now()), view.calendar) }],
  });
  return {
    periods: async (visit, { of }) => choose(visit, of),
    file: async (visit, { of, period }) => handing(visit, of, period),
    askPeriod: async (visit, { of }) => asking(visit, of),
    shopPeriods: async (visit) => choose(visit, 'shop'),
    shopFile: async (visit, { period }) => handing(visit, 'shop', period),
    askShopPeriod: async (visit) => asking(visit, 'shop'),
  };
}

/** What was typed for a period; null: that is none. */
export function typedPeriod({ book }: Extract<Ask, { for: 'period' }>, text: string): Handing | null {
  const days = parseDays(text);
  return days && { screen: null, files: [{ kind: 'csv', book, days }] };
}
