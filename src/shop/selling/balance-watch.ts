import { sql } from 'kysely';
import { dayOf } from '../../domain/calendar.ts';
import type { Rials } from '../../domain/money.ts';
import type { Database } from '../../storage/database.ts';
import type { Alerts } from '../alerting/alerts.ts';
import { wholeShop } from '../reports/sums.ts';

export interface BalanceWatchDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  /** Below this the owners are told; null: below what an average day sells. */
  readonly threshold: Rials | null;
  readonly now: () => number;
}

export type BalanceWatch = ReturnType<typeof createBalanceWatch>;

const name = 'low-balance';
const averagedDays = 7;
/** It comes with every price that is checked: the same again need not be written each time. */
const calmMs = 60_000;

/** Our money at the gateway: the owners hear once that it runs low, and once more only after it was enough meanwhile. */
export function createBalanceWatch({ database, alerts, threshold: fixed, now }: BalanceWatchDeps) {
  let last = { value: '', at: 0 };
  let average: { readonly rials: Promise<Rials | null>; readonly at: number } | null = null;

  /** Null: nothing to compare with. */
  function threshold(): Promise<Rials | null> | Rials {
    if (fixed !== null) return fixed;
    if (average && now() >= average.at && now() - average.at < calmMs) return average.rials;
    const rials = averageDay(database, now());
    average = { rials, at: now() };
    rials.catch(() => {
      average = null;
    });
    return rials;
  }

  async function isLow(balance: Rials | null): Promise<boolean> {
    const least = await threshold();
    return least !== null && balance !== null && balance < least;
  }

  /**
   * The gateway told its balance at that time. Every process hears it for itself; one row says what was last known, and
   * only the process that turns it over tells. What was heard earlier than that says nothing new.
   */
  async function heard(balance: Rials, at: number): Promise<boolean> {
    const least = await threshold();
    if (least === null) return false;
    const value = balance < least ? 'low' : 'enough';
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
      if (fell) await alerts.write(tx, at, { kind: 'low-balance', balance, threshold: least });
      return fell;
    });
    last = { value, at };
    return told;
  }

  return { heard, isLow };
}

/** What the shop sold on an average of the last days; null: nothing. */
async function averageDay({ db }: Database, now: number): Promise<Rials | null> {
  const today = dayOf(now);
  const { total } = await db
    .selectFrom('daily_sales')
    .select(sql<number>`cast(coalesce(sum(total), 0) as bigint)`.as('total'))
    .where('seller_id', '=', wholeShop)
    .where('part', '=', 'operator')
    .where('day', '>', today - averagedDays)
    .where('day', '<=', today)
    .executeTakeFirstOrThrow();
  return total === 0 ? null : Math.ceil(total / averagedDays);
}
