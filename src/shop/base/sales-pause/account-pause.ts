import { dayOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { type Alerts, debtIn } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { SalesPause } from './sales-pause.ts';

interface AccountPauseDeps {
  readonly database: Database;
  readonly salesPause: SalesPause;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  /** Null if this shop buys from the gateway itself. */
  readonly supplier?: object | null;
}

/** Our account at the gateway or the parent shop. */
interface Account {
  /** What it can spend; null if unknown. */
  readonly balance: Rials | null;
  /** In an agent's shop, the balance; negative if the agent owes money. */
  readonly wallet: number | null;
}

export type AccountPause = ReturnType<typeof createAccountPause>;

const hourMs = 3_600_000;
/** The stored actor of the purchase worker. */
const actor = 'settler';

/** Pauses sales while our account at the gateway is too small for an order that was refused. */
export function createAccountPause({ database, salesPause, alerts, alertsDue, supplier = null }: AccountPauseDeps) {
  async function begin(tx: Transaction, needed: Rials, { balance, wallet }: Account, at: number): Promise<void> {
    const alert = { kind: 'account-empty', balance, total: needed, ...debtIn(wallet) } as const;
    // An agent's shop checks each purchase against its account and sells what fits. The agent is told once a day.
    if (supplier) return alerts.write(tx, `day ${dayOf(at)}`, alert);
    const occasion = balance !== null && balance >= needed ? `hour ${Math.floor(at / hourMs)}` : `${at}`;
    // A gateway that refuses despite a sufficient balance would pause and resume constantly, so alerts come at most hourly.
    if (await salesPause.pause('account', toText({ needed, occasion }), actor, tx))
      return alerts.write(tx, occasion, alert);
    const pause = await salesPause.switchedBy('account', tx);
    const before = pause && readPause(pause.value);
    if (before && before.needed < needed)
      await salesPause.change('account', toText({ needed, occasion: before.occasion }), tx);
  }

  /** Resumes sales when the balance suffices. */
  async function onBalance(balance: Rials, at: number): Promise<void> {
    // Runs with every price check; usually the buyer's update has already seen that nothing is paused.
    if ((await salesPause.pausedLately()) === null) return;
    const pause = await salesPause.switchedBy('account');
    if (!pause || at <= pause.at) return;
    const { needed, occasion } = readPause(pause.value);
    if (balance < needed) return;
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
  /** Identifies the pause, so that each alert is sent once. */
  readonly occasion: string;
}

const toText = (pause: StoredPause): string => JSON.stringify(pause);
const readPause = (value: string): StoredPause => JSON.parse(value) as StoredPause;

interface TokenPauseDeps {
  readonly database: Database;
  readonly salesPause: SalesPause;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

export type TokenPause = ReturnType<typeof createTokenPause>;

/** Pauses selling while the gateway refuses our token. Owners hear of the beginning and the end once. */
export function createTokenPause({ database, salesPause, alerts, alertsDue, now }: TokenPauseDeps) {
  /** True if this call paused selling. */
  const begin = (): Promise<boolean> => change('token-refused', (tx) => salesPause.pause('gateway', '', actor, tx));

  /** True if this call resumed selling. */
  const end = (): Promise<boolean> => change('token-accepted', (tx) => salesPause.resume('gateway', tx));

  async function change(
    kind: 'token-refused' | 'token-accepted',
    write: (tx: Parameters<typeof alerts.write>[0]) => Promise<boolean>,
  ): Promise<boolean> {
    const isFirst = await database.transaction(async (tx) => {
      const first = await write(tx);
      if (first) await alerts.write(tx, now(), { kind });
      return first;
    });
    salesPause.forget();
    if (isFirst) alertsDue.notify();
    return isFirst;
  }

  return { begin, end };
}
