import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database } from '#storage/database.ts';
import type { SalesPause } from './sales-pause.ts';

interface TokenPauseDeps {
  readonly database: Database;
  readonly salesPause: SalesPause;
  readonly alerts: Alerts;
  readonly alertsDue: Signal;
  readonly now: () => number;
}

export type TokenPause = ReturnType<typeof createTokenPause>;

/** The stored actor of the purchase worker. */
const actor = 'settler';

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
