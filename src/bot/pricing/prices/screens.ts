import { adminActions } from '#bot/actions/admin.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { priceActions } from '#bot/actions/prices.ts';
import { promoActions } from '#bot/actions/promo-codes.ts';
import { referralActions } from '#bot/actions/referrals.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { clampPage, pageSize } from '#bot/kit/navigation.ts';
import { fitting, key, page } from '#bot/kit/page.ts';
import { shortTitle, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, inRows, type Screen } from '#bot/kit/screen.ts';
import { soldRow } from '#bot/words/catalogue.ts';
import type { PriceRule } from '#domain/price.ts';
import { operatorIds, productTypes } from '#domain/product.ts';
import type { RuleDraft, RuleScope } from '#shop/pricing/prices/price-rules.ts';
import type { Tier } from '#shop/pricing/prices/tiers.ts';
import type { LosingPrices } from '#shop/running/reports/losses.ts';
import type { PreviewLine } from '#shop/running/reports/price-preview.ts';
import { lossLines, lossMark, type NamedLosses } from './loss-screens.ts';
import {
  audienceWords,
  type Names,
  nameIn,
  nameKey,
  pointsWords,
  promoLabel,
  ruleLabel,
  whatWords,
} from './rule-words.ts';

/** `losing`: the rules that sell below cost or for nothing. */
export const ruleKeys = (
  format: Formatter,
  rules: readonly PriceRule[],
  names: Names,
  losing: ReadonlySet<number> = new Set(),
): Button[] =>
  rules.map((rule) => {
    const label = lossMark(losing.has(rule.id), ruleLabel(format, rule, nameIn(names, rule)));
    return button(truncateLabel(label, 60), priceActions.rule({ rule: rule.id }));
  });

interface PricesData {
  readonly rules: readonly PriceRule[];
  readonly names: Names;
  readonly page: number;
  /** Whether the gateway's commission is known for anything. */
  readonly known: boolean;
  readonly losing: LosingPrices;
}

/** What people pay: every rule that stands or will, and first what sells at a loss. */
export function pricesScreen(format: Formatter, { rules, names, page: askedPage, known, losing }: PricesData): Screen {
  const orderedRules = [
    ...rules.filter(({ id }) => losing.rules.has(id)),
    ...rules.filter(({ id }) => !losing.rules.has(id)),
  ];
  const pages = Math.max(1, Math.ceil(rules.length / pageSize));
  const at = clampPage(askedPage, pages);
  return page(format, {
    text: [
      ...losingLines(format, losing),
      format.html('rules-title'),
      '',
      format.html(rules.length === 0 ? 'rules-none' : 'rules-hint'),
      !known && format.html('rules-unknown-cost'),
    ],
    keys: [
      ...(at === 1 ? losing.promos.slice(0, pageSize) : []).map((promo) =>
        button(lossMark(true, promoLabel(format, promo)), promoActions.promo({ promo: promo.id })),
      ),
      ...ruleKeys(format, orderedRules.slice((at - 1) * pageSize, at * pageSize), names, losing.rules),
    ],
    turn: { page: at, pages, to: (page) => priceActions.prices({ page }) },
    foot: [
      key('key-add-rule', priceActions.addRule()),
      [key('key-tiers', priceActions.tiers()), key('key-commission', priceActions.commission())],
      [key('key-promos', promoActions.promos()), key('key-referral-desk', referralActions.referralDesk())],
    ],
    back: adminActions.menu(),
  });
}

/** The first line of the owner's pages while something sells below cost or for nothing. */
export function losingLines(format: Formatter, { rules, promos }: LosingPrices): string[] {
  const count = rules.size + promos.length;
  return count === 0 ? [] : [format.html('losses-in-force', { count }), ''];
}

interface CommissionData {
  readonly rules: readonly PriceRule[];
  /** The shop that this one buys from tells it. */
  readonly isGiven: boolean;
}

