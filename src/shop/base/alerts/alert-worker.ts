import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { claimAlerts, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Delivery } from '#shop/base/outbox/outbox.ts';
import type { AlertRow } from '#storage/tables/tables.ts';
import { type Alert, mayWait } from './alerts.ts';
import { afterQuietHoursOf } from './quiet-hours.ts';

export interface AlertWorkerDeps extends WorkerDeps {
  /** Supplied by the bot; may be called twice for the same alert. */
  readonly tell: (ownerId: number, alert: Alert) => Promise<Delivery>;
  readonly random: () => number;
  readonly alertsDue: Signal;
  readonly concurrency?: number;
}

interface Piece {
  readonly row: AlertRow;
  readonly alert: Alert;
}

/** Retries each alert until it arrives. */
export function createAlertWorker(deps: AlertWorkerDeps): WorkLoop {
  const { database, tell, log, now, random, leaseMs = defaultLeaseMs, concurrency = 5, everyMs = 1_000, idleMs } = deps;
  const { db } = database;

  async function claim(limit: number): Promise<Piece[]> {
    const rows = await claimAlerts(database, { now: now(), leaseMs, limit });
    const pieces = rows.map((row) => ({ row, alert: JSON.parse(row.alert) as Alert }));
    const due = await holdBack(pieces);
    return due.length === 0 && rows.length > 0 ? claim(limit) : due;
  }

  /** Checks quiet hours here, because an alert may have been written or tried long before. */
  async function holdBack(pieces: readonly Piece[]): Promise<Piece[]> {
    const at = now();
    const people = pieces.flatMap(({ row, alert }) => (mayWait(alert) ? [row.owner_id] : []));
    const afterQuiet = people.length === 0 ? () => at : await afterQuietHoursOf(db, people, at);
    const due: Piece[] = [];
    for (const piece of pieces) {
      const until = mayWait(piece.alert) ? afterQuiet(piece.row.owner_id) : at;
      if (until > at) await set(piece.row, { next_attempt_at: until });
      else due.push(piece);
    }
    return due;
  }

  async function deliver({ row, alert }: Piece): Promise<void> {
    const delivery = await tell(row.owner_id, alert);
    const again = () =>
      now() + backOffMs(row.attempts, random, delivery.kind === 'later' ? delivery.retryAfterMs : null);
    if (delivery.kind === 'later') await set(row, { next_attempt_at: again() });
    else await set(row, { done_at: now(), done_how: delivery.kind });
    log.info({ alert: alert.kind, how: delivery.kind }, 'alert handled');
  }

  /** Any process may record a delivery; only the process that still holds the alert writes anything else. */
  const set = (row: AlertRow, changes: Partial<AlertRow>) =>
    db
      .updateTable('alerts')
      .set({ ...changes, lease_until: 0 })
      .where('id', '=', row.id)
      .where('done_at', 'is', null)
      .$if(changes.done_how !== 'delivered', (query) => query.where(isStillClaimed(row)))
      .execute();

  const loop = createWorkLoop({
    name: 'alert-worker',
    claim,
    work: deliver,
    concurrency,
    everyMs,
    idleMs,
    nextDue: () => claimAlerts.nextDue(database),
    now,
    log,
  });
  deps.alertsDue.subscribe(loop.wake);
  return loop;
}
