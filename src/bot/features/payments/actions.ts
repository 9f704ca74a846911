import { paymentMethods } from '../../../domain/payment.ts';
import { defineAction } from '../../core/action.ts';
import { oneOf, order, payment, whole } from '../../core/fields.ts';

const method = oneOf(paymentMethods);

export const paymentActions = {
  /** Pays what the wallet lacks for an order. */
  pay: defineAction({ tag: 'py', fields: { order }, permission: 'buy' }),
  payOrderBy: defineAction({ tag: 'mp', fields: { method, order }, permission: 'buy' }),
  addMoney: defineAction({ tag: 'ma', fields: {}, permission: 'buy' }),
  askMoney: defineAction({ tag: 'mo', fields: {}, permission: 'buy' }),
  payAmount: defineAction({ tag: 'mm', fields: { amount: whole }, permission: 'buy' }),
  payAmountBy: defineAction({ tag: 'mb', fields: { method, amount: whole }, permission: 'buy' }),
  askTrackingCode: defineAction({ tag: 'mt', fields: { payment }, permission: 'buy' }),
  cancelTransfer: defineAction({ tag: 'mc', fields: { payment }, permission: 'buy' }),
};
