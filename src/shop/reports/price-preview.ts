import { dayOf } from '../../domain/calendar.ts';
import type { Rials } from '../../domain/money.ts';
import { chargeOf, type PriceRule } from '../../domain/price.ts';
import type { Product } from '../../domain/product.ts';
import { priceOfBase } from '../../domain/quote.ts';
import type { Catalogue } from '../catalogue/catalogue.ts';
import type { PriceRules, RuleDraft } from '../prices/price-rules.ts';
import type { Prices } from '../prices/prices.ts';
import type { Reports } from './reports.ts';

export interface PreviewLine {
  readonly product: Product;
  readonly total: Rials;
  /** What was paid until now; of the gateway: null while its commission is unknown. */
  readonly before: Rials | null;
  readonly after: Rials;
}

interface PricePreviewDeps {
  readonly catalogue: Pick<Catalogue, 'product' | 'shelf'>;
  readonly reports: Pick<Reports, 'period'>;
  readonly priceRules: Pick<PriceRules, 'list'>;
  readonly prices: Pick<Prices, 'rules'>;
  readonly vatPercent: number;
  readonly now: () => number;
}

const shown = 5;
const monthDays = 30;
/** Of a product whose buyer names the amount. */
const exampleAmount: Rials = 1_000_000;

/** What a rule would change: the best-selling things that it is for, at the old and the new price. */
export function createPricePreview({ catalogue, reports, priceRules, prices, vatPercent, now }: PricePreviewDeps) {
  const fits = ({ operatorId, productType }: RuleDraft, product: Product) =>
    (operatorId === null || operatorId === product.operatorId) &&
    (productType === null || productType === product.type);

  /** Of today; where nothing was sold today, of the last days. */
  async function bestSellers(draft: RuleDraft): Promise<Product[]> {
    const today = dayOf(now());
    for (const from of [today, today - monthDays]) {
      const { byProduct } = await reports.period(null, { from, to: today });
      const sold = byProduct.flatMap(({ productId, title }) => {
        const product = title === null ? null : catalogue.product(productId);
        return product && fits(draft, product) ? [product] : [];
      });
      if (sold.length > 0) return sold.slice(0, shown);
    }
    return [];
  }

  /** Current rules for the draft's target, including more general ones. */
  async function rulesFor({ target, targetId }: RuleDraft): Promise<PriceRule[]> {
    if (target === 'person' && targetId !== null) return prices.rules(targetId);
    const own = await priceRules.list({ target, targetId });
    const role = target === 'tier' ? await priceRules.list({ target: 'agent', targetId: null }) : [];
    return [...own, ...role].filter(({ startsAt }) => startsAt <= now());
  }

  async function preview(draft: RuleDraft): Promise<PreviewLine[]> {
    const [products, rules] = await Promise.all([bestSellers(draft), rulesFor(draft)]);
    const added: PriceRule = { ...draft, id: Number.MAX_SAFE_INTEGER, startsAt: now() };
    return products.map((product) => {
      const what = { operatorId: product.operatorId, productType: product.type };
      const total =
        product.maxPrice === null
          ? priceOfBase(product.price, vatPercent).total
          : Math.min(Math.max(exampleAmount, product.price), product.maxPrice);
      const [before, after] = [chargeOf(total, what, rules), chargeOf(total, what, [...rules, added])];
      return draft.target === 'gateway'
        ? { product, total, before: before.cost, after: after.cost ?? total }
        : { product, total, before: before.charge, after: after.charge };
    });
  }

  return { preview };
}

export type PricePreview = ReturnType<typeof createPricePreview>;
