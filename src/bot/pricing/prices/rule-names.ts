import type { Parts } from '#bot/parts.ts';
import type { RuleScope } from '#shop/pricing/prices/price-rules.ts';
import type { PromoCode } from '#shop/pricing/prices/promo-codes.ts';

type Target = Pick<RuleScope | PromoCode, 'target' | 'targetId'>;

/** Names of the people and levels that rules are for, by `person 5` or `tier 2`. */
export type Names = ReadonlyMap<string, string>;

export const nameKey = ({ target, targetId }: Target): string => `${target} ${targetId}`;

export const nameIn = (names: Names, rule: Target): string | null =>
  names.get(nameKey(rule)) ?? (rule.targetId === null ? null : String(rule.targetId));

export const createRuleNames =
  ({ people, tiers }: Parts) =>
  async (targets: readonly Target[]): Promise<Names> => {
    const ids = targets.flatMap(({ target, targetId }) => (target === 'person' && targetId !== null ? [targetId] : []));
    const [persons, levels] = await Promise.all([people.names([...new Set(ids)]), tiers.list()]);
    return new Map([
      ...[...persons].map(([targetId, name]) => [nameKey({ target: 'person', targetId }), name] as const),
      ...levels.map(({ id, name }) => [nameKey({ target: 'tier', targetId: id }), name] as const),
    ]);
  };
