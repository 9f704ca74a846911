import type { Database } from '../../storage/database.ts';
import type { Audit } from '../people/audit.ts';

export type SupportSettings = ReturnType<typeof createSupportSettings>;

const alertSwitch = 'support-alert';
const defaultMinutes = 30;
/** Offered at the desk; 0: no alert. */
export const alertChoices = [0, 5, 15, 30, 60, 180] as const;

/** What the owner sets at the desk. */
export function createSupportSettings({
  database,
  audit,
  now,
}: {
  readonly database: Database;
  readonly audit: Audit;
  readonly now: () => number;
}) {
  /** After how long an unanswered conversation alerts; null: never. */
  async function alertMinutes(): Promise<number | null> {
    const row = await database.db
      .selectFrom('switches')
      .select('value')
      .where('name', '=', alertSwitch)
      .executeTakeFirst();
    const minutes = row ? Number(row.value) : defaultMinutes;
    return minutes > 0 ? minutes : null;
  }

  async function setAlertMinutes(by: number, minutes: number): Promise<void> {
    await database.transaction(async (tx) => {
      const row = { value: String(minutes), actor: `person:${by}`, at: now() };
      await tx
        .insertInto('switches')
        .values({ name: alertSwitch, ...row })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
        .execute();
      await audit.write(tx, { actorId: by, action: 'support-alert', personId: null, details: { minutes } });
    });
  }

  return { alertMinutes, setAlertMinutes };
}
