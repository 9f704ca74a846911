import { defineAction } from '#bot/core/action.ts';
import { mobile, whole } from '#bot/core/fields.ts';

export const topUpActions = {
  topup: defineAction({ tag: 't', fields: { mobile }, permission: 'buy', towardsPurchase: true }),
  amounts: defineAction({ tag: 'ta', fields: { id: whole, mobile }, permission: 'buy', towardsPurchase: true }),
  amount: defineAction({
    tag: 'tn',
    fields: { id: whole, mobile, amount: whole },
    permission: 'buy',
    towardsPurchase: true,
  }),
  askAmount: defineAction({ tag: 'aa', fields: { id: whole, mobile }, permission: 'buy', towardsPurchase: true }),
};
