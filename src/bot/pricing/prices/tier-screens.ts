import { agentActions } from '#bot/actions/agents.ts';
import { priceActions } from '#bot/actions/prices.ts';
import { promoActions } from '#bot/actions/promo-codes.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { withCheckMark } from '#bot/kit/navigation.ts';
import { key, page } from '#bot/kit/page.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { button, type Screen } from '#bot/kit/screen.ts';
import type { PriceRule } from '#domain/price.ts';
import type { Tier } from '#shop/pricing/prices/tiers.ts';
import { nameKey } from './rule-words.ts';
import { ruleKeys } from './screens.ts';

const tierLabel = (format: Formatter, { name, turnover }: Tier): string => {
  const sum = turnover === null ? '' : ` · ${format.price(turnover)}`;
  return `${truncateLabel(name, shownLength(1) - seenLength(sum))}${sum}`;
};

export const tiersScreen = (format: Formatter, tiers: readonly Tier[]): Screen =>
  page(format, {
    text: [format.html('tiers-title'), '', format.html(tiers.length === 0 ? 'tiers-none' : 'tiers-hint')],
    keys: [
      ...tiers.map((tier) => button(tierLabel(format, tier), priceActions.tier({ tier: tier.id }))),
      key('key-add-tier', priceActions.askTier()),
    ],
    back: priceActions.prices({ page: 1 }),
  });

export const tierScreen = (
  format: Formatter,
  { tier, rules, losing }: { tier: Tier; rules: readonly PriceRule[]; losing: ReadonlySet<number> },
): Screen =>
  page(format, {
    text: [
      format.html('tier-title', { name: untrusted(tier.name, 40) }),
      format.html('tier-agents', { count: tier.agents }),
      tier.turnover === null
        ? format.html('tier-by-owner')
        : format.html('tier-by-turnover', { turnover: format.money(tier.turnover) }),
      '',
      format.html(rules.length === 0 ? 'tier-no-rules' : 'rules-hint'),
    ],
    keys: [
      ...ruleKeys(format, rules, new Map([[nameKey({ target: 'tier', targetId: tier.id }), tier.name]]), losing),
      key('key-add-rule', priceActions.ruleOperator({ target: 'tier', id: tier.id })),
      [
        key('key-turnover', priceActions.askTurnover({ tier: tier.id })),
        key('key-promo-for', promoActions.promoOperatorFor({ audience: 'tier', id: tier.id })),
      ],
      [
        key('key-rename-tier', priceActions.askRenameTier({ tier: tier.id })),
        key('key-end-tier', priceActions.askEndTier({ tier: tier.id })),
      ],
    ],
    back: priceActions.tiers(),
  });

/** What happens to its agents is said first. */
export const endTierScreen = (
  format: Formatter,
  { tier, rules }: { readonly tier: Tier; readonly rules: number },
): Screen =>
  page(format, {
    text: [
      format.html('end-tier-title', { name: untrusted(tier.name, 40) }),
      '',
      format.html('end-tier-agents', { count: tier.agents }),
      rules !== 0 && format.html('end-tier-rules', { count: rules }),
    ],
    keys: [key('key-yes-end-tier', priceActions.endTier({ tier: tier.id }), 'danger')],
    back: priceActions.tier({ tier: tier.id }),
  });

/** Which level does an agent get? */
export const agentTierScreen = (
  format: Formatter,
  { person, tiers, current }: { person: { id: number; name: string }; tiers: readonly Tier[]; current: Tier | null },
): Screen =>
  page(format, {
    text: [
      format.html('agent-tier-title', { name: untrusted(person.name) }),
      '',
      format.html(tiers.length === 0 ? 'tiers-none' : 'agent-tier-hint'),
    ],
    keys: [
      ...tiers.map((tier) =>
        button(
          withCheckMark(tier.id === current?.id, tierLabel(format, tier)),
          priceActions.assignTier({ person: person.id, tier: tier.id }),
        ),
      ),
      current !== null && key('key-no-tier', priceActions.assignTier({ person: person.id, tier: null })),
      tiers.length === 0 && key('key-add-tier', priceActions.askTier()),
    ],
    back: agentActions.personTerms({ person: person.id }),
  });
