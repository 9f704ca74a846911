import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import { readSwitch, setSwitch } from '#storage/switches.ts';

export type SupportSettings = ReturnType<typeof createSupportSettings>;

const alertSwitch = 'support-alert';
const defaultMinutes = 30;
/** Choices at the desk; 0 switches the alert off. */
export const alertChoices = [0, 5, 15, 30, 60, 180] as const;

/** Support settings that the owner changes at the desk. */
export function createSupportSettings({
  database,
  audit,
  now,
}: {
  readonly database: Database;
  readonly audit: Audit;
  readonly now: () => number;
}) {
  /** Minutes after which an unanswered conversation alerts; null for never. */
  async function alertMinutes(): Promise<number | null> {
    const row = await readSwitch(database.db, alertSwitch);
    const minutes = row ? Number(row.value) : defaultMinutes;
    return minutes > 0 ? minutes : null;
  }

  async function setAlertMinutes(by: number, minutes: number): Promise<void> {
    await database.transaction(async (tx) => {
      await setSwitch(tx, { name: alertSwitch, value: String(minutes), actor: `person:${by}`, at: now() });
      await audit.write(tx, { actorId: by, action: 'support-alert', personId: null, details: { minutes } });
    });
  }

  return { alertMinutes, setAlertMinutes };
}
