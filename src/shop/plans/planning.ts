import type { Gateway } from '../../gateway/gateway.ts';
import type { Log } from '../../log.ts';
import type { Database } from '../../storage/database.ts';
import type { Alerts } from '../alerts/alerts.ts';
import { createPersonalNotices } from '../alerts/personal-notices.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { createSignal, type Signal } from '../jobs/signal.ts';
import type { WorkLoop } from '../jobs/work-loop.ts';
import type { Pricing } from '../orders/pricing.ts';
import type { Quotes } from '../orders/quotes.ts';
import type { People } from '../people/people.ts';
import { createReminders } from '../reminders/reminders.ts';
import type { Outage } from '../sales-pause/outage.ts';
import type { SalesPause } from '../sales-pause/sales-pause.ts';
import type { DailyLimit } from '../wallet/daily-limit.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { createBuyCycle } from './buy-cycle.ts';
import { createOpenCycles } from './open-cycles.ts';
import { createPlanPrice } from './plan-price.ts';
import { createPlanQueries } from './plan-queries.ts';
import { createPlanWorker, type PlanWorkerDeps } from './plan-worker.ts';
import { createPlans } from './plans.ts';

interface PlanningDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly catalogue: Catalogue;
  readonly pricing: Pricing;
  readonly quotes: Pick<Quotes, 'own'>;
  readonly people: Pick<People, 'isOwner'>;
  readonly wallet: Wallet;
  readonly dailyLimit: DailyLimit;
  readonly salesPause: Pick<SalesPause, 'paused'>;
  readonly outage: Pick<Outage, 'since'>;
  readonly purchaseRoute: Gateway['purchaseRoute'];
  readonly quoteMinutes: number;
  readonly log: Log;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Buffer;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
}

export type Planning = ReturnType<typeof createPlanning>;

/** As many letters as an order's id, so that it fits into buttons. */
const idBytes = 11;
const idLength = 14;

/** Plans and reminders: what people come back for. */
export function createPlanning(deps: PlanningDeps) {
  const { database, alerts, people, quotes, log, now, randomBytes, alertsDue } = deps;
  const plansDue = createSignal();
  const notices = createPersonalNotices({ alerts, now });
  const { isOwner } = people;
  const newId = () => randomBytes(idBytes).toString('base64url').slice(0, idLength);
  const plans = createPlans({ database, quotes, now, newId, plansDue });
  const queries = createPlanQueries({ database, now });
  const reminders = createReminders({ database, notices, isOwner, log, now, alertsDue });
  const { openDue } = createOpenCycles({ database, notices, isOwner, log, now, alertsDue });
  const { attempt } = createBuyCycle({ ...deps, notices, priceOf: createPlanPrice(deps) });

  const createWorker = (timings: Pick<PlanWorkerDeps, 'leaseMs' | 'concurrency' | 'everyMs'>): WorkLoop =>
    createPlanWorker({
      ...deps,
      openDue,
      remindDue: reminders.remindDue,
      attempt,
      forecast: queries.forecast,
      plansDue,
      ...timings,
    });

  return { plans: { ...plans, ...queries }, reminders, createWorker };
}
