import { type Day, dayOf } from '#domain/calendar.ts';
import type { Failure } from '#domain/failure.ts';
import { isRials, type Rials } from '#domain/money.ts';
import type { Operators } from '#domain/operators.ts';
import { isMaskedMobile } from '#domain/phone.ts';
import { err, ok, type Result } from '#domain/result.ts';
import { lastDueDay, nextDay, noticeAt, type Schedule, writeSchedule } from '#domain/schedule.ts';
import { misfitOf } from '#domain/sold-to.ts';
import type { CycleProblem } from '#shop/base/alerts/personal-notice.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Quotes } from '#shop/buying/orders/quotes.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { lockPerson } from '#storage/person-lock.ts';
import type { PlanRow } from '#storage/tables/plan.ts';
import { closeCycles, insertCycle, reopenCycle, skipCycle } from './end-cycle.ts';
import { itemColumns, lockPlan, type Plan, planOf } from './plan.ts';

interface NewPlan {
  readonly by: number;
  /** A delivered order of the person. */
  readonly orderId: string;
  /** `last` means the latest purchase for the number. */
  readonly follows: 'same' | 'last';
  readonly schedule: Schedule;
  readonly ceiling: Rials;
}

interface Renewal extends Pick<NewPlan, 'schedule' | 'ceiling'> {
  readonly item: ReturnType<typeof itemColumns>;
  readonly anchor: Day;
  readonly at: number;
}

export interface PlansDeps {
  readonly database: Database;
  readonly quotes: Pick<Quotes, 'own'>;
  readonly operators: Operators;
  readonly now: () => number;
  readonly newId: () => string;
  readonly plansDue: Signal;
}

const mostPlans = 500;

