import type { ExpressionBuilder } from 'kysely';
import { type Day, dayOf } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import { nextDay } from '#domain/schedule.ts';
import { type Order, orderOf } from '#shop/buying/orders/order.ts';
import { deliveredTo } from '#shop/buying/orders/order-queries.ts';
import type { Database } from '#storage/database.ts';
import type { Tables } from '#storage/tables/tables.ts';
import { cycleOf, type Plan, type PlanCycle, plannedCharge, planOf } from './plan.ts';

export interface CycleWithOrder extends PlanCycle {
  readonly order: Order | null;
}

export interface ListedPlan extends Plan {
  /** The day of the next cycle, announced or not. */
  readonly comingDay: Day;
}

/** What a plan would buy now. */
export type PlannedThing = Pick<Order, 'item' | 'title' | 'titleEn' | 'productType' | 'days' | 'charge'> &
  Partial<Pick<Order, 'base'>>;

/** What plans will buy. */
export interface Forecast {
  readonly count: number;
  /** The sum at the last pricing of the plans. */
  readonly total: Rials;
}

/** How far the owner's forecast looks ahead, today included. */
const forecastDays = 7;

export function createPlanQueries({ database, now }: { readonly database: Database; readonly now: () => number }) {
  const { db } = database;

  /** Active and paused plans, by their next day. */
  async function list(
    personId: number,
    page: number,
    pageSize: number,
  ): Promise<{ plans: ListedPlan[]; more: boolean; count: number }> {
    const theirs = db.selectFrom('plans').where('person_id', '=', personId).where('state', '<>', 'stopped');
    const { count } = await theirs.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    const rows = await theirs
      .selectAll()
      .select((eb) => eb.fn.coalesce(announcedDay(eb), 'plans.next_day').as('coming_day'))
      .orderBy('state')
      .orderBy('coming_day')
      .orderBy('id')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const plans = rows.slice(0, pageSize).map((row) => ({ ...planOf(row), comingDay: row.coming_day }));
    return { plans, more: rows.length > pageSize, count };
  }

  /** Finds any person's plan, because a notice has no request. */
  async function find(id: string): Promise<Plan | null> {
    const row = await db.selectFrom('plans').selectAll().where('id', '=', id).executeTakeFirst();
    return row ? planOf(row) : null;
  }

  /** The latest purchase may differ from the one when the plan was made. */
  async function thingOf(plan: Plan): Promise<PlannedThing> {
    const { item, personId, mobile, title, titleEn, productType, days, charge } = plan;
    const [last] = item.kind === 'last' ? await deliveredTo(database, personId, mobile) : [];
    if (last) return { ...last, charge: plannedCharge(last) };
    const product = item.kind === 'last' ? ({ kind: 'product', productId: 0, amount: null } as const) : item;
    return { item: product, title, titleEn, productType, days, charge };
  }

  async function cycle(planId: string, day: Day): Promise<PlanCycle | null> {
    const row = await db
      .selectFrom('plan_cycles')
      .selectAll()
      .where('plan_id', '=', planId)
      .where('day', '=', day)
      .executeTakeFirst();
    return row ? cycleOf(row) : null;
  }

  /** The plan that bought it; null if a person did. */
  async function ofOrder({ id, quotedAt, confirmedAt }: Order): Promise<string | null> {
    // A plan quotes and confirms at the same moment, which skips the query for orders of people.
    if (quotedAt !== confirmedAt) return null;
    const row = await db.selectFrom('plan_cycles').select('plan_id').where('order_id', '=', id).executeTakeFirst();
    return row?.plan_id ?? null;
  }

  /** Latest first, with their orders. */
  async function cycles(
    planId: string,
    page: number,
    pageSize: number,
  ): Promise<{ cycles: CycleWithOrder[]; more: boolean }> {
    const rows = await db
      .selectFrom('plan_cycles')
      .selectAll()
      .where('plan_id', '=', planId)
      .orderBy('day', 'desc')
      .limit(pageSize + 1)
      .offset(page * pageSize)
      .execute();
    const onPage = rows.slice(0, pageSize);
    const ids = onPage.flatMap(({ order_id }) => (order_id === null ? [] : [order_id]));
    const orders = ids.length === 0 ? [] : await db.selectFrom('orders').selectAll().where('id', 'in', ids).execute();
    const byId = new Map(orders.map((row) => [row.id, orderOf(row)]));
    return {
      cycles: onPage.map((row) => ({ ...cycleOf(row), order: byId.get(row.order_id ?? '') ?? null })),
      more: rows.length > pageSize,
    };
  }

  /** Plans of a person that buy on a day, announced or next. */
  async function ofDay(personId: number, day: Day): Promise<Plan[]> {
    const open = db
      .selectFrom('plan_cycles')
      .select('plan_id')
      .where('person_id', '=', personId)
      .where('day', '=', day)
      .where('state', '=', 'waiting');
    const rows = await db
      .selectFrom('plans')
      .selectAll()
      .where('person_id', '=', personId)
      .where('state', '=', 'active')
      .where((eb) => eb.or([eb('next_day', '=', day), eb('id', 'in', open)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(planOf);
  }

  /** What all plans of the shop will buy. */
  async function forecast(): Promise<Forecast> {
    const last = dayOf(now()) + forecastDays - 1;
    const rows = await db
      .selectFrom('plans')
      .selectAll()
      .where('state', '=', 'active')
      .where('next_day', '<=', last)
      .execute();
    const open = await db
      .selectFrom('plan_cycles')
      .innerJoin('plans', 'plans.id', 'plan_cycles.plan_id')
      .select('plans.total')
      .where('plan_cycles.state', '=', 'waiting')
      .where('plan_cycles.day', '<=', last)
      .execute();
    const totals = open.map(({ total }) => total);
    for (const { schedule, anchor, nextDay: first, total } of rows.map(planOf))
      for (let day = first; day <= last; day = nextDay(schedule, { anchor, after: day })) totals.push(total);
    return { count: totals.length, total: totals.reduce((sum, total) => sum + total, 0) };
  }

  return { list, find, thingOf, cycle, ofOrder, cycles, ofDay, forecast };
}

/** The day of the earliest waiting cycle. */
const announcedDay = (eb: ExpressionBuilder<Tables, 'plans'>) =>
  eb
    .selectFrom('plan_cycles')
    .select(({ fn }) => fn.min('plan_cycles.day').as('day'))
    .whereRef('plan_cycles.plan_id', '=', 'plans.id')
    .where('plan_cycles.state', '=', 'waiting');
