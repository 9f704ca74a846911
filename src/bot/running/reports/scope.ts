import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { walletActions } from '#bot/actions/wallet.ts';
import type { BotRequest } from '#bot/kit/request.ts';
import type { Services } from '#bot/parts.ts';
import { can } from '#domain/access.ts';
import { dayOf, periodOf, type Span } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { ReportData } from './screens.ts';

export interface ReportScope extends Pick<ReportData, 'of' | 'whose' | 'period' | 'day' | 'today' | 'back'> {
  /** Null: the whole shop. */
  readonly sellerId: number | null;
}

/** Agents see only their own sales; the owner and reporters see everyone's. A forged button may name a future day, which is taken as today. */
export async function reportScope(
  { people, now }: Pick<Services, 'people' | 'now'>,
  { person, format }: BotRequest,
  { of, span, day }: { readonly of: number | null; readonly span: Span; readonly day: number | null },
): Promise<Result<ReportScope, Failure>> {
  const today = dayOf(now());
  const at = Math.min(day ?? today, today);
  const within = { day: at, today, period: periodOf(format.calendar, span, at) };
  const shop = can(person, 'reports');
  if (of === null || of === person.id) {
    const whole = shop && of === null;
    return ok({
      ...within,
      of,
      whose: { kind: whole ? 'shop' : 'own' },
      sellerId: whole ? null : person.id,
      back: whole ? adminActions.menu() : walletActions.today(),
    });
  }
  if (!shop) return err({ code: 'not-allowed' });
  const other = await people.find(of);
  if (!other) return err({ code: 'person-unknown' });
  const whose = { kind: 'person', name: other.name } as const;
  return ok({ ...within, of, whose, sellerId: of, back: agentActions.personRecords({ person: of }) });
}
