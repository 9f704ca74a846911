import type { Rials } from '../../domain/money.ts';
import type { Database } from '../../storage/database.ts';
import type { Alerts } from '../alerting/alerts.ts';

export interface BalanceWatchDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  /** Below this the owners are told; null: never. */
  readonly threshold: Rials | null;
}

export type BalanceWatch = ReturnType<typeof createBalanceWatch>;

const name = 'low-balance';
/** It comes with every price that is checked: the same again need not be written each time. */
const calmMs = 60_000;

/** Our money at the gateway: the owners hear once that it runs low, and once more only after it was enough meanwhile. */
export function createBalanceWatch({ database, alerts, threshold }: BalanceWatchDeps) {
  let last = { value: '', at: 0 };
  const isLow = (balance: Rials | null): boolean => threshold !== null && balance !== null && balance < threshold;

  /**
   * The gateway told its balance at that time. Every process hears it for itself; one row says what was last known, and
   * only the process that turns it over tells. What was heard earlier than that says nothing new.
   */
  async function heard(balance: Rials, at: number): Promise<boolean> {
    if (threshold === null) return false;
    const value = isLow(balance) ? 'low' : 'enough';
    if (value === last.value && at - last.at < calmMs) return false;
    const told = await database.transaction(async (tx) => {
      await tx
        .insertInto('switches')
        .values({ name, value: 'enough', actor: 'gateway', at: 0 })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      const update = tx.updateTable('switches').set({ value, at }).where('name', '=', name).where('at', '<', at);
      const { numUpdatedRows } = await update.where('value', '<>', value).executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) await update.execute();
      const fell = numUpdatedRows === 1n && value === 'low';
      if (fell) await alerts.write(tx, at, { kind: 'low-balance', balance, threshold });
      return fell;
    });
    last = { value, at };
    return told;
  }

  return { heard, isLow };
}
