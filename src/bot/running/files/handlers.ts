import { agentActions } from '#bot/actions/agents.ts';
import { fileActions, periodsAction } from '#bot/actions/files.ts';
import { authorize } from '#bot/kit/action.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature } from '#bot/kit/feature.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { BotRequest, FileReply, FileRequest, FileSource, Reply, WalletOwner } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { can } from '#domain/access.ts';
import { type Days, dayOf } from '#domain/calendar.ts';
import { type Preset, parseDays, presetDays } from '#domain/period.ts';
import { askPeriodScreen, periodsScreen } from './screens.ts';

export function createFilesFeature(services: Pick<Services, 'now' | 'people'>): Feature {
  const { now } = services;
  const choose = ({ person, format }: BotRequest, book: FileSource): Reply => ({
    screen: periodsScreen(format, book, can(person, 'sell')),
  });
  const asking = ({ format }: BotRequest, book: FileSource): Reply => ({
    screen: askPeriodScreen(format, book, dayOf(now())),
    question: periodQuestion({ book }),
  });
  const fileReply = ({ person, format }: BotRequest, book: FileSource, preset: Preset): FileReply => ({
    screen: null,
    files: [fileOf(person.id, book, presetDays(preset, dayOf(now()), format.calendar))],
  });
  /** A person's wallet as a file, for the owner. */
  async function ofWallet(
    request: BotRequest,
    personId: number,
    what: (book: WalletOwner) => Reply | FileReply,
  ): Promise<Reply | FileReply> {
    const person = await services.people.find(personId);
    if (!person) return failureReply(request.format, { code: 'person-unknown' }, agentActions.agents({ page: 1 }));
    return what({ id: person.id, name: person.name });
  }
  return defineFeature(
    fileActions,
    {
      periods: async (request, { of }) => choose(request, of),
      file: async (request, { of, period }) => fileReply(request, of, period),
      askPeriod: async (request, { of }) => asking(request, of),
      shopPeriods: async (request) => choose(request, 'shop'),
      shopFile: async (request, { period }) => fileReply(request, 'shop', period),
      askShopPeriod: async (request) => asking(request, 'shop'),
      paymentPeriods: async (request) => choose(request, 'payments'),
      paymentFile: async (request, { period }) => fileReply(request, 'payments', period),
      askPaymentPeriod: async (request) => asking(request, 'payments'),
      personPeriods: (request, { person }) => ofWallet(request, person, (book) => choose(request, book)),
      personFile: (request, { person, period }) =>
        ofWallet(request, person, (book) => fileReply(request, book, period)),
      askPersonPeriod: (request, { person }) => ofWallet(request, person, (book) => asking(request, book)),
    },
    fileQuestions,
  );
}

export const periodQuestion = defineQuestion<{ readonly book: FileSource }>('period');

export const fileQuestions: readonly QuestionHandler[] = [
  onAnswer(periodQuestion, async (request, { text, mobiles }, { book }) => {
    if (mobiles.length > 0 || text === undefined) return notAnAnswer;
    const refusal = authorize(request.person, rulesOf(book));
    if (refusal) return failureReply(request.format, refusal);
    const days = parseDays(text);
    if (days === null) return askAgain(request, { code: 'period-invalid' }, periodsAction(book));
    return { screen: null, files: [fileOf(request.person.id, book, days)] };
  }),
];

const rulesOf = (book: FileSource) => {
  if (typeof book !== 'string') return fileActions.personPeriods;
  if (book === 'payments') return fileActions.paymentPeriods;
  return book === 'shop' ? fileActions.shopPeriods : fileActions.periods;
};

export function fileOf(personId: number, book: FileSource, days: Days): FileRequest {
  if (typeof book !== 'string') return { kind: 'money', of: book, days };
  if (book === 'money') return { kind: 'money', of: null, days };
  if (book === 'payments' || book === 'plans') return { kind: book, days };
  return { kind: 'orders', whose: { sellerId: book === 'shop' ? null : personId, name: null }, days };
}
