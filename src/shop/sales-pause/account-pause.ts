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
  async function begin(tx: Transaction, total: Rials, balance: Rials | null, at: number): Promise<void> {
    const occasion = balance !== null && balance >= total ? `hour ${Math.floor(at / hourMs)}` : `${at}`;
    if (await salesPause.pause('account', toText({ needed: total, occasion }), actor, tx)) {
      // A gateway that refuses despite a sufficient balance would pause and resume all the time: one alert an hour.
      return alerts.write(tx, occasion, { kind: 'account-empty', balance, total });
    }
    const pause = await salesPause.switchedBy('account', tx);
    const before = pause && readPause(pause.value);
    if (before && before.needed < total)
      await salesPause.change('account', toText({ needed: total, occasion: before.occasion }), tx);
  }

  /** Resumes sales when the balance suffices. */
  async function onBalance(balance: Rials, at: number): Promise<void> {
    // With every price check: mostly nothing is paused, as the update of the buyer has seen.
    if ((await salesPause.pausedLately()) === null) return;
    const pause = await salesPause.switchedBy('account');
    if (!pause || at <= pause.at || balance < readPause(pause.value).needed) return;
    const { occasion } = readPause(pause.value);
    await database.transaction(async (tx) => {
      if (await salesPause.resume('account', tx)) await alerts.write(tx, occasion, { kind: 'account-filled', balance });
    });
    alertsDue.notify();
  }

  return { begin, onBalance };
}

interface StoredPause {
  /** The largest refused total. */
  readonly needed: Rials;
  /** Identifies the pause, so that each alert is sent once. */
  readonly occasion: string;
}

const toText = (pause: StoredPause): string => JSON.stringify(pause);
const readPause = (value: string): StoredPause => JSON.parse(value) as StoredPause;
