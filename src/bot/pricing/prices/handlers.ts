import { agentActions } from '#bot/actions/agents.ts';
import { priceActions, type RuleKind } from '#bot/actions/prices.ts';
import { amountFailure, askAgain, failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { type Formatter, oneLine, truncate } from '#bot/kit/formatter.ts';
import { defineQuestion, notAnAnswer, onAnswer, ownersText } from '#bot/kit/question.ts';
import type { BotRequest, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { isNothing, parseWholeAmount } from '#domain/amount.ts';
import { parsePercent } from '#domain/percent.ts';
import type { PriceTarget } from '#domain/price.ts';
import type { OperatorId, ProductType } from '#domain/product.ts';
import type { RuleDraft, RuleScope, RuleStart } from '#shop/pricing/prices/price-rules.ts';
import { noLosingPrices } from '#shop/running/reports/losses.ts';
import { nameLosses, sellAtLossScreen } from './loss-screens.ts';
import { createRuleNames, nameKey } from './rule-words.ts';
import {
  askPercentScreen,
  backTo,
  commissionScreen,
  factLines,
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

const percentQuestion = defineQuestion<RuleScope & { readonly kind: RuleKind }>('percent');

const nameLength = 40;

/** "1.5 Service": a percentage, then an optional name that stands on the confirm screen. */
function percentAndName(text: string): { points: number; name: string | null } | null {
  const words = oneLine(text).split(' ');
  for (let count = Math.min(2, words.length); count > 0; count -= 1) {
    const points = parsePercent(words.slice(0, count).join(' '));
    if (points === null) continue;
    const name = truncate(words.slice(count).join(' '), nameLength, '');
    return { points, name: name === '' ? null : name };
  }
  return null;
}

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
export function createPricesFeature(parts: Parts): Feature {
  const { losses, now, people, priceRules, pricePreview, supplier, tiers } = parts;
  const namesOf = createRuleNames(parts);

  const nameOf = async (scope: Pick<RuleScope, 'target' | 'targetId'>): Promise<string | null> =>
    (await namesOf([scope])).get(nameKey(scope)) ?? null;

  async function prices({ format }: BotRequest, page: number): Promise<Reply> {
    const [rules, commission, losing] = await Promise.all([
      priceRules.list(),
      priceRules.list(gateway),
      losses.inForce(),
    ]);
    const names = await namesOf(rules);
    return { screen: pricesScreen(format, { rules, names, page, known: commission.length > 0, losing }) };
  }

  const commissionPage = async (format: Formatter): Promise<Reply> => ({
    screen: commissionScreen(format, { rules: await priceRules.list(gateway), isGiven: supplier !== null }),
  });

  async function showPreview({ format }: BotRequest, draft: RuleDraft): Promise<Reply> {
    const [name, preview, draftLosses, losing] = await Promise.all([
      nameOf(draft),
      pricePreview.preview(draft),
      losses.ofDraft(draft),
      draft.target === 'gateway' ? losses.inForce(draft) : noLosingPrices,
    ]);
    const namedLosses = await nameLosses(draftLosses, namesOf);
    return { screen: previewScreen(format, { draft, name, preview, losses: namedLosses, losing }) };
  }

  async function save(request: BotRequest, draft: string, from: RuleStart): Promise<Reply> {
    const saving = await priceRules.save(draft, request.person.id, from);
    if (!saving.ok) return failureReply(request.format, saving.error, priceActions.prices({ page: 1 }));
    return rule(request, saving.value.id, request.format.html('rule-saved'));
  }

  /** Null: it sells at no loss, or was saved before. */
  async function askAboutLoss({ format, person }: BotRequest, id: string, from: RuleStart): Promise<Reply | null> {
    const draft = await priceRules.drafted(id, person.id);
    if (!draft.ok || draft.value.ruleId !== null) return null;
    const namedLosses = await nameLosses(await losses.ofDraft(draft.value), namesOf);
    if (namedLosses.losses.examples.length === 0) return null;
    const facts = factLines(format, draft.value, await nameOf(draft.value));
    const [yes, back] = [priceActions.saveAtLoss({ draft: id, from }), backTo(draft.value)];
    return { screen: sellAtLossScreen(format, { facts, yes, back, ...namedLosses }) };
  }

  async function rule({ format }: BotRequest, id: number, note: string | null = null): Promise<Reply> {
    const price = await priceRules.find(id);
    if (!price) return failureReply(format, { code: 'price-rule-unknown' }, priceActions.prices({ page: 1 }));
    const namedLosses = await nameLosses(await losses.ofRule(price), namesOf);
    return {
      screen: ruleScreen(format, { rule: price, name: await nameOf(price), now: now(), note, losses: namedLosses }),
    };
  }

  async function tier({ format }: BotRequest, id: number): Promise<Reply> {
    const foundTier = await tiers.find(id);
    if (!foundTier) return failureReply(format, { code: 'tier-unknown' }, priceActions.tiers());
    const [rules, losing] = await Promise.all([priceRules.list({ target: 'tier', targetId: id }), losses.inForce()]);
    return { screen: tierScreen(format, { tier: foundTier, rules, losing: losing.rules }) };
  }

  const handlers: Handlers<typeof priceActions> = {
    prices: (request, { page }) => prices(request, page),
    commission: ({ format }) => commissionPage(format),
    personPrices: async ({ format }, { person: id }) => {
      const person = await people.find(id);
      if (!person) return failureReply(format, { code: 'person-unknown' }, agentActions.agents({ page: 1 }));
      const [rules, losing] = await Promise.all([
        priceRules.list({ target: 'person', targetId: id }),
        losses.inForce(),
      ]);
      return { screen: personPricesScreen(format, { person, rules, losing: losing.rules }) };
    },
    rule: (request, { rule: id }) => rule(request, id),
    endRule: async (request, { rule: id }) => {
      const ending = await priceRules.end(id, request.person.id);
      if (!ending.ok) return failureReply(request.format, ending.error, priceActions.prices({ page: 1 }));
      if (ending.value.target !== 'gateway') return prices(request, 1);
      return commissionPage(request.format);
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
    saveRule: async (request, { draft, from }) =>
      (await askAboutLoss(request, draft, from)) ?? save(request, draft, from),
    saveAtLoss: (request, { draft, from }) => save(request, draft, from),
    tiers: async ({ format }) => ({ screen: tiersScreen(format, await tiers.list()) }),
    tier: (request, { tier: id }) => tier(request, id),
    askTier: {
      stored: 'tier',
      text: ({ format }) => format.html('ask-tier'),
      back: () => priceActions.tiers(),
      answer: async (request, text) => {
        const creation = await tiers.create(request.person.id, truncate(oneLine(text), nameLength, ''));
        if (!creation.ok) return failureReply(request.format, creation.error, priceActions.tiers());
        return { redirect: priceActions.tier({ tier: creation.value.id }) };
      },
    },
    askTurnover: {
      stored: 'turnover',
      text: ({ format }) => format.html('ask-turnover', { unit: format.unitName }),
      back: ({ tier }) => priceActions.tier({ tier }),
      answer: async (request, text, { tier }, { again }) => {
        const turnover = isNothing(text) ? null : parseWholeAmount(text, request.person.unit);
        if (turnover === null && !isNothing(text)) return again(amountFailure(text));
        const change = await tiers.setTurnover(request.person.id, tier, turnover);
        if (!change.ok) return failureReply(request.format, change.error, priceActions.tiers());
        return { redirect: priceActions.tier({ tier }) };
      },
    },
    askRenameTier: {
      stored: 'rename-tier',
      text: ({ format }) => format.html('ask-rename-tier'),
      back: ({ tier }) => priceActions.tier({ tier }),
      answer: async (request, text, { tier }, { again }) => {
        const renaming = await tiers.rename(request.person.id, tier, truncate(oneLine(text), nameLength, ''));
        return renaming.ok ? { redirect: priceActions.tier({ tier }) } : again(renaming.error);
      },
    },
    askEndTier: async ({ format }, { tier: id }) => {
      const foundTier = await tiers.find(id);
      if (!foundTier) return failureReply(format, { code: 'tier-unknown' }, priceActions.tiers());
      const rules = await priceRules.list({ target: 'tier', targetId: id });
      return { screen: endTierScreen(format, { tier: foundTier, rules: rules.length }) };
    },
    endTier: async ({ format, person }, { tier: id }) => {
      const ending = await tiers.end(person.id, id);
      if (!ending.ok) return failureReply(format, ending.error, priceActions.tiers());
      return { screen: tiersScreen(format, await tiers.list()) };
    },
    agentTier: async ({ format }, { person: id }) => {
      const person = await people.find(id);
      if (!person) return failureReply(format, { code: 'person-unknown' }, agentActions.agents({ page: 1 }));
      const [all, current] = await Promise.all([tiers.list(), tiers.ofPerson(id)]);
      return { screen: agentTierScreen(format, { person, tiers: all, current }) };
    },
    assignTier: async (request, { person, tier: id }) => {
      const assignment = await tiers.assign(request.person.id, person, id);
      if (!assignment.ok) return failureReply(request.format, assignment.error, agentActions.agent({ person }));
      return { redirect: agentActions.agent({ person }) };
    },
  };
  const typedPercent = onAnswer(
    percentQuestion,
    async (request, input, { target, targetId, operatorId, productType, kind }) => {
      const text = ownersText(request, input);
      if (text === null) return notAnAnswer;
      const terms = percentAndName(text);
      const back = priceActions.prices({ page: 1 });
      if (terms === null) return askAgain(request, { code: 'percent-invalid' }, back);
      const draft = await priceRules.draft(request.idempotencySource, {
        ...{ target, targetId, operatorId, productType },
        by: request.person.id,
        basisPoints: kind === 'fee' ? -terms.points : terms.points,
        name: target === 'gateway' ? null : terms.name,
      });
      return draft.ok ? showPreview(request, draft.value) : failureReply(request.format, draft.error, back);
    },
  );

  return defineFeature(priceActions, handlers, [typedPercent]);
}
