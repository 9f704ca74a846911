import { sql } from 'kysely';
import type { DatabaseSettings } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { connect } from './databases.ts';

/** Whether a bot on this database has updates to handle, messages to update or payments to verify now. */
export function createIdleCheck(settings: DatabaseSettings, now: () => number) {
  /** Migrates nothing: a database of a released version stays what it is until a bot starts on it. */
  let db: ReturnType<typeof connect<Tables>> | undefined;

  async function isBusy(): Promise<boolean> {
    db ??= connect<Tables>(settings);
    const due = sql`next_attempt_at <= ${now()}`;
    // One query, because tests ask this after every press, of tables that the last release has: test/upgrades runs its code.
    const { rows } = await sql`
      select 1 from inbox where done_at is null and ${due}
      union all select 1 from receipt_jobs where done_at is null and ${due}
      union all select 1 from payments where ${due}
      union all select 1 from support_conversations where ${due}
      limit 1`.execute(db);
    return rows.length > 0;
  }

  return {
    isBusy: () => isBusy().catch(() => false),
    close: async () => db?.destroy(),
  };
}
