import { createSignal } from '#shop/base/jobs/signal.ts';
import type { WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { People } from '#shop/people/people/people.ts';
import { createReminders } from '#shop/returning/reminders/reminders.ts';
import { type BuyCycleDeps, createBuyCycle } from './buy-cycle.ts';
import { createOpenCycles } from './open-cycles.ts';
import { createPlanPrice, type PlanPriceDeps } from './plan-price.ts';
import { createPlanQueries } from './plan-queries.ts';
import { createPlanWorker, type PlanWorkerDeps } from './plan-worker.ts';
import { createPlans, type PlansDeps } from './plans.ts';

interface PlanningDeps
  extends Omit<BuyCycleDeps, 'alerts' | 'priceOf'>,
    Omit<PlanPriceDeps, 'catalogue'>,
    Pick<PlanWorkerDeps, 'alerts'>,
    Pick<PlansDeps, 'operators' | 'quotes'> {
  readonly catalogue: Catalogue;
  readonly people: Pick<People, 'isOwner'>;
  readonly randomBytes: (size: number) => Buffer;
}

export type Planning = ReturnType<typeof createPlanning>;

/** As many letters as an order's id, so that it fits into buttons. */
const idBytes = 11;
const idLength = 14;

/** Plans and reminders: what people come back for. */
export function createPlanning(deps: PlanningDeps) {
  const { database, alerts, people, quotes, operators, log, now, randomBytes, alertsDue } = deps;
  const plansDue = createSignal();
  const { isOwner } = people;
  const newId = () => randomBytes(idBytes).toString('base64url').slice(0, idLength);
  const plans = createPlans({ database, quotes, operators, now, newId, plansDue });
  const queries = createPlanQueries({ database, now });
  const reminders = createReminders({ database, alerts, operators, isOwner, log, now, alertsDue });
  const { openDue } = createOpenCycles({ database, alerts, isOwner, log, now, alertsDue });
  const { attempt } = createBuyCycle({ ...deps, priceOf: createPlanPrice(deps) });

  const createWorker = (timings: Pick<PlanWorkerDeps, 'leaseMs' | 'concurrency' | 'everyMs' | 'idleMs'>): WorkLoop =>
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
