import type { PriceTarget } from '../../../domain/price.ts';
import type { OperatorId, ProductType } from '../../../domain/product.ts';
import type { RuleDraft, RuleScope } from '../../../shop/prices/price-rules.ts';
import { failureReply } from '../../core/failure.ts';
import { defineFeature, type Feature, type Handlers } from '../../core/feature.ts';
import { promptScreen } from '../../core/navigation.ts';
import type { BotRequest, Reply } from '../../core/request.ts';
import type { Services } from '../../core/services.ts';
import { agentActions } from '../agents/actions.ts';
import { priceActions } from './actions.ts';
import {
  createPriceQuestions,
  percentQuestion,
  renameTierQuestion,
  tierQuestion,
  turnoverQuestion,
} from './questions.ts';
import {
  askPercentScreen,
  commissionScreen,
  type Names,
  nameKey,
  personPricesScreen,
  previewScreen,
  pricesScreen,
  ruleAudienceScreen,
  ruleKindScreen,
  ruleOperatorScreen,
  ruleScreen,
  ruleTypeScreen,
} from './screens.ts';
import { agentTierScreen, endTierScreen, tierScreen, tiersScreen } from './tier-screens.ts';

type PricesServices = Pick<Services, 'now' | 'people' | 'priceRules' | 'pricePreview' | 'tiers'>;

const gateway = { target: 'gateway', targetId: null } as const;

const scopeOf = (fields: {
  readonly target: PriceTarget;
  readonly id: number | null;
  readonly operator?: OperatorId | null;
  readonly type?: ProductType | null;
}): RuleScope => ({
  target: fields.target,
  targetId: fields.id,
  operatorId: fields.operator ?? null,
  productType: fields.type ?? null,
});

