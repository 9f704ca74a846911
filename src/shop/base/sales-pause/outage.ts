import { sql } from 'kysely';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import { isOpen } from '#storage/order-states.ts';
import { addSwitch, outageSwitch as name, readSwitch, removeSwitch } from '#storage/switches.ts';
import type { SalesPause } from './sales-pause.ts';

interface OutageDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly salesPause: Pick<SalesPause, 'forget'>;
  readonly now: () => number;
}

export type Outage = ReturnType<typeof createOutage>;

/**
 * An outage of the gateway, shared by all processes: the first process whose breaker opens stores it, and the first
 * definite answer ends it.
 */
export function createOutage({ database, alerts, alertsDue, salesPause, now }: OutageDeps) {
  /** Null without an outage. */
  async function since(): Promise<number | null> {
    return (await readSwitch(database.db, name))?.at ?? null;
  }

  async function begin(): Promise<void> {
    const at = now();
    await database.transaction(async (tx) => {
      const isFirst = await addSwitch(tx, { name, value: '', actor: 'settler', at });
      if (isFirst) await alerts.write(tx, at, { kind: 'purchases-failing' });
    });
    salesPause.forget();
    alertsDue.notify();
  }

  /** True if this call ended it and made every waiting order due. */
  async function end(began: number): Promise<boolean> {
    const at = now();
    const isFirst = await database.transaction(async (tx) => {
      if (!(await removeSwitch(tx, name))) return false;
      // Attempts during the outage say nothing about an order, so its next pause is short again.
      await tx
        .updateTable('orders')
        .set((eb) => ({
          // For a confirmed order, zero attempts mean that it was never sent.
          attempts: sql<number>`case when state = 'confirmed' and attempts > 0 then 1 else 0 end`,
          next_attempt_at: eb.case().when('next_attempt_at', '>', at).then(at).else(eb.ref('next_attempt_at')).end(),
        }))
        .where(isOpen)
        .execute();
      await alerts.write(tx, began, { kind: 'purchases-answered', since: began });
      return true;
    });
    salesPause.forget();
    alertsDue.notify();
    return isFirst;
  }

  return { since, begin, end };
}
