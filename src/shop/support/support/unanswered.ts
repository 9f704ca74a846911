import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import type { SupportSettings } from './settings.ts';
import type { SupportStaff } from './staff.ts';

export interface UnansweredCheck {
  run(): Promise<void>;
}

interface UnansweredDeps {
  readonly database: Database;
  readonly staff: SupportStaff;
  readonly settings: SupportSettings;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

const everyMs = 5_000;

/** Alerts the staff once about each conversation that waits longer than the owner's limit. */
export function createUnansweredCheck(deps: UnansweredDeps): UnansweredCheck {
  const { database, staff, settings, alerts, alertsDue, now } = deps;
  let checkedAt = 0;

  async function alert(personId: number, since: number): Promise<void> {
    const recipients = await staff.list();
    await database.transaction(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('support_conversations')
        .set({ alerted_at: now() })
        .where('person_id', '=', personId)
        .where('waiting_since', '=', since)
        .where('alerted_at', 'is', null)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return;
      const person = await tx.selectFrom('people').select('name').where('id', '=', personId).executeTakeFirst();
      const news = { kind: 'support-unanswered', personId, name: person?.name ?? '', since } as const;
      await alerts.writeTo(tx, recipients, { occasion: `${personId}:${since}`, alert: news });
    });
    alertsDue.notify();
  }

  return {
    run: async () => {
      const at = now();
      if (Math.abs(at - checkedAt) < everyMs) return;
      checkedAt = at;
      const minutes = await settings.alertMinutes();
      if (minutes === null) return;
      const late = await database.db
        .selectFrom('support_conversations')
        .select(['person_id', 'waiting_since'])
        .where('waiting_since', '<=', at - minutes * 60_000)
        .where('alerted_at', 'is', null)
        .limit(50)
        .execute();
      for (const { person_id, waiting_since } of late) await alert(person_id, waiting_since ?? 0);
    },
  };
}
