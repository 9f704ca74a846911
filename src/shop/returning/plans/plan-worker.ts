import { dayOf } from '#domain/calendar.ts';
import { type Alerts, debtIn } from '#shop/base/alerts/alerts.ts';
import { createDaily } from '#shop/base/jobs/daily.ts';
import { claimPlanCycles } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Catalogue, CatalogueStatus } from '#shop/buying/catalogue/catalogue.ts';
import type { PlanCycleRow } from '#storage/tables/plan.ts';
import type { Forecast } from './plan-queries.ts';

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
