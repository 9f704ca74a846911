import { fileActions, periodsAction } from '#bot/actions/files.ts';
import { authorize } from '#bot/kit/authorize.ts';
import { askAgain, failureReply } from '#bot/kit/failure.ts';
import type { FileRequest, FileSource } from '#bot/kit/file-request.ts';
import { defineQuestion, notAnAnswer, onAnswer, type QuestionHandler } from '#bot/kit/question.ts';
import type { Days } from '#domain/calendar.ts';
import { parseDays } from '#domain/period.ts';

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
