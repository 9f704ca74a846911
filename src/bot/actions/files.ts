import { type Action, defineAction } from '#bot/kit/action.ts';
import { oneOf, whole } from '#bot/kit/fields.ts';
import type { FileSource } from '#bot/kit/request.ts';
import { presets } from '#domain/period.ts';

const of = oneOf(['orders', 'money', 'plans']);
const period = oneOf(presets);

export const fileActions = {
  periods: defineAction({ tag: 'fp', fields: { of }, permission: 'buy', whilePaused: true }),
  file: defineAction({ tag: 'ff', fields: { of, period }, permission: 'buy', whilePaused: true }),
  askPeriod: defineAction({ tag: 'fk', fields: { of }, permission: 'buy', whilePaused: true }),
  shopPeriods: defineAction({ tag: 'dfp', fields: {}, permission: 'reports' }),
  shopFile: defineAction({ tag: 'dff', fields: { period }, permission: 'reports' }),
  askShopPeriod: defineAction({ tag: 'dfk', fields: {}, permission: 'reports' }),
  paymentPeriods: defineAction({ tag: 'mfp', fields: {}, permission: 'reports' }),
  paymentFile: defineAction({ tag: 'mff', fields: { period }, permission: 'reports' }),
  askPaymentPeriod: defineAction({ tag: 'mfk', fields: {}, permission: 'reports' }),
  personPeriods: defineAction({ tag: 'dwp', fields: { person: whole }, permission: 'run' }),
  personFile: defineAction({ tag: 'dwf', fields: { person: whole, period }, permission: 'run' }),
  askPersonPeriod: defineAction({ tag: 'dwk', fields: { person: whole }, permission: 'run' }),
};

export function periodsAction(book: FileSource): Action {
  if (typeof book !== 'string') return fileActions.personPeriods({ person: book.id });
  if (book === 'payments') return fileActions.paymentPeriods();
  return book === 'shop' ? fileActions.shopPeriods() : fileActions.periods({ of: book });
}
