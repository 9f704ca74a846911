import { createAlerts } from '#shop/base/alerts/alerts.ts';
import { createClockWorker, createClock as createShopClock, type Clock as ShopClock } from '#shop/base/clock.ts';
import { createSignal } from '#shop/base/jobs/signal.ts';
import { createSalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Database } from '#storage/database.ts';
import type { Clock } from './clock.ts';
import { quiet } from './shop.ts';

/** The gateway answers, and its time is that of the shop. */
export const hearRight = (clock: ShopClock): void => clock.heard('gateway', new Date(clock.now()).toUTCString());

/** A round of the worker that recalls what a clock that was ahead has put off, in the process of this clock. */
export function createRecall(database: Database, { now, steady }: Clock): () => Promise<number> {
  const alerts = createAlerts({ ownerIds: [1], now });
  const clock = createShopClock({ wall: now, steady });
  const salesPause = createSalesPause({ database, now });
  const worker = createClockWorker({ database, clock, alerts, alertsDue: createSignal(), salesPause, log: quiet });
  return () => {
    hearRight(clock);
    return worker.runOnce();
  };
}
