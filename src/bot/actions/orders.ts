import { defineAction } from '#bot/kit/action.ts';
import { mobile, oneOf, optional, order, sim, sort, whole } from '#bot/kit/fields.ts';
import { historyStates } from '#shop/buying/orders/order-history.ts';

/** Encoded by index: only append. */
export const historyTimes = ['all', 'day', 'week', 'month'] as const;
export type HistoryTime = (typeof historyTimes)[number];
const filter = { state: oneOf(historyStates), time: oneOf(historyTimes) } as const;

export const orderActions = {
  confirm: defineAction({ tag: 'c', fields: { order }, permission: 'buy', answersWithToast: true }),
  cancel: defineAction({ tag: 'x', fields: { order }, permission: 'buy' }),
  /** The buyer says that the number was ported to the package's operator. */
  ported: defineAction({ tag: 'pt', fields: { order }, permission: 'buy', towardsPurchase: true }),
  /** What can be changed before Confirm; `sort`: of the list that the item was chosen from. */
  change: defineAction({ tag: 'ox', fields: { order, sort }, permission: 'buy', towardsPurchase: true }),
  /** The number's SIM card is of this kind: remembered, and the same item of that kind is asked about. */
  switchSim: defineAction({ tag: 'oz', fields: { order, sim }, permission: 'buy', towardsPurchase: true }),
  changeNumber: defineAction({ tag: 'cn', fields: { order }, permission: 'buy', towardsPurchase: true }),
  /** The item of an order that is not confirmed, for another number. */
  renumber: defineAction({ tag: 'rn', fields: { order, mobile }, permission: 'buy', towardsPurchase: true }),
  /** Its top-up, so that just the amount that was named as credit is paid. */
  payExactly: defineAction({ tag: 'px', fields: { order }, permission: 'buy', towardsPurchase: true }),
  /** The same once more; of a retired quote, the one that stands instead. */
  again: defineAction({ tag: 'ag', fields: { order }, permission: 'buy', towardsPurchase: true }),
  /** Carries the page of My orders that it was opened from. */
  order: defineAction({ tag: 'r', fields: { order, page: optional(whole) }, permission: 'buy', whilePaused: true }),
  orders: defineAction({ tag: 'os', fields: { page: whole }, permission: 'buy', whilePaused: true }),
  history: defineAction({
    tag: 'oh',
    fields: { page: whole, ...filter, mobile: optional(mobile) },
    permission: 'buy',
    whilePaused: true,
  }),
  historyOrder: defineAction({
    tag: 'oi',
    fields: { order, page: whole, ...filter, mobile: optional(mobile) },
    permission: 'buy',
    whilePaused: true,
  }),
  askHistoryNumber: defineAction({ tag: 'oa', fields: { ...filter }, permission: 'sell' }),
  share: defineAction({ tag: 'sh', fields: { order }, permission: 'buy', whilePaused: true }),
  /** What is done less often with it, below its receipt. */
  more: defineAction({ tag: 'om', fields: { order }, permission: 'buy', whilePaused: true }),
  picture: defineAction({ tag: 'pc', fields: { order }, permission: 'buy', whilePaused: true }),
};
