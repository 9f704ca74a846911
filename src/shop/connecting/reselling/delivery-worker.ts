import type { Result } from '#domain/result.ts';
import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { claimApiDeliveries, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import { deliveryId } from '#shop/base/outbox/api-deliveries.ts';
import type { ApiDeliveryRow } from '#storage/tables/tables.ts';
import type { ApiAccess } from './api-access.ts';

/** Why no answer came. */
export type HookProblem = 'timeout' | 'unreachable' | 'certificate' | 'not-public';

export interface HookCall {
  readonly url: string;
  readonly secret: string;
  readonly id: string;
  readonly body: string;
}

/** Returns the status of the answer. Never throws. */
export type SendHook = (call: HookCall) => Promise<Result<number, HookProblem>>;

export interface DeliveryWorkerDeps extends WorkerDeps {
  /** Absent switches notifications off. */
  readonly sendHook?: SendHook | undefined;
  readonly apiAccess: Pick<ApiAccess, 'isOn' | 'of'>;
  readonly apiDeliveriesDue: Signal;
  readonly random: () => number;
}

const triedForMs = 24 * 3_600_000;

/**
 * Notifies agents' addresses of ended orders, until they accept it or a day is over. If the process dies after an
 * answer, the notification is sent again with the same id. It always goes to the agent's present address.
 */
export function createDeliveryWorker(deps: DeliveryWorkerDeps): WorkLoop {
  const { database, sendHook, apiAccess, log, now, random, leaseMs = defaultLeaseMs, everyMs = 1_000, idleMs } = deps;
  const isOn = apiAccess.isOn && sendHook !== undefined;

  async function deliver(row: ApiDeliveryRow): Promise<void> {
    const hook = (await apiAccess.of(row.person_id))?.hook;
    if (!hook || !sendHook) return end(row, 'removed', 'removed', row.tried_at);
    const answer = await sendHook({ ...hook, id: row.id, body: row.body });
    const result = answer.ok ? String(answer.value) : answer.error;
    if (answer.ok && answer.value >= 200 && answer.value < 300) {
      await end(row, 'delivered', result);
      await endTakenBack(row);
    } else await retry(row, result);
    // The agent's next notifications waited for this one.
    loop.wake();
  }

  /**
   * Ends a notification. A delivery counts even if another process holds the row by now, so that it is not sent again.
   */
  async function end(
    row: ApiDeliveryRow,
    done_how: ApiDeliveryRow['done_how'],
    result: string,
    tried_at: number | null = now(),
  ): Promise<void> {
    await database.write((db) =>
      db
        .updateTable('api_deliveries')
        .set({ tried_at, result, done_at: now(), done_how, lease_until: 0 })
        .where('id', '=', row.id)
        .where('done_at', 'is', null)
        .$if(done_how !== 'delivered', (query) => query.where(isStillClaimed(row)))
        .execute(),
    );
    log.info({ delivery: row.id, how: done_how, result, attempts: row.attempts }, 'delivery handled');
  }

  /** Drops the delivery notification of a reversed order: sent after the reversal, it would look like the last word. */
  async function endTakenBack({ id, order_id }: ApiDeliveryRow): Promise<void> {
    if (order_id === null || id !== deliveryId(order_id, 'reversed')) return;
    await database.write((db) =>
      db
        .updateTable('api_deliveries')
        .set({ done_at: now(), done_how: 'removed', lease_until: 0 })
        .where('id', '=', deliveryId(order_id, 'delivered'))
        .where('done_at', 'is', null)
        .execute(),
    );
  }

  async function retry(row: ApiDeliveryRow, result: string): Promise<void> {
    const at = now();
    const last = row.created_at + triedForMs;
    if (at >= last) return end(row, 'given-up', result);
    const next_attempt_at = Math.min(at + backOffMs(row.attempts, random), last);
    await database.write((db) =>
      db
        .updateTable('api_deliveries')
        .set({ tried_at: at, result, next_attempt_at, lease_until: 0 })
        .where('id', '=', row.id)
        .where('done_at', 'is', null)
        .where(isStillClaimed(row))
        .execute(),
    );
    log.info({ delivery: row.id, result, attempts: row.attempts }, 'delivery failed; will retry');
  }

  const loop = createWorkLoop({
    name: 'delivery-worker',
    claim: async (limit) => (isOn ? claimApiDeliveries(database, { now: now(), leaseMs, limit }) : []),
    work: deliver,
    concurrency: 10,
    everyMs,
    idleMs,
    nextDue: async () => (isOn ? claimApiDeliveries.nextDue(database) : null),
    now,
    log,
  });
  deps.apiDeliveriesDue.subscribe(loop.wake);
  return loop;
}
