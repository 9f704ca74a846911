import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { WorkerDeps } from '#shop/base/jobs/work-loop.ts';
import { isOpen } from '#storage/order-states.ts';
import { gatewaySwitch, readSwitch } from '#storage/switches.ts';

export interface OtherGatewayDeps extends WorkerDeps {
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
}

/** A running process never leaves a due order this long. */
const goneMs = 5 * 60_000;

/**
 * Only processes with the gateway of the latest start buy. If that was an old replica which restarted during a roll-out
 * and is gone, orders wait until another process restarts, and owners are told once. `own` is null if no gateway is noted.
 */
export async function tellOtherGateway(deps: OtherGatewayDeps, own: string | null): Promise<void> {
  const { database, alerts, alertsDue, log, now } = deps;
  const noted = own === null ? null : await readSwitch(database.db, gatewaySwitch);
  if (own === null || noted === null || noted.value === own) return;
  const due = database.db
    .selectFrom('orders')
    .select('id')
    .where(isOpen)
    .where('next_attempt_at', '<', now() - goneMs);
  if (!(await due.limit(1).executeTakeFirst())) return;
  log.error({ own, noted: noted.value }, 'orders wait for a process with another GATEWAY_URL');
  const alert = { kind: 'gateway-elsewhere', own, noted: noted.value } as const;
  await database.transaction((tx) => alerts.write(tx, noted.at, alert));
  alertsDue.notify();
}
