import type { Day } from '#domain/calendar.ts';
import { dueAt } from '#domain/schedule.ts';
import type { SkipReason } from '#shop/base/alerts/personal-notice.ts';
import { type Claimed, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Transaction } from '#storage/database.ts';
import type { PlanRow } from '#storage/tables/plan.ts';
import { cycleId } from './plan.ts';

/** How many skipped cycles in a row pause a plan. */
const mostSkips = 3;
/** The shop's own trouble does not count against a plan. */
const isShops = (why: SkipReason): boolean => ['late', 'restored', 'selling', 'gateway'].includes(why);

interface Skip {
  /** Locked. */
  readonly plan: PlanRow;
  readonly day: Day;
  readonly why: SkipReason;
  readonly at: number;
  /** Requires that no process has claimed it since. */
  readonly claimed?: Claimed;
}

/** Null if it has already ended or was never opened. */
export async function skipCycle(
  tx: Transaction,
  { plan, day, why, at, claimed }: Skip,
): Promise<{ paused: boolean } | null> {
  const skipped = await tx
    .updateTable('plan_cycles')
    .set({ state: 'skipped', problem: why, ended_at: at, lease_until: 0 })
    .where('id', '=', cycleId(plan.id, day))
    .where('state', '=', 'waiting')
    .$if(claimed !== undefined, (query) => query.where(isStillClaimed(claimed ?? { attempts: 0, lease_until: 0 })))
    .returning('id')
    .executeTakeFirst();
  if (!skipped) return null;
  return { paused: !isShops(why) && (await countSkip(tx, plan, at)) };
}

/** True if the plan pauses. */
async function countSkip(tx: Transaction, plan: PlanRow, at: number): Promise<boolean> {
  const skips = plan.skips + 1;
  const pauses = skips >= mostSkips;
  await tx
    .updateTable('plans')
    .set({ skips, updated_at: at, ...(pauses ? ({ state: 'paused', why: 'skips' } as const) : {}) })
    .where('id', '=', plan.id)
    .execute();
  if (pauses) await closeCycles(tx, plan.id, at);
  return pauses;
}

/** Ends the waiting cycles of a plan that stops. */
export async function closeCycles(tx: Transaction, planId: string, at: number): Promise<void> {
  await tx
    .updateTable('plan_cycles')
    .set({ state: 'skipped', problem: 'stopped', ended_at: at, lease_until: 0 })
    .where('plan_id', '=', planId)
    .where('state', '=', 'waiting')
    .execute();
}

/** Lets announced cycles of a resumed plan buy at their hour. */
export async function reopenCycle(tx: Transaction, planId: string, day: Day): Promise<void> {
  await tx
    .updateTable('plan_cycles')
    .set({ state: 'waiting', problem: null, ended_at: null, next_attempt_at: dueAt(day) })
    .where('id', '=', cycleId(planId, day))
    .where('state', '=', 'skipped')
    .where('problem', '=', 'stopped')
    .execute();
}

interface NewCycle {
  readonly plan: PlanRow;
  readonly day: Day;
  readonly at: number;
  readonly nextAttemptAt: number;
  /** Null if it waits. */
  readonly skipped: SkipReason | null;
}

/** Each day of a plan has at most one cycle. */
export async function insertCycle(tx: Transaction, { plan, day, at, nextAttemptAt, skipped }: NewCycle): Promise<void> {
  await tx
    .insertInto('plan_cycles')
    .values({
      id: cycleId(plan.id, day),
      plan_id: plan.id,
      person_id: plan.person_id,
      day,
      state: skipped === null ? 'waiting' : 'skipped',
      problem: skipped,
      order_id: null,
      created_at: at,
      ended_at: skipped === null ? null : at,
      next_attempt_at: nextAttemptAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
