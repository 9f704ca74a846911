import { periodsAction } from '#bot/actions/files.ts';
import { homeActions } from '#bot/actions/home.ts';
import { orderActions } from '#bot/actions/orders.ts';
import { planActions } from '#bot/actions/plans.ts';
import type { Action } from '#bot/kit/action.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { withCheckMark } from '#bot/kit/navigation.ts';
import { fitting, key, page } from '#bot/kit/page.ts';
import { type Button, button, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { orderRow } from '#bot/words/history-screen.ts';
import { factsOf } from '#bot/words/order-screen.ts';
import { cycleText, dayText, type NamedPlan, planFacts, planRow, scheduleText } from '#bot/words/plan-words.ts';
import type { Day } from '#domain/calendar.ts';
import type { Rials } from '#domain/money.ts';
import type { Schedule } from '#domain/schedule.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import type { Plan, PlanCycle } from '#shop/returning/plans/plan.ts';
import type { CycleWithOrder, ListedPlan } from '#shop/returning/plans/plan-queries.ts';

interface PlansData<Listed extends NamedPlan = NamedPlan> {
  readonly plans: readonly Listed[];
  readonly page: number;
  readonly more: boolean;
}

interface ComingPlan extends NamedPlan {
  readonly plan: ListedPlan;
}

export function plansScreen(format: Formatter, { plans, ...turn }: PlansData<ComingPlan>): Screen {
  return page(format, {
    text: [format.html('plans-title'), '', format.html(plans.length === 0 ? 'plans-none' : 'plans-hint')],
    keys: plans.map((one) => planKey(format, one, one.plan.comingDay)),
    turn: { ...turn, to: (page) => planActions.plans({ page }) },
    foot: [[key('key-new-plan', planActions.newPlan()), plans.length > 0 && key('key-file', periodsAction('plans'))]],
    back: homeActions.settings(),
  });
}

const planKey = (format: Formatter, named: NamedPlan, day: Day | null): Button =>
  button(planRow(format, named, day), planActions.plan({ plan: named.plan.id }));

/** What is bought on a day, for a seller. */
export const plansOfDayScreen = (format: Formatter, day: Day, { plans, ...turn }: PlansData): Screen =>
  page(format, {
    text: [format.html('plans-of-day', { day: dayText(format, day) }), '', format.html('plans-hint')],
    keys: plans.map((one) => planKey(format, one, null)),
    turn: { ...turn, to: (page) => planActions.plansOfDay({ day, page }) },
    back: planActions.plans({ page: 1 }),
  });

interface PlanData extends NamedPlan {
  /** Announced, and not bought yet. */
  readonly open: PlanCycle | null;
  readonly note?: string | null;
  /** What it costs now, as far as that is known. */
  readonly price: Rials;
}

export function planScreen(format: Formatter, { open, note = null, price, ...named }: PlanData): Screen {
  const { plan } = named;
  const isActive = plan.state === 'active';
  const id = plan.id;
  const next = open?.day ?? plan.nextDay;
  return page(format, {
    note,
    text: [
      format.html(titleKey(plan)),
      '',
      ...planFacts(format, named),
      price > plan.ceiling && plan.state !== 'stopped' && format.html('plan-limit-low', { price: format.money(price) }),
      '',
      isActive && format.html('plan-next', { day: dayText(format, next) }),
      open?.problem && format.html(`plan-waits-${open.problem}`),
    ],
    keys: [
      isActive
        ? [
            key('key-skip-cycle', planActions.skipCycle({ plan: id, day: next })),
            key('key-change-plan', planActions.changePlan({ plan: id })),
          ]
        : key('key-resume-plan', planActions.resumePlan({ plan: id })),
      [
        plan.state !== 'stopped' && key('key-stop-plan', planActions.stopPlan({ plan: id })),
        key('key-plan-orders', planActions.planCycles({ plan: id, page: 1 })),
      ],
    ],
    back: planActions.plans({ page: 1 }),
  });
}

const titleKey = ({ state, why }: Plan): string => {
  if (state === 'active') return 'plan-title';
  if (state === 'stopped') return 'plan-stopped';
  return why === 'skips' ? 'plan-paused-skips' : 'plan-paused-person';
};

interface CyclesData extends NamedPlan {
  readonly cycles: readonly CycleWithOrder[];
  readonly page: number;
  readonly more: boolean;
}

/** Orders are buttons; cycles without an order are lines. */
export function planCyclesScreen(format: Formatter, { cycles, page: at, more, ...named }: CyclesData): Screen {
  const { plan } = named;
  const without = cycles.filter(({ order }) => order === null);
  return page(format, {
    text: [
      format.html('plan-orders-title'),
      '',
      ...planFacts(format, named),
      '',
      cycles.length === 0 && format.html('plan-orders-none'),
      ...without.map((cycle) =>
        format.html('plan-cycle', { day: dayText(format, cycle.day), what: cycleText(format, cycle) }),
      ),
    ],
    keys: cycles.flatMap(({ order }) =>
      order === null
        ? []
        : [newMessageButton(orderRow(format, order, null), orderActions.order({ order: order.id, page: null }))],
    ),
    turn: { page: at, more, to: (page) => planActions.planCycles({ plan: plan.id, page }) },
    back: planActions.plan({ plan: plan.id }),
  });
}

export const newPlanScreen = (format: Formatter, orders: readonly Order[]): Screen =>
  page(format, {
    text: [format.html('new-plan-title'), '', format.html(orders.length === 0 ? 'new-plan-none' : 'new-plan-hint')],
    keys: orders.map((order) =>
      button(orderRow(format, order), planActions.planOrder({ order: order.id, follows: 'same' })),
    ),
    back: planActions.plans({ page: 1 }),
  });

interface WhenData {
  readonly order: Order;
  readonly label: string | null;
  readonly follows: 'same' | 'last';
  readonly schedules: readonly Schedule[];
}

export function planWhenScreen(format: Formatter, { order, label, follows, schedules }: WhenData): Screen {
  const choice = (one: 'same' | 'last') =>
    button(
      withCheckMark(follows === one, format.plain(`key-plan-${one}`)),
      planActions.planOrder({ order: order.id, follows: one }),
    );
  return page(format, {
    text: [
      format.html('plan-when-title'),
      '',
      ...factsOf(format, order, label),
      '',
      format.html(follows === 'last' ? 'plan-when-last' : 'plan-when-hint'),
    ],
    keys: [
      ...schedules.map((schedule) =>
        button(scheduleText(format, schedule), planActions.planWhen({ order: order.id, follows, schedule })),
      ),
      ...fitting(format, [choice('same'), choice('last')]),
    ],
    back: planActions.plans({ page: 1 }),
  });
}

interface CeilingData {
  readonly title: string;
  readonly facts: readonly (string | null)[];
  readonly price: Rials;
  /** False: it is the last one that is known. */
  readonly isNow: boolean;
  readonly choose: (ceiling: Rials) => Action;
  readonly back: Action;
}

export function ceilingScreen(format: Formatter, { title, facts, price, isNow, choose, back }: CeilingData): Screen {
  const priceLine = format.html(isNow ? 'plan-price-now' : 'plan-price-last', { price: format.money(price) });
  return page(format, {
    text: [title, '', ...facts, '', priceLine, format.html('plan-ceiling-hint')],
    keys: ceilingsFor(price).map((ceiling) =>
      key('key-plan-ceiling', choose(ceiling), { ceiling: format.money(ceiling) }),
    ),
    back,
  });
}

const step = 10_000;

/** The price itself, and some room above it. */
function ceilingsFor(price: Rials): Rials[] {
  const above = [110, 125, 150].map((percent) => Math.ceil((price * percent) / 100 / step) * step);
  return [...new Set([price, ...above])];
}

export const changePlanScreen = (format: Formatter, named: NamedPlan): Screen =>
  page(format, {
    text: [format.html('plan-change-title'), '', ...planFacts(format, named)],
    keys: [
      key('key-plan-schedule', planActions.planSchedules({ plan: named.plan.id })),
      key('key-plan-limit', planActions.planCeilings({ plan: named.plan.id })),
      key('key-plan-item', planActions.planItems({ plan: named.plan.id })),
    ],
    back: planActions.plan({ plan: named.plan.id }),
  });

export const planSchedulesScreen = (format: Formatter, named: NamedPlan, schedules: readonly Schedule[]): Screen =>
  page(format, {
    text: [format.html('plan-change-title'), '', ...planFacts(format, named), '', format.html('plan-when-hint')],
    keys: schedules.map((schedule) =>
      button(scheduleText(format, schedule), planActions.setPlanSchedule({ plan: named.plan.id, schedule })),
    ),
    back: planActions.changePlan({ plan: named.plan.id }),
  });

/** Things that were bought for the number before. */
export const planItemsScreen = (format: Formatter, named: NamedPlan, orders: readonly Order[]): Screen =>
  page(format, {
    text: [format.html('plan-change-title'), '', ...planFacts(format, named), '', format.html('plan-items-hint')],
    keys: [
      ...orders.map((order) =>
        button(
          orderRow(format, order, null),
          planActions.setPlanItem({ plan: named.plan.id, order: order.id, follows: 'same' }),
        ),
      ),
      ...orders
        .slice(0, 1)
        .map(({ id }) =>
          key('key-plan-last', planActions.setPlanItem({ plan: named.plan.id, order: id, follows: 'last' })),
        ),
    ],
    back: planActions.changePlan({ plan: named.plan.id }),
  });
