import { defineAction } from '#bot/kit/action.ts';
import { mobile, optional, order, whole } from '#bot/kit/fields.ts';

export const lookupActions = {
  /** The latest orders of the shop. */
  latest: defineAction({ tag: 'dlo', fields: {}, permission: 'orders' }),
  askFind: defineAction({ tag: 'df', fields: {}, permission: 'orders' }),
  /** Carries the number and the page that it was opened from. */
  found: defineAction({ tag: 'dj', fields: { order, mobile: optional(mobile), page: whole }, permission: 'orders' }),
  numberOrders: defineAction({ tag: 'dk', fields: { mobile, page: whole }, permission: 'orders' }),
};
