import { defineAction } from '../../core/action.ts';
import { digest, oneOf, optional, order, whole } from '../../core/fields.ts';

export const bulkActions = {
  bulk: defineAction({ tag: 'b', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  bulkItem: defineAction({
    tag: 'bi',
    fields: { batch: order, id: whole, amount: optional(whole), bought: oneOf(['no', 'yes']) },
    permission: 'sell',
    towardsPurchase: true,
  }),
  bulkTopup: defineAction({ tag: 'bt', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  /** With a digest of the list, so that an old message cannot confirm a newer list. */
  bulkConfirm: defineAction({
    tag: 'bc',
    fields: { batch: order, table: digest },
    permission: 'sell',
    answersWithToast: true,
  }),
  bulkCancel: defineAction({ tag: 'bx', fields: { batch: order }, permission: 'sell' }),
  bulkRetry: defineAction({ tag: 'br', fields: { batch: order }, permission: 'sell' }),
};
