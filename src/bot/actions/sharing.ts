import { defineAction } from '#bot/core/action.ts';
import { mobile, operator, optional, sim, type, whole } from '#bot/core/fields.ts';

/** Each shows a start link to the screen that the button stands on. */
export const sharingActions = {
  shelfLink: defineAction({
    tag: 'yc',
    fields: { type, operator, sim, category: optional(whole), sub: optional(whole), mobile: optional(mobile) },
    permission: 'buy',
  }),
  productLink: defineAction({ tag: 'yg', fields: { id: whole }, permission: 'buy' }),
  offersLink: defineAction({ tag: 'yn', fields: { mobile }, permission: 'buy' }),
};
