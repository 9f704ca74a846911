import { defineAction } from '#bot/kit/action.ts';
import { digest, oneOf, operator, optional, order, sim, whole } from '#bot/kit/fields.ts';
import { units } from '#domain/money.ts';

export const bulkActions = {
  /** What is missing for its first section that waits, or the table. */
  bulk: defineAction({ tag: 'b', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  /** The table, although something is missing. */
  bulkTable: defineAction({ tag: 'ba', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  /** The sections, to give one of them something else. */
  bulkSections: defineAction({ tag: 'bo', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  bulkItem: defineAction({
    tag: 'bi',
    fields: { batch: order, id: whole, amount: optional(whole), bought: oneOf(['no', 'yes']) },
    permission: 'sell',
    towardsPurchase: true,
  }),
  /** Carries a digest of the list, so that an old message cannot confirm a newer list. */
  bulkConfirm: defineAction({
    tag: 'bc',
    fields: { batch: order, table: digest },
    permission: 'sell',
    answersWithToast: true,
  }),
  bulkCancel: defineAction({ tag: 'bx', fields: { batch: order }, permission: 'sell' }),
  bulkRetry: defineAction({ tag: 'br', fields: { batch: order }, permission: 'sell' }),
  /** The choices for one section. */
  bulkSection: defineAction({
    tag: 'bs',
    fields: { batch: order, operator, sim },
    permission: 'sell',
    towardsPurchase: true,
  }),
  /** The same for TD-LTE numbers, which all are of one operator. */
  bulkTdlteSection: defineAction({
    tag: 'bst',
    fields: { batch: order, sim },
    permission: 'sell',
    towardsPurchase: true,
  }),
  bulkRows: defineAction({ tag: 'bl', fields: { batch: order, page: whole }, permission: 'sell' }),
  bulkRow: defineAction({ tag: 'bw', fields: { batch: order, row: whole }, permission: 'sell', towardsPurchase: true }),
  /** Without an item: as the others of its section. */
  bulkRowItem: defineAction({
    tag: 'bwi',
    fields: { batch: order, row: whole, id: optional(whole), amount: optional(whole) },
    permission: 'sell',
    towardsPurchase: true,
  }),
  bulkRowOperator: defineAction({
    tag: 'bwo',
    fields: { batch: order, row: whole, operator },
    permission: 'sell',
    towardsPurchase: true,
  }),
  /** What the amounts are in that name no unit. */
  bulkUnit: defineAction({
    tag: 'bu',
    fields: { batch: order, unit: oneOf(units) },
    permission: 'sell',
    towardsPurchase: true,
  }),
  bulkRowOut: defineAction({
    tag: 'bwx',
    fields: { batch: order, row: whole, out: oneOf(['no', 'yes']) },
    permission: 'sell',
    towardsPurchase: true,
  }),
  /** All wrong rows as one text to correct, or all of them left out. */
  bulkFix: defineAction({
    tag: 'bw2',
    fields: { batch: order, out: oneOf(['no', 'yes']) },
    permission: 'sell',
    towardsPurchase: true,
  }),
  /** The seller types a promo code for the list. */
  bulkPromo: defineAction({ tag: 'bp', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  bulkDropPromo: defineAction({ tag: 'bq', fields: { batch: order }, permission: 'sell', towardsPurchase: true }),
  bulkFile: defineAction({ tag: 'bf', fields: { batch: order }, permission: 'sell' }),
};
