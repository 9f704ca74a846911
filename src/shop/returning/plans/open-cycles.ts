import { sql } from 'kysely';
import type { Day } from '#domain/calendar.ts';
import { dueAt, nextDay, noticeAt, tooLateAt } from '#domain/schedule.ts';
import type { Log } from '#log.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { isReachable, isSeller } from '#shop/people/people/reachable.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { PlanRow } from '#storage/tables/plan.ts';
import { closeCycles, insertCycle } from './end-cycle.ts';
import { lockPlan, planOf } from './plan.ts';

interface OpenCyclesDeps {
  readonly database: Database;
  readonly alerts: Pick<Alerts, 'writeTo'>;
  readonly isOwner: (personId: number) => boolean;
  readonly log: Log;
  readonly now: () => number;
  readonly alertsDue: Signal;
}

const atOnce = 100;
const mostRounds = 5;

/** Opens the next cycle of every plan the day before, with its notice, or later if no process was running. */
export function createOpenCycles({ database, alerts, isOwner, log, now, alertsDue }: OpenCyclesDeps) {
  /** After an outage a plan may have several cycles to open, one after the other. */
  async function openDue(): Promise<void> {
    for (let round = 0; round < mostRounds; round += 1) if ((await openRound()) === 0) return;
  }

  async function openRound(): Promise<number> {
    const due = await database.db
      .selectFrom('plans')
      .select(['id', 'next_day'])
      // A literal, because SQLite otherwise ignores the partial index.
      .where(sql<boolean>`state = 'active'`)
      .where('next_attempt_at', '<=', now())
      .orderBy('next_attempt_at')
      .limit(atOnce)
      .execute();
    for (const { id, next_day } of due) {
      await database
        .transaction((tx) => open(tx, id, next_day))
        // A failing plan must not delay the others.
        .catch((error: unknown) => log.error({ plan: id, problem: String(error) }, 'plan not opened; will retry'));
    }
    if (due.length > 0) alertsDue.notify();
    return due.length;
  }

  /** Opens a day once, even if another process or the person acts meanwhile. */
  async function open(tx: Transaction, id: string, day: Day): Promise<void> {
    const plan = await lockPlan(tx, id);
    if (plan?.state !== 'active' || plan.next_day !== day) return;
    const at = now();
    if (!(await isReachable(tx, plan.person_id))) return pause(tx, plan, at);
    if (at >= tooLateAt(day)) return miss(tx, plan, at);
    await insertCycle(tx, { plan, day, at, nextAttemptAt: dueAt(day), skipped: null });
    await moveOn(tx, plan, day, at);
    if (at < dueAt(day)) await announce(tx, plan, day);
  }

  async function announce(tx: Transaction, plan: PlanRow, day: Day): Promise<void> {
    const { id, person_id: personId } = plan;
    const news = (await isSeller(tx, personId, isOwner))
      ? { occasion: `${personId} ${day}`, alert: { kind: 'plans-tomorrow', personId, day } as const }
      : { occasion: `${id} ${day}`, alert: { kind: 'plan-tomorrow', planId: id, day } as const };
    await alerts.writeTo(tx, [personId], news);
  }

  /** Every day that is more than a day ago, in one message. */
  async function miss(tx: Transaction, plan: PlanRow, at: number): Promise<void> {
    const { schedule, anchor } = planOf(plan);
    const days: Day[] = [];
    for (let day = plan.next_day; at >= tooLateAt(day); day = nextDay(schedule, { anchor, after: day })) {
      await insertCycle(tx, { plan, day, at, nextAttemptAt: at, skipped: 'late' });
      days.push(day);
    }
    const from = days[0] ?? plan.next_day;
    const to = days.at(-1) ?? from;
    await moveOn(tx, plan, to, at);
    const alert = { kind: 'plan-missed', planId: plan.id, from, to, count: days.length } as const;
    await alerts.writeTo(tx, [plan.person_id], { occasion: `${plan.id} ${to}`, alert });
  }

  async function moveOn(tx: Transaction, plan: PlanRow, day: Day, at: number): Promise<void> {
    const { schedule, anchor } = planOf(plan);
    const next = nextDay(schedule, { anchor, after: day });
    await tx
      .updateTable('plans')
      .set({ next_day: next, next_attempt_at: noticeAt(next), updated_at: at })
      .where('id', '=', plan.id)
      .execute();
  }

  /** Buys nothing for people who cannot be told, or whom the owner paused. */
  async function pause(tx: Transaction, plan: PlanRow, at: number): Promise<void> {
    await pauseForPerson(tx, plan, at);
    const alert = { kind: 'plan-paused', planId: plan.id } as const;
    await alerts.writeTo(tx, [plan.person_id], { occasion: `${plan.id} ${at}`, alert });
  }

  return { openDue };
}

export async function pauseForPerson(tx: Transaction, plan: PlanRow, at: number): Promise<void> {
  await tx
    .updateTable('plans')
    .set({ state: 'paused', why: 'person', updated_at: at })
    .where('id', '=', plan.id)
    .execute();
  await closeCycles(tx, plan.id, at);
}
