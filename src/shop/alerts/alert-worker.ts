import type { Log } from '../../log.ts';
import type { Database } from '../../storage/database.ts';
import type { AlertRow } from '../../storage/tables.ts';
import { backOffMs } from '../jobs/back-off.ts';
import { claimAlerts } from '../jobs/leases.ts';
import type { Signal } from '../jobs/signal.ts';
import { createWorkLoop, type WorkLoop } from '../jobs/work-loop.ts';
import type { Delivery } from '../receipts/receipt-worker.ts';
import type { Alert } from './alerts.ts';

export interface AlertWorkerDeps {
  readonly database: Database;
  /** Supplied by the bot. Saying it twice must be harmless. */
  readonly tell: (ownerId: number, alert: Alert) => Promise<Delivery>;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly alertsDue: Signal;
  readonly leaseMs?: number;
  readonly everyMs?: number;
}

/** Takes alerts to the owners, and goes on trying until each of them has it. */
export function createAlertWorker(deps: AlertWorkerDeps): WorkLoop {
  const { database, tell, log, now, random, leaseMs = 60_000, everyMs = 1_000 } = deps;

  async function carry({ id, owner_id, alert, attempts }: AlertRow): Promise<void> {
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
    log.info({ alert: told.kind, how: delivery.kind }, 'alert');
  }

  const claim = (limit: number) => claimAlerts(database, { now: now(), leaseMs, limit });
  const loop = createWorkLoop({ name: 'herald', claim, work: carry, concurrency: 5, everyMs, log });
  deps.alertsDue.subscribe(loop.wake);
  return loop;
}
