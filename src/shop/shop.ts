import { assembleAdministration } from './administration.ts';
import { assembleBase, type ShopParts } from './base.ts';
import { createReselling } from './reselling/reselling.ts';
import { assembleSales } from './sales.ts';
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
