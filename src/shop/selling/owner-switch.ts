import type { Database } from '../../storage/database.ts';
import type { Audit } from '../people/audit.ts';
import type { Selling } from './selling.ts';

export type OwnerSwitch = ReturnType<typeof createOwnerSwitch>;

export interface OwnerSwitchDeps {
  readonly database: Database;
  readonly selling: Selling;
  readonly audit: Audit;
}

/** The owner stops the shop, and starts it, also where it stopped for its empty account; audited in the same transaction. */
export function createOwnerSwitch({ database, selling, audit }: OwnerSwitchDeps) {
  const pause = (by: number, reason: string): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await selling.pause('owner', reason, `person:${by}`, tx))) return;
      await audit.write(tx, { actorId: by, action: 'pause-selling', personId: null, details: { reason } });
    });

  const resume = (by: number): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await selling.resume('owner', tx)) && !(await selling.resume('account', tx))) return;
      await audit.write(tx, { actorId: by, action: 'resume-selling', personId: null, details: {} });
    });

  return { pause, resume };
}
