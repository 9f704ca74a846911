import { assembleAdministration } from './assemble-administration.ts';
import { assembleBase, type ShopParts } from './assemble-base.ts';
import { assembleSales } from './assemble-sales.ts';
import { createReselling } from './connecting/reselling/reselling.ts';
import { createLastOrders } from './meaning/last-order.ts';
import { createMeanings } from './meaning/meaning.ts';
import { createWorkers, type TellPeople, type WorkerTimings } from './workers.ts';

export type Shop = ReturnType<typeof assembleShop>;

/** The composition of everything that sells, without Telegram. */
export function assembleShop(parts: ShopParts) {
  const base = assembleBase(parts);
  const { planning, ...sales } = assembleSales(base);
  const shop = {
    ...base,
    ...sales,
    ...assembleAdministration({ ...base, ...sales }),
    ...createReselling({ ...base, ...sales }),
    lastOrders: createLastOrders(base),
    meanings: createMeanings({ ...base, ...sales }),
  };
  return {
    ...shop,
    plans: planning.plans,
    reminders: planning.reminders,
    wakeBroadcasts: base.broadcastsDue.notify,
    createWorkers: (tell: TellPeople, timings: WorkerTimings = {}) =>
      createWorkers({ ...shop, planning }, tell, timings),
  };
}
