import type { Formatter } from '#bot/core/formatter.ts';
import { boughtTitle, untrustedTitle } from '#bot/core/item-title.ts';
import { seenLength, shownLength, truncateLabel, whoseLength } from '#bot/core/row-label.ts';
import { numberLine } from '#bot/features/numbers/screens.ts';
import { type Day, startOf } from '#domain/calendar.ts';
import { spokenMobile } from '#domain/phone.ts';
import type { Schedule } from '#domain/schedule.ts';
import type { Plan, PlanCycle } from '#shop/plans/plan.ts';
import type { PlannedThing } from '#shop/plans/plan-queries.ts';

export interface NamedPlan {
  readonly plan: Plan;
  /** The saved name of the plan's number. */
  readonly label: string | null;
  readonly buys: PlannedThing;
}

export const scheduleText = (format: Formatter, schedule: Schedule): string =>
  schedule.every === 'days'
    ? format.plain('schedule-days', { days: schedule.count })
    : format.plain(`schedule-${schedule.calendar}`, { date: schedule.date });

const signOf = ({ state }: Pick<Plan, 'state'>): string => ({ active: '🔁', paused: '⏸', stopped: '⏹' })[state];

/** A plan on a button, in the order of an order's row. */
export function planRow(format: Formatter, { plan, label, buys }: NamedPlan, on: Day): string {
  const day = plan.state === 'active' ? format.day(startOf(on)) : format.plain('plan-row-paused');
  const sign = signOf(plan);
  const room = shownLength(1) - seenLength(`${sign}  · `);
  const whose = label ?? spokenMobile(plan.mobile).replaceAll(' ', '');
  const what =
    plan.item.kind === 'last'
      ? format.plain('plan-last')
      : boughtTitle(format, buys, room - Math.min(seenLength(whose), whoseLength));
  return format.plain('plan-row', { sign, what, whose: truncateLabel(whose, room - seenLength(what)), day });
}

/** What, for which number, how often and for how much at most. */
export function planFacts(format: Formatter, { plan, label, buys }: NamedPlan): (string | null)[] {
  const what = untrustedTitle(format, buys);
  return [
    numberLine(format, plan.mobile, label),
    plan.item.kind === 'last'
      ? format.html('plan-last-now', { what })
      : format.html('line', { text: { html: `<b>${format.html('line', { text: what })}</b>` } }),
    format.html('line', { text: scheduleText(format, plan.schedule) }),
    format.html('plan-price', { price: format.money(buys.charge), ceiling: format.money(plan.ceiling) }),
  ];
}

export const dayText = (format: Formatter, day: number): string => format.date(startOf(day));

/** What became of a cycle. */
export function cycleText(format: Formatter, { state, problem }: Pick<PlanCycle, 'state' | 'problem'>): string {
  const end = state === 'skipped' ? (problem ?? 'late') : state;
  return format.plain(`cycle-${end}`);
}