/** Everything that a person does with their plans; a plan of an agent's customer is the agent's. */
export function createPlans({ database, quotes, operators, now, newId, plansDue }: PlansDeps) {
  async function own(by: number, id: string): Promise<Result<Plan, Failure>> {
    const row = await database.db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
    return row?.person_id === by ? ok(planOf(row)) : err({ code: 'plan-unknown' });
  }

  /** Only a person's own delivered order that could be sold again can become a plan. */
  async function delivered(by: number, orderId: string): Promise<Result<Order, Failure>> {
    const order = await quotes.own(orderId, by);
    if (!order.ok) return order;
    const { mobile, productType, state } = order.value;
    if (isMaskedMobile(mobile)) return err({ code: 'number-invalid' });
    if (state !== 'delivered') return err({ code: 'order-not-open' });
    const misfit = misfitOf(operators, mobile, productType);
    return misfit ? err(misfit) : order;
  }

  /** Safe to repeat: the same item for the same number is one plan, with the latest choices. */
  async function create({ by, orderId, follows, schedule, ceiling }: NewPlan): Promise<Result<Plan, Failure>> {
    const order = await delivered(by, orderId);
    if (!order.ok) return order;
    if (!isRials(ceiling) || ceiling === 0) return err({ code: 'amount-invalid' });
    const at = now();
    const anchor = dayOf(order.value.confirmedAt ?? at);
    const next = nextDay(schedule, { anchor, after: dayOf(at) });
    const item = itemColumns(order.value, follows === 'last');
    const result = await database.transaction(async (tx): Promise<Result<Plan, Failure>> => {
      await lockPerson(database, tx, by);
      const same = await standing(tx, by, order.value.mobile, item.what);
      const locked = same && (await lockPlan(tx, same.id));
      if (locked) return ok(planOf(await renew(tx, locked, { item, ceiling, schedule, anchor, at })));
      const { count } = await tx
        .selectFrom('plans')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('person_id', '=', by)
        .where('state', '<>', 'stopped')
        .executeTakeFirstOrThrow();
      if (count >= mostPlans) return err({ code: 'plans-too-many' });
      const row = await tx
        .insertInto('plans')
        .values({
          id: newId(),
          person_id: by,
          mobile: order.value.mobile,
          ...item,
          ceiling,
          schedule: writeSchedule(schedule),
          anchor,
          next_day: next,
          state: 'active',
          why: null,
          created_at: at,
          updated_at: at,
          next_attempt_at: noticeAt(next),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return ok(planOf(row));
    });
    plansDue.notify();
    return result;
  }

  /** Also resumes a paused plan, because its person reads that it buys. */
  async function renew(tx: Transaction, plan: PlanRow, { item, ceiling, schedule, anchor, at }: Renewal) {
    if (plan.state !== 'active') await goOn(tx, plan, at);
    await set(tx, plan, at, { ...item, ceiling });
    if (writeSchedule(schedule) !== plan.schedule) await setSchedule(tx, plan, at, { schedule, anchor });
    await wake(tx, plan.id, ['price', 'product']);
    return tx.selectFrom('plans').selectAll().where('id', '=', plan.id).executeTakeFirstOrThrow();
  }

  async function standing(tx: Transaction, by: number, mobile: string, what: string): Promise<PlanRow | undefined> {
    return tx
      .selectFrom('plans')
      .selectAll()
      .where('person_id', '=', by)
      .where('mobile', '=', mobile)
      .where('what', '=', what)
      .where('state', '<>', 'stopped')
      .executeTakeFirst();
  }

  /** Runs with the plan locked. */
  async function change(
    by: number,
    id: string,
    work: (tx: Transaction, plan: PlanRow, at: number) => Promise<Failure | null>,
  ): Promise<Result<Plan, Failure>> {
    const result = await database.transaction(async (tx): Promise<Result<Plan, Failure>> => {
      const plan = await lockPlan(tx, id);
      if (plan?.person_id !== by) return err({ code: 'plan-unknown' });
      const failure = await work(tx, plan, now());
      if (failure) return err(failure);
      const after = await tx.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      return ok(planOf(after));
    });
    plansDue.notify();
    return result;
  }

  const set = async (tx: Transaction, { id }: PlanRow, at: number, values: Partial<PlanRow>): Promise<void> => {
    await tx
      .updateTable('plans')
      .set({ ...values, updated_at: at })
      .where('id', '=', id)
      .execute();
  };

  /** The time of the next cycle, announced or not. */
  const skip = (by: number, id: string, day: Day) =>
    change(by, id, async (tx, plan, at) => {
      if (plan.state !== 'active') return { code: 'plan-not-open' };
      if (plan.next_day === day) {
        await insertCycle(tx, { plan, day, at, nextAttemptAt: at, skipped: null });
        await moveOn(tx, plan, at);
      }
      return (await skipCycle(tx, { plan, day, why: 'person', at })) ? null : { code: 'plan-not-open' };
    });

  async function moveOn(tx: Transaction, plan: PlanRow, at: number): Promise<void> {
    const { schedule, anchor } = planOf(plan);
    const next = nextDay(schedule, { anchor, after: plan.next_day });
    await set(tx, plan, at, { next_day: next, next_attempt_at: noticeAt(next) });
  }

  const stop = (by: number, id: string) =>
    change(by, id, async (tx, plan, at) => {
      if (plan.state === 'stopped') return null;
      await set(tx, plan, at, { state: 'stopped', why: null });
      await closeCycles(tx, id, at);
      return null;
    });

  const resume = (by: number, id: string) =>
    change(by, id, async (tx, plan, at) => {
      if (plan.state === 'active') return null;
      const other = plan.state === 'stopped' ? await standing(tx, by, plan.mobile, plan.what) : undefined;
      if (other) return { code: 'plan-not-open' };
      await goOn(tx, plan, at);
      return null;
    });

  /** From the cycle that was announced, if its hour has not come; else from the next day of its schedule. */
  async function goOn(tx: Transaction, plan: PlanRow, at: number): Promise<void> {
    await reopenCycle(tx, plan.id, lastDueDay(at) + 1);
    const { schedule, anchor } = planOf(plan);
    const next = nextDay(schedule, { anchor, after: await lastDay(tx, plan.id, at) });
    const days = { next_day: next, next_attempt_at: noticeAt(next) };
    await set(tx, plan, at, { state: 'active', why: null, skips: 0, ...days });
  }

  /** Today, or a later day that has a cycle. */
  async function lastDay(tx: Transaction, id: string, at: number): Promise<Day> {
    const { last } = await tx
      .selectFrom('plan_cycles')
      .select((eb) => eb.fn.max('day').as('last'))
      .where('plan_id', '=', id)
      .executeTakeFirstOrThrow();
    return Math.max(dayOf(at), last ?? 0);
  }

  const reschedule = (by: number, id: string, schedule: Schedule) =>
    change(by, id, async (tx, plan, at) => {
      await setSchedule(tx, plan, at, { schedule });
      return null;
    });

  /** Counts from the anchor or from the last day; announced cycles stay. */
  async function setSchedule(
    tx: Transaction,
    plan: PlanRow,
    at: number,
    { schedule, anchor }: { readonly schedule: Schedule; readonly anchor?: Day },
  ): Promise<void> {
    const after = await lastDay(tx, plan.id, at);
    const from = anchor ?? after;
    const next = nextDay(schedule, { anchor: from, after });
    const days = { anchor: from, next_day: next, next_attempt_at: noticeAt(next) };
    await set(tx, plan, at, { schedule: writeSchedule(schedule), ...days });
  }

  const setCeiling = (by: number, id: string, ceiling: Rials) =>
    change(by, id, async (tx, plan, at) => {
      if (!isRials(ceiling) || ceiling === 0) return { code: 'amount-invalid' };
      await set(tx, plan, at, { ceiling });
      await wake(tx, id, ['price']);
      return null;
    });

  /** Changes the item for the same number: that of an order, or always the latest. */
  async function setItem(
    by: number,
    id: string,
    { orderId, follows }: Pick<NewPlan, 'orderId' | 'follows'>,
  ): Promise<Result<Plan, Failure>> {
    const order = await delivered(by, orderId);
    if (!order.ok) return order;
    const item = itemColumns(order.value, follows === 'last');
    return change(by, id, async (tx, plan, at) => {
      if (plan.mobile !== order.value.mobile) return { code: 'order-not-yours' };
      const other = await standing(tx, by, plan.mobile, item.what);
      if (other && other.id !== id) return { code: 'plan-not-open' };
      await set(tx, plan, at, item);
      await wake(tx, id, ['price', 'product']);
      return null;
    });
  }

  /** Retries cycles that wait for an answer at once. */
  async function wake(tx: Transaction, planId: string, problems: readonly CycleProblem[]): Promise<void> {
    await tx
      .updateTable('plan_cycles')
      .set({ next_attempt_at: 0 })
      .where('plan_id', '=', planId)
      .where('state', '=', 'waiting')
      .where('problem', 'in', problems)
      .execute();
  }

  return { own, delivered, create, skip, stop, resume, reschedule, setCeiling, setItem };
}
