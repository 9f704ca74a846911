import { defineAction } from '#bot/kit/action.ts';
import { bankCode, oneOf, order, payment, whole } from '#bot/kit/fields.ts';
import { paymentMethods } from '#domain/payment.ts';

const method = oneOf(paymentMethods);

export const paymentActions = {
  /** Pays what the wallet lacks for an order. */
  pay: defineAction({ tag: 'py', fields: { order }, permission: 'buy' }),
  payOrderBy: defineAction({ tag: 'mp', fields: { method, order }, permission: 'buy' }),
  /** While paused too: a debt must be payable. */
  addMoney: defineAction({ tag: 'ma', fields: {}, permission: 'buy', whilePaused: true }),
  askMoney: defineAction({ tag: 'mo', fields: {}, permission: 'buy', whilePaused: true }),
  payAmount: defineAction({ tag: 'mm', fields: { amount: whole }, permission: 'buy', whilePaused: true }),
  payAmountBy: defineAction({ tag: 'mb', fields: { method, amount: whole }, permission: 'buy', whilePaused: true }),
  askTrackingCode: defineAction({ tag: 'mt', fields: { payment }, permission: 'buy', whilePaused: true }),
  /** Of a transfer or of any other payment. */
  cancelTransfer: defineAction({ tag: 'mc', fields: { payment }, permission: 'buy', whilePaused: true }),
  openPayments: defineAction({ tag: 'mw', fields: { page: whole }, permission: 'buy', whilePaused: true }),
  openPayment: defineAction({ tag: 'mv', fields: { payment }, permission: 'buy', whilePaused: true }),
  /** A photo or a file that answered no question: asks which transfer it is the slip of. */
  askSlip: defineAction({ tag: 'my', fields: { file: whole }, permission: 'buy', whilePaused: true }),
  sendSlip: defineAction({ tag: 'myp', fields: { file: whole, payment }, permission: 'buy', whilePaused: true }),
  /** Of a transfer that nobody asked for. */
  sendSlipOf: defineAction({
    tag: 'mya',
    fields: { file: whole, amount: whole },
    permission: 'buy',
    whilePaused: true,
  }),
  /** Digits that may be the code of a transfer, or something else. */
  sendCode: defineAction({ tag: 'myc', fields: { payment, code: bankCode }, permission: 'buy', whilePaused: true }),
};
