import { defineAction } from '#bot/kit/action.ts';
import { oneOf, whole } from '#bot/kit/fields.ts';
import { customerSorts } from '#shop/people/people/customers.ts';

const person = whole;

/** A person's page is `agentActions.agent`, for customers and agents alike. */
export const customerActions = {
  customers: defineAction({ tag: 'ka', fields: { sort: oneOf(customerSorts), page: whole }, permission: 'people' }),
  askFindCustomer: defineAction({ tag: 'kb', fields: {}, permission: 'people' }),
  personOrders: defineAction({ tag: 'kc', fields: { person, page: whole }, permission: 'orders' }),
  notes: defineAction({ tag: 'kd', fields: { person, page: whole }, permission: 'notes' }),
  askNote: defineAction({ tag: 'ke', fields: { person }, permission: 'notes' }),
  removeNote: defineAction({ tag: 'kf', fields: { person, note: whole }, permission: 'notes' }),
  askMessage: defineAction({ tag: 'kg', fields: { person }, permission: 'message' }),
};
