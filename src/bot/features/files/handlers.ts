import { may } from '../../../domain/access.ts';
import { type Days, dayOf } from '../../../domain/calendar.ts';
import { type Preset, parseDays, presetDays } from '../../../domain/period.ts';
import { failureScreen } from '../../core/failure.ts';
import type { Book, FileWanted, Holder, Whose } from '../../core/file.ts';
import type { Ask, Counter, Handing, Routes, Step, Visit } from '../../core/request.ts';
import { type ReportScope, scopeOf } from '../reports/handlers.ts';
import { askPeriodScreen, periodsScreen } from './screens.ts';

type Names =
  | 'periods'
  | 'file'
  | 'askPeriod'
  | 'shopPeriods'
  | 'shopFile'
  | 'askShopPeriod'
  | 'personPeriods'
  | 'personFile'
  | 'askPersonPeriod'
  | 'reportFile'
  | 'chart';

/** A month's worth of bars. */
const chartDays = 30;

/** Orders and money of a period as a file. */
export function createFileRoutes(counter: Pick<Counter, 'now' | 'people'>): Routes<Names> {
  const { now } = counter;
  const choose = ({ person, view }: Visit, book: Book): Step => ({
    screen: periodsScreen(view, book, may(person.role, 'sell')),
  });
  const asking = ({ view }: Visit, book: Book): Step => ({
    screen: askPeriodScreen(view, book, dayOf(now())),
    ask: { for: 'period', book },
  });
  const handing = ({ person, view }: Visit, book: Book, preset: Preset): Handing => ({
    screen: null,
    files: [fileOf(person.id, book, presetDays(preset, dayOf(now()), view.calendar))],
  });
  /** Of someone's wallet, for the owner who looks at it. */
  async function ofWallet(
    visit: Visit,
    personId: number,
    what: (book: Holder) => Step | Handing,
  ): Promise<Step | Handing> {
    const person = await counter.people.find(personId);
    if (!person) return { screen: failureScreen(visit.view, { code: 'person-unknown' }, { to: 'agents', page: 1 }) };
    return what({ id: person.id, name: person.name });
  }
  /** Of the sales that a report shows, or why they may not be seen. */
  async function ofReport(
    visit: Visit,
    asked: Parameters<typeof scopeOf>[2],
    wanted: (scope: ReportScope, whose: Whose) => FileWanted,
  ): Promise<Step | Handing> {
    const scope = await scopeOf(counter, visit, asked);
    if (!scope.ok) return { screen: failureScreen(visit.view, scope.error) };
    const { sellerId, whose } = scope.value;
    const name = whose.kind === 'person' ? whose.name : null;
    return { screen: null, files: [wanted(scope.value, { sellerId, name })] };
  }
  return {
    periods: async (visit, { of }) => choose(visit, of),
    file: async (visit, { of, period }) => handing(visit, of, period),
    askPeriod: async (visit, { of }) => asking(visit, of),
    shopPeriods: async (visit) => choose(visit, 'shop'),
    shopFile: async (visit, { period }) => handing(visit, 'shop', period),
    askShopPeriod: async (visit) => asking(visit, 'shop'),
    personPeriods: (visit, { person }) => ofWallet(visit, person, (book) => choose(visit, book)),
    personFile: (visit, { person, period }) => ofWallet(visit, person, (book) => handing(visit, book, period)),
    askPersonPeriod: (visit, { person }) => ofWallet(visit, person, (book) => asking(visit, book)),
    reportFile: (visit, press) =>
      ofReport(visit, press, ({ period: { from, to }, today }, whose) => ({
        kind: 'orders',
        whose,
        days: { from, to: Math.min(to, today) },
      })),
    chart: (visit, { of }) =>
      ofReport(visit, { of, span: 'day', day: null }, ({ today }, whose) => ({
        kind: 'chart',
        whose,
        days: { from: today - chartDays + 1, to: today },
      })),
  };
}

/** What was typed for a period; null: that is none. */
export function typedPeriod(personId: number, { book }: Extract<Ask, { for: 'period' }>, text: string): Handing | null {
  const days = parseDays(text);
  return days && { screen: null, files: [fileOf(personId, book, days)] };
}

function fileOf(personId: number, book: Book, days: Days): FileWanted {
  if (typeof book !== 'string') return { kind: 'money', of: book, days };
  if (book === 'money') return { kind: 'money', of: null, days };
  return { kind: 'orders', whose: { sellerId: book === 'shop' ? null : personId, name: null }, days };
}
