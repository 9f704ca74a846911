import { defineAction } from '#bot/kit/action.ts';
import { mobile, oneOf, operator, sim, whole } from '#bot/kit/fields.ts';

/** What the number is asked for. Encoded by index: only append. */
const purposes = ['any', 'offers', 'topup'] as const;
export type Purpose = (typeof purposes)[number];
const purpose = oneOf(purposes);

export const numberActions = {
  askNumber: defineAction({ tag: 'an', fields: { purpose }, permission: 'buy', towardsPurchase: true }),
  number: defineAction({ tag: 'n', fields: { mobile }, permission: 'buy', towardsPurchase: true }),
  numbers: defineAction({ tag: 'ns', fields: { page: whole }, permission: 'buy' }),
  chooseOperator: defineAction({ tag: 'co', fields: { mobile }, permission: 'buy' }),
  setOperator: defineAction({
    tag: 'so',
    fields: { mobile, operator, purpose },
    permission: 'buy',
    towardsPurchase: true,
  }),
  chooseSim: defineAction({ tag: 'cs', fields: { mobile }, permission: 'buy' }),
  setSim: defineAction({ tag: 'ss', fields: { mobile, sim, purpose }, permission: 'buy', towardsPurchase: true }),
  saved: defineAction({ tag: 'sv', fields: { mobile }, permission: 'buy' }),
  label: defineAction({ tag: 'lb', fields: { mobile }, permission: 'buy' }),
  unlabel: defineAction({ tag: 'ul', fields: { mobile }, permission: 'buy' }),
  forget: defineAction({ tag: 'fg', fields: { mobile }, permission: 'buy' }),
};