/** The gateway's commission: entered by the owner, or told by the shop that this one buys from. */
export const commissionScreen = (format: Formatter, { rules, isGiven }: CommissionData): Screen =>
  page(format, {
    text: [
      format.html('commission-title'),
      '',
      format.html(rules.length === 0 ? 'commission-none' : 'commission-hint'),
      ...(isGiven ? ['', ...rules.map((rule) => format.html('line', { text: ruleLabel(format, rule, null) }))] : []),
    ],
    keys: isGiven
      ? []
      : [
          ...ruleKeys(format, rules, new Map()),
          key('key-add-commission', priceActions.ruleOperator({ target: 'gateway', id: null })),
        ],
    back: priceActions.prices({ page: 1 }),
  });

/** The rules of one person. */
export const personPricesScreen = (
  format: Formatter,
  {
    person,
    rules,
    losing,
  }: {
    readonly person: { readonly id: number; readonly name: string };
    readonly rules: readonly PriceRule[];
    readonly losing: ReadonlySet<number>;
  },
): Screen =>
  page(format, {
    text: [
      format.html('person-prices-title', { name: untrusted(person.name) }),
      '',
      format.html(rules.length === 0 ? 'person-prices-none' : 'rules-hint'),
    ],
    keys: [
      ...ruleKeys(format, rules, new Map([[nameKey({ target: 'person', targetId: person.id }), person.name]]), losing),
      key('key-add-rule', priceActions.ruleOperator({ target: 'person', id: person.id })),
      key('key-promo-for', promoActions.promoOperatorFor({ audience: 'person', id: person.id })),
    ],
    back: agentActions.personTerms({ person: person.id }),
  });

export const backTo = ({ target, targetId }: Pick<RuleScope, 'target' | 'targetId'>): Action => {
  if (target === 'gateway') return priceActions.commission();
  if (target === 'tier' && targetId !== null) return priceActions.tier({ tier: targetId });
  if (target === 'person' && targetId !== null) return priceActions.personPrices({ person: targetId });
  return priceActions.prices({ page: 1 });
};

/** Target, scope and percentage. */
export const factLines = (
  format: Formatter,
  rule: RuleScope & { readonly basisPoints: number; readonly name: string | null },
  name: string | null,
): (string | null)[] => [
  `<b>${pointsWords(format, rule)}</b>`,
  rule.target === 'gateway' ? null : format.html('rule-for', { audience: audienceWords(format, rule.target, name) }),
  format.html('rule-what', { what: whatWords(format, rule) }),
  rule.name === null ? null : format.html('rule-name', { name: untrusted(rule.name, 40) }),
];

export const ruleScreen = (
  format: Formatter,
  data: { rule: PriceRule; name: string | null; now: number; note: string | null; losses: NamedLosses },
): Screen => {
  const { rule, name, now, note } = data;
  const losses = lossLines(format, data.losses);
  return page(format, {
    note,
    text: [
      ...factLines(format, rule, name),
      '',
      startText(format, rule, now),
      ...(losses.length === 0 ? [] : ['', ...losses]),
    ],
    keys: [key('key-end-rule', priceActions.endRule({ rule: rule.id }), 'danger')],
    back: backTo(rule),
  });
};

/** A rule that came with the shop has no beginning. */
function startText(format: Formatter, { startsAt }: PriceRule, now: number): string {
  if (startsAt === 0) return format.html('rule-always');
  return format.html(startsAt > now ? 'rule-from' : 'rule-since', { when: format.when(startsAt) });
}

/** Asks for the target of the new rule. */
export const ruleAudienceScreen = (format: Formatter, tiers: readonly Tier[]): Screen =>
  page(format, {
    text: [format.html('rule-audience'), '', format.html('rule-audience-hint')],
    keys: [
      [
        key('price-for-customer', priceActions.ruleOperator({ target: 'customer', id: null })),
        key('price-for-agent', priceActions.ruleOperator({ target: 'agent', id: null })),
      ],
      ...inRows(
        tiers.map(({ id, name }) => button(untrusted(name, 14), priceActions.ruleOperator({ target: 'tier', id }))),
        2,
      ),
    ],
    back: priceActions.prices({ page: 1 }),
  });

