import { may } from '../../../domain/access.ts';
import { dayOf, periodOf, type Span } from '../../../domain/calendar.ts';
import type { Failure } from '../../../domain/failure.ts';
import { err, ok, type Result } from '../../../domain/result.ts';
import type { Press } from '../../core/callback-data.ts';
import { failureScreen } from '../../core/failure.ts';
import type { BotRequest, Routes, Services } from '../../core/request.ts';
import { type ReportData, reportScreen } from './screens.ts';

export type ReportPress = Extract<Press, { to: 'report' }>;

/** Whose figures a button asks for, and in which days. */
export interface ReportScope extends Pick<ReportData, 'of' | 'whose' | 'period' | 'day' | 'today' | 'back'> {
  /** Null: the whole shop. */
  readonly sellerId: number | null;
}

/**
 * An agent sees their own sales and nobody else's, the owner the whole shop's or anyone's. A day that has not come yet,
 * from a forged button, is today.
 */
export async function scopeOf(
  { people, now }: Pick<Services, 'people' | 'now'>,
  { person, format }: BotRequest,
  { of, span, day }: { readonly of: number | null; readonly span: Span; readonly day: number | null },
): Promise<Result<ReportScope, Failure>> {
  const today = dayOf(now());
  const at = Math.min(day ?? today, today);
  const within = { day: at, today, period: periodOf(format.calendar, span, at) };
  const owner = may(person.role, 'run');
  if (of === null || of === person.id) {
    const whole = owner && of === null;
    return ok({
      ...within,
      of,
      whose: { kind: whole ? 'shop' : 'own' },
      sellerId: whole ? null : person.id,
      back: whole ? { to: 'desk' } : { to: 'today' },
    });
  }
  if (!owner) return err({ code: 'not-allowed' });
  const other = await people.find(of);
  if (!other) return err({ code: 'person-unknown' });
  const whose = { kind: 'person', name: other.name } as const;
  return ok({ ...within, of, whose, sellerId: of, back: { to: 'agent', person: of } });
}

/** Days, weeks and months, in the reader's own calendar. */
export function createReporting(services: Services): Routes<'report'> {
  const { catalogue, reports } = services;
  return {
    report: async (request, press) => {
      const { format } = request;
      const scope = await scopeOf(services, request, press);
      if (!scope.ok) return { screen: failureScreen(format, scope.error) };
      const { sellerId, period } = scope.value;
      const [report, first, daysBefore] = await Promise.all([
        reports.period(sellerId, period),
        reports.firstDay(sellerId),
        reports.days(sellerId, periodOf(format.calendar, period.span, period.from - 1)),
      ]);
      const before = daysBefore.reduce((sum, { total }) => sum + total, 0);
      const products = new Map(
        report.byProduct.flatMap(({ productId, title }) => {
          const product = title === null ? undefined : catalogue.product(productId);
          return product ? [[productId, product] as const] : [];
        }),
      );
      return { screen: reportScreen(format, { ...scope.value, report, products, first, before }) };
    },
  };
}
