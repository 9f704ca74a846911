import { defineAction } from '#bot/kit/action.ts';
import { oneOf, whole } from '#bot/kit/fields.ts';
import { settlementCycles } from '#domain/settlement.ts';

/** Nought: every agent without terms of their own. */
const person = whole;

export const settlementActions = {
  settlement: defineAction({ tag: 'z0', fields: { person }, permission: 'run' }),
  settlementDays: defineAction({
    tag: 'z1',
    fields: { person, cycle: oneOf(settlementCycles) },
    permission: 'run',
  }),
  setSettlement: defineAction({
    tag: 'z2',
    fields: { person, cycle: oneOf(settlementCycles), day: whole },
    permission: 'run',
  }),
  settlementGrace: defineAction({ tag: 'z3', fields: { person }, permission: 'run' }),
  setSettlementGrace: defineAction({ tag: 'z4', fields: { person, days: whole }, permission: 'run' }),
  /** Removes a person's own terms: they settle like everyone again. */
  dropSettlement: defineAction({ tag: 'z5', fields: { person }, permission: 'run' }),
};
