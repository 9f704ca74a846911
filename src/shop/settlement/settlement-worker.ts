import { settlementPause } from '../../domain/settlement.ts';
import type { Transaction } from '../../storage/database.ts';
import type { SettlementRow } from '../../storage/earning-tables.ts';
import type { Alerts } from '../alerts/alerts.ts';
import type { Audit } from '../audit/audit.ts';
import { claimSettlements } from '../jobs/leases.ts';
import type { Signal } from '../jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '../jobs/work-loop.ts';
import { paidSince, type Statements } from './statements.ts';

export interface SettlementWorkerDeps extends WorkerDeps {
  readonly statements: Pick<Statements, 'makeDue'>;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'write' | 'writeTo'>;
  readonly alertsDue: Signal;
}

/** Who is paused waits for the end of it; the others have time. */
const lookMs = { open: 60_000, paused: 2_000 } as const;

/** Makes statements on their day, pauses agents whose debt is not paid in time, and ends the pause when it is. */
export function createSettlementWorker(deps: SettlementWorkerDeps): WorkLoop {
  const { database, statements, audit, alerts, alertsDue, log, now, leaseMs = defaultLeaseMs, everyMs = 5_000 } = deps;

  async function look(row: SettlementRow): Promise<void> {
    const changed = await database.transaction(async (tx) => {
      if ((await paidSince(tx, row)) >= row.owed) return close(tx, row);
      if (row.state === 'open' && now() >= row.grace_ends_at) return pause(tx, row);
      const state = row.state === 'paused' ? 'paused' : 'open';
      await set(tx, row, { next_attempt_at: now() + lookMs[state] });
      return false;
    });
    if (!changed) return;
    log.info({ settlement: row.id, state: row.state }, 'settlement changed');
    alertsDue.notify();
  }

  const set = (tx: Transaction, { id, state }: SettlementRow, changed: Partial<SettlementRow>) =>
    tx
      .updateTable('settlements')
      .set({ ...changed, lease_until: 0 })
      .where('id', '=', id)
      .where('state', '=', state)
      .returning('id')
      .executeTakeFirst();

  async function close(tx: Transaction, row: SettlementRow): Promise<boolean> {
    if (!(await set(tx, row, { state: 'paid', ended_at: now() }))) return false;
    if (row.state !== 'paused') return true;
    const others = await tx
      .selectFrom('settlements')
      .select('id')
      .where('person_id', '=', row.person_id)
      .where('state', '=', 'paused')
      .limit(1)
      .executeTakeFirst();
    if (others) return true;
    const resumed = await tx
      .updateTable('people')
      .set({ paused_why: null })
      .where('id', '=', row.person_id)
      .where('paused_why', '=', settlementPause)
      .returning('name')
      .executeTakeFirst();
    if (resumed) await tell(tx, row, resumed.name, 'settlement-resume');
    return true;
  }

  /** A pause by the owner stays as it is. */
  async function pause(tx: Transaction, row: SettlementRow): Promise<boolean> {
    if (!(await set(tx, row, { state: 'paused', next_attempt_at: now() + lookMs.paused }))) return false;
    const paused = await tx
      .updateTable('people')
      .set({ paused_why: settlementPause })
      .where('id', '=', row.person_id)
      .where('paused_why', 'is', null)
      .returning('name')
      .executeTakeFirst();
    if (paused) await tell(tx, row, paused.name, 'settlement-pause');
    return true;
  }

  async function tell(
    tx: Transaction,
    { id, person_id: personId, owed }: SettlementRow,
    name: string,
    action: 'settlement-pause' | 'settlement-resume',
  ): Promise<void> {
    await alerts.writeTo(tx, [personId], { occasion: id, alert: { kind: `own-${action}`, owed } });
    await alerts.write(tx, id, { kind: action, personId, name, owed });
    await audit.write(tx, { actorId: personId, action, personId, details: { amount: owed } });
  }

  async function claim(limit: number): Promise<SettlementRow[]> {
    if ((await statements.makeDue()) > 0) alertsDue.notify();
    return claimSettlements(database, { now: now(), leaseMs, limit });
  }

  return createWorkLoop({ name: 'settlement-worker', claim, work: look, concurrency: 5, everyMs, log });
}
