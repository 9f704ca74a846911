import type { DatabaseSettings } from '../../src/storage/database.ts';
import type { Tables } from '../../src/storage/tables.ts';
import { connect } from './databases.ts';

/** Whether a bot on this database has updates to handle, messages to update or payments to verify now. */
export function createIdleCheck(settings: DatabaseSettings, now: () => number) {
  /** Migrates nothing: a database of a released version stays what it is until a bot starts on it. */
  let db: ReturnType<typeof connect<Tables>> | undefined;

  async function isBusy(): Promise<boolean> {
    db ??= connect<Tables>(settings);
    const update = await db
      .selectFrom('inbox')
      .select('id')
      .where('done_at', 'is', null)
      .where('next_attempt_at', '<=', now())
      .limit(1)
      .executeTakeFirst();
    if (update) return true;
    const job = await db
      .selectFrom('receipt_jobs')
      .select('subject')
      .where('done_at', 'is', null)
      .where('next_attempt_at', '<=', now())
      .limit(1)
      .executeTakeFirst();
    if (job) return true;
    const payment = await db
      .selectFrom('payments')
      .select('id')
      .where('next_attempt_at', '<=', now())
      .limit(1)
      .executeTakeFirst();
    if (payment) return true;
    const conversation = await db
      .selectFrom('support_conversations')
      .select('person_id')
      .where('next_attempt_at', '<=', now())
      .limit(1)
      .executeTakeFirst();
    return conversation !== undefined;
  }

  return {
    isBusy: () => isBusy().catch(() => false),
    close: async () => db?.destroy(),
  };
}
