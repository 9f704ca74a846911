import { presets } from '../../../domain/period.ts';
import { defineAction } from '../../core/action.ts';
import { oneOf, whole } from '../../core/fields.ts';

const of = oneOf(['orders', 'money']);
const period = oneOf(presets);

export const fileActions = {
  periods: defineAction({ tag: 'fp', fields: { of }, permission: 'buy', whilePaused: true }),
  file: defineAction({ tag: 'ff', fields: { of, period }, permission: 'buy', whilePaused: true }),
  askPeriod: defineAction({ tag: 'fk', fields: { of }, permission: 'buy', whilePaused: true }),
  shopPeriods: defineAction({ tag: 'dfp', fields: {}, permission: 'run' }),
  shopFile: defineAction({ tag: 'dff', fields: { period }, permission: 'run' }),
  askShopPeriod: defineAction({ tag: 'dfk', fields: {}, permission: 'run' }),
  paymentPeriods: defineAction({ tag: 'mfp', fields: {}, permission: 'run' }),
  paymentFile: defineAction({ tag: 'mff', fields: { period }, permission: 'run' }),
  askPaymentPeriod: defineAction({ tag: 'mfk', fields: {}, permission: 'run' }),
  personPeriods: defineAction({ tag: 'dwp', fields: { person: whole }, permission: 'run' }),
  personFile: defineAction({ tag: 'dwf', fields: { person: whole, period }, permission: 'run' }),
  askPersonPeriod: defineAction({ tag: 'dwk', fields: { person: whole }, permission: 'run' }),
};
