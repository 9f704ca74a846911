import { afterQuietHours } from '../../domain/quiet-hours.ts';
import type { Transaction } from '../../storage/database.ts';
import type { Alerts } from './alerts.ts';
import type { PersonalNotice } from './personal-notice.ts';

export type PersonalNotices = ReturnType<typeof createPersonalNotices>;

/** Alerts for people who are not owners: each is delivered once, and not in the person's quiet hours. */
export function createPersonalNotices({ alerts, now }: { readonly alerts: Alerts; readonly now: () => number }) {
  /** `occasion` identifies the event, as for alerts. */
  async function write(tx: Transaction, personId: number, occasion: string, notice: PersonalNotice): Promise<void> {
    const quiet = await tx
      .selectFrom('people')
      .select(['quiet_from as from', 'quiet_to as to'])
      .where('id', '=', personId)
      .executeTakeFirst();
    const at = quiet ? afterQuietHours(now(), quiet) : now();
    await alerts.writeTo(tx, [personId], { occasion, alert: notice, notBefore: at });
  }

  return { write };
}
