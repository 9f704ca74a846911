import { defineAction } from '#bot/kit/action.ts';
import { oneOf, operator, optional, order, type, whole } from '#bot/kit/fields.ts';
import { priceTargets } from '#domain/price.ts';
import { ruleStarts } from '#shop/pricing/prices/price-rules.ts';

/** Encoded by index, so it only grows at its end. */
const ruleKinds = ['discount', 'fee'] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Each step adds a field: target, operator, type, discount or fee. */
const ofTarget = { target: oneOf(priceTargets), id: optional(whole) } as const;
const ofOperator = { ...ofTarget, operator: optional(operator) } as const;
const ofType = { ...ofOperator, type: optional(type) } as const;
const person = whole;
const tier = whole;

export const priceActions = {
  prices: defineAction({ tag: 'v', fields: { page: whole }, permission: 'run' }),
  commission: defineAction({ tag: 'vc', fields: {}, permission: 'run' }),
  personPrices: defineAction({ tag: 'vu', fields: { person }, permission: 'run' }),
  rule: defineAction({ tag: 'vr', fields: { rule: whole }, permission: 'run' }),
  endRule: defineAction({ tag: 've', fields: { rule: whole }, permission: 'run' }),
  addRule: defineAction({ tag: 'va', fields: {}, permission: 'run' }),
  ruleOperator: defineAction({ tag: 'vo', fields: { ...ofTarget }, permission: 'run' }),
  ruleType: defineAction({ tag: 'vp', fields: { ...ofOperator }, permission: 'run' }),
  ruleKind: defineAction({ tag: 'vk', fields: { ...ofType }, permission: 'run' }),
  askPercent: defineAction({ tag: 'vq', fields: { ...ofType, kind: oneOf(ruleKinds) }, permission: 'run' }),
  /** The percentage and the name do not fit in a button: they are in a stored draft. */
  saveRule: defineAction({ tag: 'vs', fields: { draft: order, from: oneOf(ruleStarts) }, permission: 'run' }),
  /** Asked once more, because it sells below cost or for nothing. */
  saveAtLoss: defineAction({ tag: 'vx', fields: { draft: order, from: oneOf(ruleStarts) }, permission: 'run' }),
  tiers: defineAction({ tag: 'vg', fields: {}, permission: 'run' }),
  tier: defineAction({ tag: 'vh', fields: { tier }, permission: 'run' }),
  askTier: defineAction({ tag: 'vi', fields: {}, permission: 'run' }),
  askTurnover: defineAction({ tag: 'vj', fields: { tier }, permission: 'run' }),
  askRenameTier: defineAction({ tag: 'vl', fields: { tier }, permission: 'run' }),
  askEndTier: defineAction({ tag: 'vt', fields: { tier }, permission: 'run' }),
  endTier: defineAction({ tag: 'vz', fields: { tier }, permission: 'run' }),
  agentTier: defineAction({ tag: 'vm', fields: { person }, permission: 'run' }),
  assignTier: defineAction({ tag: 'vn', fields: { person, tier: optional(tier) }, permission: 'run' }),
};
