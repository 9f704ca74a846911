import type { Rials } from '#domain/money.ts';
import { chargeOf, type PriceRule } from '#domain/price.ts';
import type { Product } from '#domain/product.ts';
import type { PriceRules, RuleDraft } from '#shop/pricing/prices/price-rules.ts';
import type { Prices } from '#shop/pricing/prices/prices.ts';
import type { SaleExamples } from './sale-examples.ts';

export interface PreviewLine {
  readonly product: Product;
  readonly base: Rials;
  /** The amount sent for a product with a range of prices. */
  readonly amount: Rials | null;
  readonly total: Rials;
  /** The price so far. For the gateway it is null while its commission is unknown. */
  readonly before: Rials | null;
  readonly after: Rials;
}

interface PricePreviewDeps {
  readonly saleExamples: Pick<SaleExamples, 'soldLately'>;
  readonly priceRules: Pick<PriceRules, 'list'>;
  readonly prices: Pick<Prices, 'rules'>;
  readonly now: () => number;
}

/** Turns a draft into the rule that it would be now, ahead of others of its scope. */
export const draftedRule = (draft: RuleDraft, now: number): PriceRule => ({
  ...draft,
  id: Number.MAX_SAFE_INTEGER,
  startsAt: now,
});

/** Shows what a rule would change: the old and new price of matching best sellers. */
export function createPricePreview({ saleExamples, priceRules, prices, now }: PricePreviewDeps) {
  /** Current rules for the draft's target, including more general ones. */
  async function rulesFor({ target, targetId }: RuleDraft): Promise<PriceRule[]> {
    if (target === 'person' && targetId !== null) return prices.rules(targetId);
    const own = await priceRules.list({ target, targetId });
    const role = target === 'tier' ? await priceRules.list({ target: 'agent', targetId: null }) : [];
    return [...own, ...role].filter(({ startsAt }) => startsAt <= now());
  }

  async function preview(draft: RuleDraft): Promise<PreviewLine[]> {
    const [examples, rules] = await Promise.all([saleExamples.soldLately(draft), rulesFor(draft)]);
    const rule = draftedRule(draft, now());
    return examples.map((one) => {
      const { product, base, amount, total } = one;
      const sale = { product, base, amount, total };
      const [before, after] = [chargeOf(total, one, rules), chargeOf(total, one, [...rules, rule])];
      return draft.target === 'gateway'
        ? { ...sale, before: before.cost, after: after.cost ?? total }
        : { ...sale, before: before.charge, after: after.charge };
    });
  }

  return { preview };
}
