import type { Rials } from '../../domain/money.ts';
import type { Database, Transaction } from '../../storage/database.ts';
import type { Alerts } from '../alerting/alerts.ts';
import type { Signal } from '../settling/signal.ts';
import type { Selling } from './selling.ts';

export interface AccountPauseDeps {
  readonly database: Database;
  readonly selling: Selling;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
}

export type AccountPause = ReturnType<typeof createAccountPause>;

const hourMs = 3_600_000;
const actor = 'settler';

/** Selling stops while our account at the gateway is too small for an order that it refused, and goes on by itself. */
export function createAccountPause({ database, selling, alerts, alertsDue }: AccountPauseDeps) {
  /** The gateway refused an order of this total for want of money; `balance` is what it reports, where it does. */
  async function begin(tx: Transaction, total: Rials, balance: Rials | null, at: number): Promise<void> {
    const occasion = balance !== null && balance >= total ? `hour ${Math.floor(at / hourMs)}` : `${at}`;
    if (await selling.pause('account', written({ needed: total, occasion }), actor, tx)) {
      // A gateway that refuses although it reports enough would be paused and resumed for ever: one alert an hour.
      return alerts.write(tx, occasion, { kind: 'account-empty', balance, total });
    }
    const pause = await selling.switchedBy('account', tx);
    const known = pause && readPause(pause.value);
    if (known && known.needed < total)
      await selling.change('account', written({ needed: total, occasion: known.occasion }), tx);
  }

  /** The gateway told our balance at that time: selling goes on when it suffices. */
  async function heard(balance: Rials, at: number): Promise<void> {
    const pause = await selling.switchedBy('account');
    if (!pause || at <= pause.at || balance < readPause(pause.value).needed) return;
    const { occasion } = readPause(pause.value);
    await database.transaction(async (tx) => {
      if (await selling.resume('account', tx)) await alerts.write(tx, occasion, { kind: 'account-filled', balance });
    });
    alertsDue.notify();
  }

  return { begin, heard };
}

interface StoredPause {
  /** The largest total that was refused. */
  readonly needed: Rials;
  /** Names the pause: its alerts are told once. */
  readonly occasion: string;
}

const written = (pause: StoredPause): string => JSON.stringify(pause);
const readPause = (value: string): StoredPause => JSON.parse(value) as StoredPause;
