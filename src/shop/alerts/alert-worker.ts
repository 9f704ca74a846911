import type { AlertRow } from '../../storage/tables.ts';
import { backOffMs } from '../jobs/back-off.ts';
import { claimAlerts } from '../jobs/leases.ts';
import type { Signal } from '../jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '../jobs/work-loop.ts';
import type { Delivery } from '../outbox/outbox.ts';
import { type Alert, mayWait } from './alerts.ts';
import { afterQuietHoursOf } from './quiet-hours.ts';

export interface AlertWorkerDeps extends WorkerDeps {
  /** Supplied by the bot; may be called twice for the same alert. */
  readonly tell: (ownerId: number, alert: Alert) => Promise<Delivery>;
  readonly random: () => number;
  readonly alertsDue: Signal;
}

/** Retries each alert until its owner has it. */
export function createAlertWorker(deps: AlertWorkerDeps): WorkLoop {
  const { database, tell, log, now, random, leaseMs = defaultLeaseMs, everyMs = 1_000 } = deps;
  const { db } = database;

  async function deliver(row: AlertRow): Promise<void> {
    const alert = JSON.parse(row.alert) as Alert;
    const at = now();
    // Asked here, because it may have been written, or tried, long before.
    const until = mayWait(alert) ? await afterQuietHoursOf(db, row.owner_id, at) : at;
    const set = until > at ? { next_attempt_at: until } : await send(row, alert);
    await db
      .updateTable('alerts')
      .set({ ...set, lease_until: 0 })
      .where('id', '=', row.id)
      .where('done_at', 'is', null)
      .execute();
  }

  async function send({ owner_id, attempts }: AlertRow, alert: Alert) {
    const delivery = await tell(owner_id, alert);
    log.info({ alert: alert.kind, how: delivery.kind }, 'alert handled');
    return delivery.kind === 'later'
      ? { next_attempt_at: now() + backOffMs(attempts, random, delivery.retryAfterMs) }
      : { done_at: now(), done_how: delivery.kind };
  }

  const claim = (limit: number) => claimAlerts(database, { now: now(), leaseMs, limit });
  const loop = createWorkLoop({ name: 'alert-worker', claim, work: deliver, concurrency: 5, everyMs, log });
  deps.alertsDue.subscribe(loop.wake);
  return loop;
}
