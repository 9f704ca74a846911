import { readSchedule, type Schedule, writeSchedule } from '../../../domain/schedule.ts';
import { defineAction } from '../../core/action.ts';
import { type Field, oneOf, order, whole } from '../../core/fields.ts';

const schedule: Field<Schedule> = {
  write: writeSchedule,
  read: (text) => readSchedule(text) ?? undefined,
};
/** As long as an order's id. */
const plan = order;
/** The same thing again, or what was bought last by then. */
const follows = oneOf(['same', 'last']);
const reading = { permission: 'buy', whilePaused: true } as const;

export const planActions = {
  plans: defineAction({ tag: 'ka', fields: { page: whole }, ...reading }),
  plan: defineAction({ tag: 'kb', fields: { plan }, ...reading }),
  planCycles: defineAction({ tag: 'kr', fields: { plan, page: whole }, ...reading }),
  /** For a seller: what is bought on a day. */
  plansOfDay: defineAction({ tag: 'ks', fields: { day: whole, page: whole }, ...reading }),
  newPlan: defineAction({ tag: 'kf', fields: {}, permission: 'buy' }),
  planOrder: defineAction({ tag: 'kc', fields: { order, follows }, permission: 'buy' }),
  planWhen: defineAction({ tag: 'kd', fields: { order, follows, schedule }, permission: 'buy' }),
  makePlan: defineAction({ tag: 'ke', fields: { order, follows, schedule, ceiling: whole }, permission: 'buy' }),
  skipCycle: defineAction({ tag: 'kg', fields: { plan, day: whole }, permission: 'buy' }),
  stopPlan: defineAction({ tag: 'kh', fields: { plan }, ...reading }),
  resumePlan: defineAction({ tag: 'ki', fields: { plan }, permission: 'buy' }),
  changePlan: defineAction({ tag: 'kj', fields: { plan }, permission: 'buy' }),
  planSchedules: defineAction({ tag: 'kk', fields: { plan }, permission: 'buy' }),
  setPlanSchedule: defineAction({ tag: 'kl', fields: { plan, schedule }, permission: 'buy' }),
  planCeilings: defineAction({ tag: 'km', fields: { plan }, permission: 'buy' }),
  setPlanCeiling: defineAction({ tag: 'kn', fields: { plan, ceiling: whole }, permission: 'buy' }),
  planItems: defineAction({ tag: 'kp', fields: { plan }, permission: 'buy' }),
  setPlanItem: defineAction({ tag: 'kq', fields: { plan, order, follows }, permission: 'buy' }),
};
