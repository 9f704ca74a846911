import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import type { Parts } from '#bot/parts.ts';
import type { PriceTarget } from '#domain/price.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';
import type { RuleScope } from '#shop/pricing/prices/price-rules.ts';
import type { PromoCode } from '#shop/pricing/prices/promo-codes.ts';

export interface SpokenRule {
  readonly target: PriceTarget;
  readonly operatorId: OperatorId | null;
  readonly productType: ProductType | null;
  readonly basisPoints: number;
}

/** The target; `name` of the person or the level. */
export const audienceWords = (format: Formatter, target: PriceTarget, name: string | null): string =>
  target === 'person' || target === 'tier' ? untrusted(name ?? '', 24) : format.plain(`price-for-${target}`);

/** Which operator and type a rule is for. */
export function whatWords(format: Formatter, { operatorId, productType }: Omit<SpokenRule, 'basisPoints' | 'target'>) {
  const parts = [
    ...(operatorId === null ? [] : [format.operator(operatorId)]),
    ...(productType === null ? [] : [format.plain(`price-type-${productType}`)]),
  ];
  return parts.length === 0 ? format.plain('price-everything') : parts.join(' · ');
}

/** How much, in words: a discount, a fee, or the gateway's commission. */
export function pointsWords(format: Formatter, { target, basisPoints }: Pick<SpokenRule, 'target' | 'basisPoints'>) {
  const percent = format.percent(Math.abs(basisPoints));
  if (target === 'gateway') return format.plain('price-commission', { percent });
  return format.plain(basisPoints > 0 ? 'price-discount' : 'price-fee', { percent });
}

/** For a button: the percentage first, then target and scope. */
export const ruleLabel = (format: Formatter, rule: SpokenRule, name: string | null): string =>
  [
    `${rule.basisPoints > 0 ? '▼' : '▲'} ${format.percent(Math.abs(rule.basisPoints))}`,
    ...(rule.target === 'gateway' ? [] : [audienceWords(format, rule.target, name)]),
    whatWords(format, rule),
  ].join(' · ');

/** The whole rule in a sentence. */
export const ruleWords = (format: Formatter, rule: SpokenRule, name: string | null): string =>
  [
    pointsWords(format, rule),
    ...(rule.target === 'gateway' ? [] : [audienceWords(format, rule.target, name)]),
    whatWords(format, rule),
  ].join(' · ');

export const promoLabel = (format: Formatter, { code, value, used }: PromoCode): string =>
  format.plain('promo-row', {
    code,
    value: value.kind === 'percent' ? format.percent(value.points) : format.price(value.amount),
    used,
  });

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
