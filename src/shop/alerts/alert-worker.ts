import type { AlertRow } from '../../storage/tables.ts';
import { backOffMs } from '../jobs/back-off.ts';
import { claimAlerts } from '../jobs/leases.ts';
import type { Signal } from '../jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '../jobs/work-loop.ts';
import type { Delivery } from '../outbox/outbox.ts';
import type { Alert } from './alerts.ts';

export interface AlertWorkerDeps extends WorkerDeps {
  /** Supplied by the bot; may be called twice for the same alert. */
  readonly tell: (ownerId: number, alert: Alert) => Promise<Delivery>;
  readonly random: () => number;
  readonly alertsDue: Signal;
}

/** Retries each alert until its owner has it. */
export function createAlertWorker(deps: AlertWorkerDeps): WorkLoop {
  const { database, tell, log, now, random, leaseMs = defaultLeaseMs, everyMs = 1_000 } = deps;

  async function deliver({ id, owner_id, alert, attempts }: AlertRow): Promise<void> {
    const told = JSON.parse(alert) as Alert;
    const delivery = await tell(owner_id, told);
    const again = () => now() + backOffMs(attempts, random, delivery.kind === 'later' ? delivery.retryAfterMs : null);
    const set = delivery.kind === 'later' ? { next_attempt_at: again() } : { done_at: now(), done_how: delivery.kind };
    await database.db
      .updateTable('alerts')
      .set({ ...set, lease_until: 0 })
      .where('id', '=', id)
      .where('done_at', 'is', null)
      .execute();
    log.info({ alert: told.kind, how: delivery.kind }, 'alert handled');
  }

  const claim = (limit: number) => claimAlerts(database, { now: now(), leaseMs, limit });
  const loop = createWorkLoop({ name: 'alert-worker', claim, work: deliver, concurrency: 5, everyMs, log });
  deps.alertsDue.subscribe(loop.wake);
  return loop;
}
