import { may } from '../../../domain/access.ts';
import { type Days, dayOf } from '../../../domain/calendar.ts';
import { type Preset, parseDays, presetDays } from '../../../domain/period.ts';
import { failureScreen } from '../../core/failure.ts';
import type { Book, FileWanted, Holder, Whose } from '../../core/file.ts';
import type { Ask, BotRequest, FileReply, Reply, Routes, Services } from '../../core/request.ts';
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
export function createFileRoutes(services: Pick<Services, 'now' | 'people'>): Routes<Names> {
  const { now } = services;
  const choose = ({ person, format }: BotRequest, book: Book): Reply => ({
    screen: periodsScreen(format, book, may(person.role, 'sell')),
  });
  const asking = ({ format }: BotRequest, book: Book): Reply => ({
    screen: askPeriodScreen(format, book, dayOf(now())),
    ask: { for: 'period', book },
  });
  const handing = ({ person, format }: BotRequest, book: Book, preset: Preset): FileReply => ({
    screen: null,
    files: [fileOf(person.id, book, presetDays(preset, dayOf(now()), format.calendar))],
  });
  /** Of someone's wallet, for the owner who looks at it. */
  async function ofWallet(
    request: BotRequest,
    personId: number,
    what: (book: Holder) => Reply | FileReply,
  ): Promise<Reply | FileReply> {
    const person = await services.people.find(personId);
    if (!person)
      return { screen: failureScreen(request.format, { code: 'person-unknown' }, { to: 'agents', page: 1 }) };
    return what({ id: person.id, name: person.name });
  }
  /** Of the sales that a report shows, or why they may not be seen. */
  async function ofReport(
    request: BotRequest,
    asked: Parameters<typeof scopeOf>[2],
    wanted: (scope: ReportScope, whose: Whose) => FileWanted,
  ): Promise<Reply | FileReply> {
    const scope = await scopeOf(services, request, asked);
    if (!scope.ok) return { screen: failureScreen(request.format, scope.error) };
    const { sellerId, whose } = scope.value;
    const name = whose.kind === 'person' ? whose.name : null;
    return { screen: null, files: [wanted(scope.value, { sellerId, name })] };
  }
  return {
    periods: async (request, { of }) => choose(request, of),
    file: async (request, { of, period }) => handing(request, of, period),
    askPeriod: async (request, { of }) => asking(request, of),
    shopPeriods: async (request) => choose(request, 'shop'),
    shopFile: async (request, { period }) => handing(request, 'shop', period),
    askShopPeriod: async (request) => asking(request, 'shop'),
    personPeriods: (request, { person }) => ofWallet(request, person, (book) => choose(request, book)),
    personFile: (request, { person, period }) => ofWallet(request, person, (book) => handing(request, book, period)),
    askPersonPeriod: (request, { person }) => ofWallet(request, person, (book) => asking(request, book)),
    reportFile: (request, press) =>
      ofReport(request, press, ({ period: { from, to }, today }, whose) => ({
        kind: 'orders',
        whose,
        days: { from, to: Math.min(to, today) },
      })),
    chart: (request, { of }) =>
      ofReport(request, { of, span: 'day', day: null }, ({ today }, whose) => ({
        kind: 'chart',
        whose,
        days: { from: today - chartDays + 1, to: today },
      })),
  };
}

/** What was typed for a period; null: that is none. */
export function typedPeriod(
  personId: number,
  { book }: Extract<Ask, { for: 'period' }>,
  text: string,
): FileReply | null {
  const days = parseDays(text);
  return days && { screen: null, files: [fileOf(personId, book, days)] };
}

function fileOf(personId: number, book: Book, days: Days): FileWanted {
  if (typeof book !== 'string') return { kind: 'money', of: book, days };
  if (book === 'money') return { kind: 'money', of: null, days };
  return { kind: 'orders', whose: { sellerId: book === 'shop' ? null : personId, name: null }, days };
}
