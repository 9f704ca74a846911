import { defineAction } from '#bot/kit/action.ts';
import { oneOf } from '#bot/kit/fields.ts';
import { onlineMethods } from '#domain/payment.ts';

const method = oneOf(onlineMethods);

/** Where the owner of an agent's bot enters merchants of their own. */
export const merchantActions = {
  merchants: defineAction({ tag: 'g3', fields: {}, permission: 'run' }),
  askMerchant: defineAction({ tag: 'g4', fields: { method }, permission: 'run' }),
  askRemoveMerchant: defineAction({ tag: 'gh', fields: { method }, permission: 'run' }),
  removeMerchant: defineAction({ tag: 'g5', fields: { method }, permission: 'run' }),
};
