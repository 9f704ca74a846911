import { defineAction } from '#bot/kit/action.ts';
import { oneOf } from '#bot/kit/fields.ts';

export const referralActions = {
  /** A person's own link and what it has earned. */
  referral: defineAction({ tag: 'y0', fields: {}, permission: 'buy' }),
  referralDesk: defineAction({ tag: 'y1', fields: {}, permission: 'run' }),
  switchReferral: defineAction({ tag: 'y2', fields: { on: oneOf(['off', 'on']) }, permission: 'run' }),
  askReferral: defineAction({ tag: 'y3', fields: {}, permission: 'run' }),
};
