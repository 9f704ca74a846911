import { defineAction } from '../../core/action.ts';
import { order } from '../../core/fields.ts';

export const paymentActions = {
  pay: defineAction({ tag: 'py', fields: { order }, permission: 'buy' }),
};
