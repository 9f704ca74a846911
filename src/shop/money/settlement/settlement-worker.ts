import type { Rials } from '#domain/money.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { afterQuietHoursOf } from '#shop/base/alerts/quiet-hours.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { claimSettlements } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import { ensureWallet } from '#shop/base/wallet/ledger.ts';
import type { Transaction } from '#storage/database.ts';
import type { SettlementRow } from '#storage/tables/earning.ts';
import { graceEndOf, graceOf, openingOf, openOf } from './debt.ts';
import type { Statements } from './statements.ts';

export interface SettlementWorkerDeps extends WorkerDeps {
  readonly statements: Pick<Statements, 'makeDue'>;
  readonly audit: Audit;
  readonly alerts: Pick<Alerts, 'write' | 'writeTo'>;
  readonly isOwner: (personId: number) => boolean;
  readonly alertsDue: Signal;
  readonly concurrency?: number;
}

/** Checks statements of paused people more often, because they wait for their payment to be seen. */
const lookMs = { open: 60_000, paused: 2_000 } as const;

/** Makes statements on their day, pauses agents who do not pay in time, and ends the pause when they pay. */
export function createSettlementWorker(deps: SettlementWorkerDeps): WorkLoop {
  const { database, statements, audit, alerts, isOwner, alertsDue, log, now, leaseMs = defaultLeaseMs } = deps;
  const { concurrency = 5, everyMs = lookMs.paused, idleMs = 15_000 } = deps;

  async function look({ id, person_id: personId }: SettlementRow): Promise<void> {
    const isChanged = await database.transaction(async (tx) => {
      // The lock keeps the debt unchanged and other processes away from this person's statements until the end.
      await ensureWallet(tx, personId);
      const query = tx.selectFrom('settlements').selectAll().where('id', '=', id).where('ended_at', 'is', null);
      const row = await query.executeTakeFirst();
      if (!row) return false;
      const openAmount = await openOf(tx, row);
      if (openAmount === 0) return close(tx, row);
      if (row.state === 'paid') return reopen(tx, row, openAmount);
      if (row.state === 'open' && (await isOverdue(tx, row))) return pause(tx, row);
      await set(tx, row, { next_attempt_at: now() + lookMs[row.state] });
      return false;
    });
    if (!isChanged) return;
    log.info({ settlement: id }, 'settlement changed');
    alertsDue.notify();
  }

  /** Selling does not pause in quiet hours. */
  async function isOverdue(tx: Transaction, row: SettlementRow): Promise<boolean> {
    const { person_id: personId } = row;
    const at = now();
    const graceEndsAt = await graceEndOf(tx, row);
    if (graceEndsAt === null || at < graceEndsAt) return false;
    return (await afterQuietHoursOf(tx, [personId], at))(personId) === at;
  }

  const set = (tx: Transaction, { id, state }: SettlementRow, changes: Partial<SettlementRow>) =>
    tx
      .updateTable('settlements')
      .set({ ...changes, lease_until: 0 })
      .where('id', '=', id)
      .where('state', '=', state)
      .returning('id')
      .executeTakeFirst();

  async function close(tx: Transaction, row: SettlementRow): Promise<boolean> {
    if (!(await set(tx, row, { state: 'paid', ended_at: now() }))) return false;
    if (row.state !== 'paused') return row.state === 'open';
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

  /** Opens a statement again whose money was taken away; the agent is told and gets the grace period again. */
  async function reopen(tx: Transaction, row: SettlementRow, left: Rials): Promise<boolean> {
    const at = now();
    const graceMs = graceOf(row);
    const open = { state: 'open', created_at: at, grace_ends_at: at + graceMs } as const;
    if (!(await set(tx, row, { ...open, next_attempt_at: at + lookMs.open }))) return false;
    const alert = { kind: 'settlement-reopened', day: row.day, left, graceMs } as const;
    await alerts.writeTo(tx, [row.person_id], { occasion: openingOf({ ...row, ...open }), alert });
    return true;
  }

  /** A pause by the owner stays, and the statement waits for its end. Owners are never paused. */
  async function pause(tx: Transaction, row: SettlementRow): Promise<boolean> {
    const person = await tx
      .selectFrom('people')
      .select('paused_why')
      .where('id', '=', row.person_id)
      .executeTakeFirst();
    const isBlocked = person?.paused_why != null && person.paused_why !== settlementPause;
    if (isBlocked || isOwner(row.person_id)) {
      await set(tx, row, { next_attempt_at: now() + lookMs.open });
      return false;
    }
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
    row: SettlementRow,
    name: string,
    action: 'settlement-pause' | 'settlement-resume',
  ): Promise<void> {
    const { person_id: personId, owed } = row;
    const occasion = openingOf(row);
    await alerts.writeTo(tx, [personId], { occasion, alert: { kind: `own-${action}`, owed } });
    await alerts.write(tx, occasion, { kind: action, personId, name, owed });
    await audit.write(tx, { actorId: personId, action, personId, details: { amount: owed } });
  }

  async function claim(limit: number): Promise<SettlementRow[]> {
    if ((await statements.makeDue()) > 0) alertsDue.notify();
    return claimSettlements(database, { now: now(), leaseMs, limit });
  }

  return createWorkLoop({
    name: 'settlement-worker',
    claim,
    work: look,
    concurrency,
    everyMs,
    idleMs,
    nextDue: () => claimSettlements.nextDue(database),
    now,
    log,
  });
}
