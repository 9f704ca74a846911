import type { Audit } from '#shop/base/audit/audit.ts';
import type { Database } from '#storage/database.ts';
import type { SalesPause } from './sales-pause.ts';

interface OwnerPauseDeps {
  readonly database: Database;
  readonly salesPause: SalesPause;
  readonly audit: Audit;
}

/** Also ends a pause for an empty account, a wrong clock or after a restore. Audited in the same transaction. */
export function createOwnerPause({ database, salesPause, audit }: OwnerPauseDeps) {
  const pause = (by: number, reason: string): Promise<void> =>
    database.transaction(async (tx) => {
      if (!(await salesPause.pause('owner', reason, `person:${by}`, tx))) return;
      await audit.write(tx, { actorId: by, action: 'pause-selling', personId: null, details: { reason } });
    });

  const resume = (by: number): Promise<void> =>
    database.transaction(async (tx) => {
      // One at a time: who ends their own pause may not know of another one.
      const ended = ['owner', 'restore', 'account', 'clock'] as const;
      let isEnded = false;
      for (const by of ended) isEnded ||= await salesPause.resume(by, tx);
      if (!isEnded) return;
      await audit.write(tx, { actorId: by, action: 'resume-selling', personId: null, details: {} });
    });

  return { pause, resume };
}
