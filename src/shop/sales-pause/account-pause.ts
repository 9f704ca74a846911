import type { Rials } from '#domain/money.ts';
import type { Alerts } from '#shop/alerts/alerts.ts';
import type { Signal } from '#shop/jobs/signal.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { SalesPause } from './sales-pause.ts';

interface AccountPauseDeps {
  readonly database: Database;
  readonly salesPause: SalesPause;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
}

export type AccountPause = ReturnType<typeof createAccountPause>;

const hourMs = 3_600_000;
/** The stored actor of the purchase worker. */
const actor = 'settler';

/** Pauses sales while our account at the gateway is too small for an order that was refused. */
export function createAccountPause({ database, salesPause, alerts, alertsDue }: AccountPauseDeps) {
  /** `balance`: as the gateway reports it; null: unknown. */
  async function begin(
    tx: Transaction,
    { needed, until }: Omit<StoredPause, 'occasion'>,
    balance: Rials | null,
    at: number,
  ): Promise<void> {
    const occasion = balance !== null && balance >= needed ? `hour ${Math.floor(at / hourMs)}` : `${at}`;
    if (await salesPause.pause('account', toText({ needed, until, occasion }), actor, tx)) {
      // A gateway that refuses despite a sufficient balance would pause and resume all the time: one alert an hour.
      return alerts.write(tx, occasion, { kind: 'account-empty', balance, total: needed });
    }
    const pause = await salesPause.switchedBy('account', tx);
    const before = pause && readPause(pause.value);
    if (before && before.needed < needed)
      await salesPause.change('account', toText({ needed, until, occasion: before.occasion }), tx);
  }

  /** Resumes sales when the balance suffices, or the time is over. */
  async function onBalance(balance: Rials, at: number): Promise<void> {
    // With every price check: mostly nothing is paused, as the update of the buyer has seen.
    if ((await salesPause.pausedLately()) === null) return;
    const pause = await salesPause.switchedBy('account');
    if (!pause || at <= pause.at) return;
    const { needed, until, occasion } = readPause(pause.value);
    if (balance < needed && (until == null || at < until)) return;
    await database.transaction(async (tx) => {
      if (await salesPause.resume('account', tx)) await alerts.write(tx, occasion, { kind: 'account-filled', balance });
    });
    alertsDue.notify();
  }

  return { begin, onBalance };
}

interface StoredPause {
  /** The largest sum that was refused. */
  readonly needed: Rials;
  /** When it may be tried again whatever the balance is, as on the day after a daily limit; null, or stored before: never. */
  readonly until: number | null;
  /** Identifies the pause, so that each alert is sent once. */
  readonly occasion: string;
}

const toText = (pause: StoredPause): string => JSON.stringify(pause);
const readPause = (value: string): StoredPause => JSON.parse(value) as StoredPause;