/** Who pays what: rules, levels of agents and the gateway's commission. */
export function createPricesFeature({ now, people, priceRules, pricePreview, tiers }: PricesServices): Feature {
  async function namesOf(scopes: readonly Pick<RuleScope, 'target' | 'targetId'>[]): Promise<Names> {
    const ids = scopes.flatMap(({ target, targetId }) => (target === 'person' && targetId !== null ? [targetId] : []));
    const [persons, levels] = await Promise.all([people.names([...new Set(ids)]), tiers.list()]);
    return new Map([
      ...[...persons].map(([targetId, name]) => [nameKey({ target: 'person', targetId }), name] as const),
      ...levels.map(({ id, name }) => [nameKey({ target: 'tier', targetId: id }), name] as const),
    ]);
  }

  const nameOf = async (scope: Pick<RuleScope, 'target' | 'targetId'>): Promise<string | null> =>
    (await namesOf([scope])).get(nameKey(scope)) ?? null;

  async function prices({ format }: BotRequest, page: number): Promise<Reply> {
    const [rules, commission] = await Promise.all([priceRules.list(), priceRules.list(gateway)]);
    const names = await namesOf(rules);
    return { screen: pricesScreen(format, { rules, names, page, known: commission.length > 0 }) };
  }

  async function showPreview({ format }: BotRequest, draft: RuleDraft): Promise<Reply> {
    const [name, preview] = await Promise.all([nameOf(draft), pricePreview.preview(draft)]);
    return { screen: previewScreen(format, { draft, name, preview }) };
  }

  async function rule({ format }: BotRequest, id: number, note: string | null = null): Promise<Reply> {
    const found = await priceRules.find(id);
    if (!found) return failureReply(format, { code: 'price-rule-unknown' }, priceActions.prices({ page: 1 }));
    return { screen: ruleScreen(format, { rule: found, name: await nameOf(found), now: now(), note }) };
  }

  async function tier({ format }: BotRequest, id: number): Promise<Reply> {
    const found = await tiers.find(id);
    if (!found) return failureReply(format, { code: 'tier-unknown' }, priceActions.tiers());
    return {
      screen: tierScreen(format, { tier: found, rules: await priceRules.list({ target: 'tier', targetId: id }) }),
    };
  }

  const handlers: Handlers<typeof priceActions> = {
    prices: (request, { page }) => prices(request, page),
    commission: async ({ format }) => ({ screen: commissionScreen(format, await priceRules.list(gateway)) }),
    personPrices: async ({ format }, { person: id }) => {
      const person = await people.find(id);
      if (!person) return failureReply(format, { code: 'person-unknown' }, agentActions.agents({ page: 1 }));
      const rules = await priceRules.list({ target: 'person', targetId: id });
      return { screen: personPricesScreen(format, { person, rules }) };
    },
    rule: (request, { rule: id }) => rule(request, id),
    endRule: async (request, { rule: id }) => {
      const ended = await priceRules.end(id, request.person.id);
      if (!ended.ok) return failureReply(request.format, ended.error, priceActions.prices({ page: 1 }));
      if (ended.value.target !== 'gateway') return prices(request, 1);
      return { screen: commissionScreen(request.format, await priceRules.list(gateway)) };
    },
    addRule: async ({ format }) => ({ screen: ruleAudienceScreen(format, await tiers.list()) }),
    ruleOperator: async ({ format }, fields) => {
      const scope = scopeOf(fields);
      return { screen: ruleOperatorScreen(format, scope, await nameOf(scope)) };
    },
    ruleType: async ({ format }, fields) => {
      const scope = scopeOf(fields);
      return { screen: ruleTypeScreen(format, scope, await nameOf(scope)) };
    },
    ruleKind: async ({ format }, fields) => {
      const scope = scopeOf(fields);
      return { screen: ruleKindScreen(format, scope, await nameOf(scope)) };
    },
    askPercent: async ({ format }, fields) => {
      const scope = scopeOf(fields);
      const kind = scope.target === 'gateway' ? 'commission' : fields.kind;
      return {
        screen: askPercentScreen(format, scope, { name: await nameOf(scope), kind }),
        question: percentQuestion({ ...scope, kind: scope.target === 'gateway' ? 'discount' : fields.kind }),
      };
    },
    saveRule: async (request, { draft, from }) => {
      const saved = await priceRules.save(draft, request.person.id, from);
      if (!saved.ok) return failureReply(request.format, saved.error, priceActions.prices({ page: 1 }));
      return rule(request, saved.value.id, request.format.html('rule-saved'));
    },
    tiers: async ({ format }) => ({ screen: tiersScreen(format, await tiers.list()) }),
    tier: (request, { tier: id }) => tier(request, id),
    askTier: async ({ format }) => ({
      screen: promptScreen(format, format.html('ask-tier'), priceActions.tiers()),
      question: tierQuestion(),
    }),
    askTurnover: async ({ format }, { tier: id }) => ({
      screen: promptScreen(
        format,
        format.html('ask-turnover', { unit: format.plain(`unit-${format.unit}`) }),
        priceActions.tier({ tier: id }),
      ),
      question: turnoverQuestion({ tier: id }),
    }),
    askRenameTier: async ({ format }, { tier: id }) => ({
      screen: promptScreen(format, format.html('ask-rename-tier'), priceActions.tier({ tier: id })),
      question: renameTierQuestion({ tier: id }),
    }),
    askEndTier: async ({ format }, { tier: id }) => {
      const found = await tiers.find(id);
      if (!found) return failureReply(format, { code: 'tier-unknown' }, priceActions.tiers());
      const rules = await priceRules.list({ target: 'tier', targetId: id });
      return { screen: endTierScreen(format, { tier: found, rules: rules.length }) };
    },
    endTier: async ({ format, person }, { tier: id }) => {
      const ended = await tiers.end(person.id, id);
      if (!ended.ok) return failureReply(format, ended.error, priceActions.tiers());
      return { screen: tiersScreen(format, await tiers.list()) };
    },
    agentTier: async ({ format }, { person: id }) => {
      const person = await people.find(id);
      if (!person) return failureReply(format, { code: 'person-unknown' }, agentActions.agents({ page: 1 }));
      const [all, current] = await Promise.all([tiers.list(), tiers.ofPerson(id)]);
      return { screen: agentTierScreen(format, { person, tiers: all, current }) };
    },
    assignTier: async (request, { person, tier: id }) => {
      const assigned = await tiers.assign(request.person.id, person, id);
      if (!assigned.ok) return failureReply(request.format, assigned.error, agentActions.agent({ person }));
      return { redirect: agentActions.agent({ person }) };
    },
  };
  return defineFeature(priceActions, handlers, createPriceQuestions({ priceRules, tiers }, showPreview));
}
