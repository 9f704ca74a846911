import { defineAction } from '#bot/kit/action.ts';
import { type Field, oneOf, order, whole } from '#bot/kit/fields.ts';
import { readSchedule, type Schedule, writeSchedule } from '#domain/schedule.ts';

const schedule: Field<Schedule> = {
  write: writeSchedule,
  read: (text) => readSchedule(text) ?? undefined,
};
/** A plan's id has the length of an order's. */
const plan = order;
/** The same thing again, or what was bought last by then. */
const follows = oneOf(['same', 'last']);
const reading = { permission: 'buy', whilePaused: true } as const;

export const planActions = {
  plans: defineAction({ tag: 'za', fields: { page: whole }, ...reading }),
  plan: defineAction({ tag: 'zb', fields: { plan }, ...reading }),
  planCycles: defineAction({ tag: 'zr', fields: { plan, page: whole }, ...reading }),
  /** What is bought on a day, for a seller. */
  plansOfDay: defineAction({ tag: 'zs', fields: { day: whole, page: whole }, ...reading }),
  newPlan: defineAction({ tag: 'zf', fields: {}, permission: 'buy' }),
  planOrder: defineAction({ tag: 'zc', fields: { order, follows }, permission: 'buy' }),
  planWhen: defineAction({ tag: 'zd', fields: { order, follows, schedule }, permission: 'buy' }),
  makePlan: defineAction({ tag: 'ze', fields: { order, follows, schedule, ceiling: whole }, permission: 'buy' }),
  skipCycle: defineAction({ tag: 'zg', fields: { plan, day: whole }, permission: 'buy' }),
  stopPlan: defineAction({ tag: 'zh', fields: { plan }, ...reading }),
  resumePlan: defineAction({ tag: 'zi', fields: { plan }, permission: 'buy' }),
  changePlan: defineAction({ tag: 'zj', fields: { plan }, permission: 'buy' }),
  planSchedules: defineAction({ tag: 'zk', fields: { plan }, permission: 'buy' }),
  setPlanSchedule: defineAction({ tag: 'zl', fields: { plan, schedule }, permission: 'buy' }),
  planCeilings: defineAction({ tag: 'zm', fields: { plan }, permission: 'buy' }),
  setPlanCeiling: defineAction({ tag: 'zn', fields: { plan, ceiling: whole }, permission: 'buy' }),
  planItems: defineAction({ tag: 'zp', fields: { plan }, permission: 'buy' }),
  setPlanItem: defineAction({ tag: 'zq', fields: { plan, order, follows }, permission: 'buy' }),
};
