import { dayOf } from '#domain/calendar.ts';
import { type Alerts, debtIn } from '#shop/base/alerts/alerts.ts';
import { createDaily } from '#shop/base/jobs/daily.ts';
import { claimPlanCycles } from '#shop/base/jobs/leases.ts';
import { createSignal, type Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Catalogue, CatalogueStatus } from '#shop/buying/catalogue/catalogue.ts';
import type { People } from '#shop/people/people/people.ts';
import { createReminders } from '#shop/returning/reminders/reminders.ts';
import type { PlanCycleRow } from '#storage/tables/plan.ts';
import { type BuyCycleDeps, createBuyCycle } from './buy-cycle.ts';
import { createOpenCycles } from './open-cycles.ts';
import { createPlanPrice, type PlanPriceDeps } from './plan-price.ts';
import { createPlanQueries, type Forecast } from './plan-queries.ts';
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

export interface PlanWorkerDeps extends WorkerDeps {
  readonly openDue: () => Promise<void>;
  readonly remindDue: () => Promise<number>;
  readonly attempt: (cycle: PlanCycleRow) => Promise<void>;
  readonly forecast: () => Promise<Forecast>;
  readonly catalogue: Pick<Catalogue, 'askBalance'> & { status(): Pick<CatalogueStatus, 'balance' | 'wallet'> };
  readonly alerts: Alerts;
  readonly plansDue: Signal;
  readonly alertsDue: Signal;
  readonly concurrency?: number;
}

const balanceMs = 3_000;

/** Announces and buys planned cycles, reminds people of ending packages, and compares plans with our balance. */
export function createPlanWorker(deps: PlanWorkerDeps): WorkLoop {
  const { database, openDue, remindDue, attempt, forecast, catalogue, alerts, log, now, plansDue, alertsDue } = deps;
  const { leaseMs = defaultLeaseMs, concurrency = 5, everyMs = 15_000 } = deps;
  const runDaily = createDaily({ database, log, now });
  /** Early enough to fill the account before plans buy. */
  const warning = { name: 'plans-forecast', hour: 8, work: warn };

  async function claim(limit: number): Promise<PlanCycleRow[]> {
    await openDue();
    await remindDue();
    await runDaily([warning]);
    return claimPlanCycles(database, { now: now(), leaseMs, limit });
  }

  async function warn(): Promise<'later' | undefined> {
    const { total: planned } = await forecast();
    if (planned > 0) await catalogue.askBalance(balanceMs);
    const { balance, wallet } = catalogue.status();
    if (planned > 0 && balance === null) return 'later';
    if (balance === null || balance >= planned) return;
    const alert = { kind: 'plans-unfunded', planned, balance, ...debtIn(wallet) } as const;
    await database.transaction((tx) => alerts.write(tx, dayOf(now()), alert));
    alertsDue.notify();
  }

  const loop = createWorkLoop({ name: 'plan-worker', claim, work: attempt, concurrency, everyMs, log });
  plansDue.subscribe(loop.wake);
  return loop;
}
