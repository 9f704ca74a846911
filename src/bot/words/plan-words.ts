import type { Formatter } from '#bot/kit/formatter.ts';
import { seenLength, shownLength, shownName, truncateLabel, whoseLength } from '#bot/kit/row-label.ts';
import { type Day, startOf } from '#domain/calendar.ts';
import { unspacedMobile } from '#domain/phone.ts';
import type { Schedule } from '#domain/schedule.ts';
import type { Plan, PlanCycle } from '#shop/returning/plans/plan.ts';
import type { PlannedThing } from '#shop/returning/plans/plan-queries.ts';
import { boughtTitle, untrustedTitle } from './item-title.ts';
import { numberLine } from './number-screens.ts';

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

/** A plan on a button, so that a phone shows its day too. Null: all rows have the same day, as those that are paused have none. */
export function planRow(format: Formatter, { plan, label, buys }: NamedPlan, on: Day | null): string {
  const sign = signOf(plan);
  const day = on !== null && plan.state === 'active' ? format.shortDay(startOf(on)) : null;
  const room = shownLength(1) - seenLength(`${sign}  · ${day === null ? '' : ` · ${day}`}`);
  const number = unspacedMobile(plan.mobile);
  const whose = label ?? (day === null ? number : `…${number.slice(-4)}`);
  const least = Math.min(seenLength(whose), day === null ? whoseLength : shownName);
  const what = plan.item.kind === 'last' ? format.plain('plan-last') : boughtTitle(format, buys, room - least);
  const row = { sign, what, whose: truncateLabel(whose, Math.max(least, room - seenLength(what))) };
  return day === null ? format.plain('plan-row', row) : format.plain('plan-row-day', { ...row, day });
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
