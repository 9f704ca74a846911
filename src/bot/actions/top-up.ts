import { defineAction } from '#bot/kit/action.ts';
import { mobile, whole } from '#bot/kit/fields.ts';

export const topUpActions = {
  topup: defineAction({ tag: 't', fields: { mobile }, permission: 'buy', towardsPurchase: true }),
  amounts: defineAction({ tag: 'ta', fields: { id: whole, mobile }, permission: 'buy', towardsPurchase: true }),
  /** Top-up of what one pays, VAT included. */
  amount: defineAction({
    tag: 'tn',
    fields: { id: whole, mobile, amount: whole },
    permission: 'buy',
    towardsPurchase: true,
  }),
  /** Top-up of the credit that arrives. */
  credit: defineAction({
    tag: 'tk',
    fields: { id: whole, mobile, credit: whole },
    permission: 'buy',
    towardsPurchase: true,
  }),
  askAmount: defineAction({ tag: 'aa', fields: { id: whole, mobile }, permission: 'buy', towardsPurchase: true }),
};
