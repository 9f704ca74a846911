import { alertKey } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import { slipOccasion } from './slips.ts';

interface MissedSlipsDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly alertsDue: Signal;
}

/** Slips for owners whom the bot could not reach because they had not pressed Start or had blocked it. */
export function createMissedSlips({ database, now, alertsDue }: MissedSlipsDeps) {
  /** Delivers those that still wait. */
  async function redeliver(personId: number): Promise<void> {
    const waiting = await database.db
      .selectFrom('payments')
      .select(['id', 'slip'])
      .where('waiting_since', 'is not', null)
      .where('slip', 'is not', null)
      .execute();
    const keys = waiting.map(({ id, slip }) => alertKey('payment-slip', slipOccasion(id, slip ?? '')));
    if (keys.length === 0) return;
    await database.write((db) =>
      db
        .updateTable('alerts')
        .set({ done_at: null, done_how: null, attempts: 0, next_attempt_at: now() })
        .where('owner_id', '=', personId)
        .where('key', 'in', keys)
        .where('done_how', '=', 'unreachable')
        .execute(),
    );
    alertsDue.notify();
  }

  return { redeliver };
}
