import { sql } from 'kysely';
import { dayOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { type Alerts, debtIn } from '#shop/base/alerts/alerts.ts';
import type { Database } from '#storage/database.ts';
import { addSwitch, balanceSwitch, setSwitch } from '#storage/switches.ts';
import { wholeShop } from '#storage/tables/report.ts';

interface BalanceWatchDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  /** Null means the sales of an average day. */
  readonly threshold: Rials | null;
  readonly now: () => number;
  readonly steady: () => number;
}

const name = 'low-balance';
const averagedDays = 7;
/** The balance comes with every price check; an unchanged one is written at most this often. */
const minWriteMs = 60_000;

/** Alerts the owners once when our balance at the gateway falls below the threshold. */
export function createBalanceWatch({ database, alerts, threshold: fixed, now, steady }: BalanceWatchDeps) {
  let last = { value: '', writtenAt: 0 };
  let average: { readonly rials: Promise<Rials | null>; readonly at: number } | null = null;

  /** Null if there is nothing to compare with. */
  function threshold(): Promise<Rials | null> | Rials {
    if (fixed !== null) return fixed;
    if (average && steady() - average.at < minWriteMs) return average.rials;
    const rials = averageDay(database, now());
    average = { rials, at: steady() };
    rials.catch(() => {
      average = null;
    });
    return rials;
  }

  async function isLow(balance: Rials | null): Promise<boolean> {
    const least = await threshold();
    return least !== null && balance !== null && balance < least;
  }

  /** All processes see the balance, but only the one that changes the stored value alerts. Ignores older answers. */
  async function onBalance(balance: Rials, at: number, wallet: number | null = null): Promise<boolean> {
    const least = await threshold();
    if (least === null) return false;
    const value = balance < least ? 'low' : 'enough';
    if (value === last.value && steady() - last.writtenAt < minWriteMs) return false;
    const isTold = await database.transaction(async (tx) => {
      // An owner compares it after a restore.
      await setSwitch(tx, { name: balanceSwitch, value: String(balance), actor: 'gateway', at });
      await addSwitch(tx, { name, value: 'enough', actor: 'gateway', at: 0 });
      const update = tx.updateTable('switches').set({ value, at }).where('name', '=', name).where('at', '<', at);
      const { numUpdatedRows } = await update.where('value', '<>', value).executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) await update.execute();
      const fell = numUpdatedRows === 1n && value === 'low';
      if (fell) await alerts.write(tx, at, { kind: 'low-balance', balance, threshold: least, ...debtIn(wallet) });
      return fell;
    });
    last = { value, writtenAt: steady() };
    return isTold;
  }

  return { onBalance, isLow };
}

/** Null without sales. */
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