export const ruleOperatorScreen = (format: Formatter, scope: RuleScope, name: string | null): Screen => {
  const { target, targetId: id } = scope;
  const at = (operator: (typeof operatorIds)[number] | null) => priceActions.ruleType({ target, id, operator });
  return page(format, {
    text: [heading(format, scope, name), '', format.html('rule-which-operator')],
    keys: [
      key('price-every-operator', at(null)),
      ...fitting(
        format,
        operatorIds.map((operator) => button(format.operator(operator), at(operator))),
      ),
    ],
    back: target === 'customer' || target === 'agent' ? priceActions.addRule() : backTo(scope),
  });
};

export const ruleTypeScreen = (format: Formatter, scope: RuleScope, name: string | null): Screen => {
  const { target, targetId: id, operatorId: operator } = scope;
  const at = (type: (typeof productTypes)[number] | null): Action =>
    target === 'gateway'
      ? priceActions.askPercent({ target, id, operator, type, kind: 'discount' })
      : priceActions.ruleKind({ target, id, operator, type });
  return page(format, {
    text: [heading(format, scope, name), '', format.html('rule-which-type')],
    keys: [
      key('price-every-type', at(null)),
      ...fitting(
        format,
        productTypes.map((type) => key(`price-type-${type}`, at(type))),
      ),
    ],
    back: priceActions.ruleOperator({ target, id }),
  });
};

export const ruleKindScreen = (format: Formatter, scope: RuleScope, name: string | null): Screen => {
  const { target, targetId: id, operatorId: operator, productType: type } = scope;
  return page(format, {
    text: [heading(format, scope, name), '', format.html('rule-which-kind')],
    keys: [
      [
        key('key-discount', priceActions.askPercent({ target, id, operator, type, kind: 'discount' })),
        key('key-fee', priceActions.askPercent({ target, id, operator, type, kind: 'fee' })),
      ],
    ],
    back: priceActions.ruleType({ target, id, operator }),
  });
};

export const askPercentScreen = (
  format: Formatter,
  scope: RuleScope,
  { name, kind }: { readonly name: string | null; readonly kind: 'discount' | 'fee' | 'commission' },
): Screen =>
  page(format, {
    text: [heading(format, scope, name), '', format.html(`ask-percent-${kind}`)],
    back: backTo(scope),
  });

const heading = (format: Formatter, scope: RuleScope, name: string | null): string =>
  `<b>${format.html('line', { text: audienceWords(format, scope.target, name) })}</b> › ${whatWords(format, scope)}`;

interface PreviewData {
  readonly draft: RuleDraft;
  readonly name: string | null;
  readonly preview: readonly PreviewLine[];
  readonly losses: NamedLosses;
  /** For a rule about the gateway's commission: what would sell at a loss by it. */
  readonly losing: LosingPrices;
}

/** The best-selling products at the old and the new price, and what is lost, before anything is saved. */
export function previewScreen(format: Formatter, { draft, name, preview, losses, losing }: PreviewData): Screen {
  const { target, targetId: id, operatorId: operator } = draft;
  const row = ({ before, after, ...sale }: PreviewLine) =>
    format.html('preview-line', {
      what: `${format.operator(sale.product.operatorId)} · ${shortTitle(format, soldRow(format, sale))}`,
      before: before === null ? format.plain('profit-unknown') : format.money(before),
      after: format.money(after),
    });
  const warnings = [...lossLines(format, losses), ...losingLines(format, losing)];
  const style = losses.losses.examples.length === 0 ? 'success' : 'danger';
  return page(format, {
    text: [
      ...factLines(format, draft, name),
      '',
      ...(warnings.length === 0 ? [] : [...warnings, '']),
      format.html(preview.length === 0 ? 'preview-none' : target === 'gateway' ? 'preview-cost' : 'preview-title'),
      ...preview.map(row),
      '',
      format.html('preview-quotes'),
    ],
    keys: [
      key('key-save-rule', priceActions.saveRule({ draft: draft.id, from: 'now' }), style),
      key('key-save-tomorrow', priceActions.saveRule({ draft: draft.id, from: 'tomorrow' })),
    ],
    back: priceActions.ruleType({ target, id, operator }),
  });
}
