import { defineAction } from '#bot/kit/action.ts';
import { oneOf, order, whole } from '#bot/kit/fields.ts';

export const reviewActions = {
  reviews: defineAction({ tag: 'dv', fields: { page: whole }, permission: 'orders' }),
  review: defineAction({ tag: 'dx', fields: { order }, permission: 'orders' }),
  askDecide: defineAction({ tag: 'dd', fields: { order, as: oneOf(['delivered', 'rejected']) }, permission: 'decide' }),
  askReverse: defineAction({ tag: 'e0', fields: { order }, permission: 'run' }),
  reverseOrder: defineAction({ tag: 'e1', fields: { order }, permission: 'run' }),
};
