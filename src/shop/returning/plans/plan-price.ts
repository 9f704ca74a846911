import type { Failure } from '#domain/failure.ts';
import { type ItemFacts, isSameItem } from '#domain/order.ts';
import { err, type Result } from '#domain/result.ts';
import type { CycleProblem } from '#shop/base/alerts/personal-notice.ts';
import type { Outage } from '#shop/base/sales-pause/outage.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import type { PurchaseIntent } from '#shop/buying/orders/order.ts';
import { deliveredTo } from '#shop/buying/orders/order-queries.ts';
import type { Priced, Pricing } from '#shop/buying/orders/pricing.ts';
import type { Database } from '#storage/database.ts';
import type { Plan } from './plan.ts';

export interface PlanPriceDeps {
  readonly database: Database;
  readonly pricing: Pricing;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly salesPause: Pick<SalesPause, 'paused'>;
  readonly outage: Pick<Outage, 'since'>;
}

/** The agreed item: that of the plan, or of the last order. */
type PlannedPurchase = PurchaseIntent & ItemFacts;

export type PlanPrice = (plan: Plan) => Promise<Result<Priced, { readonly problem: CycleProblem }>>;

/** What a plan buys now, at the gateway's current price for this person. Without a price the plan waits. */
export function createPlanPrice({ database, pricing, catalogue, salesPause, outage }: PlanPriceDeps): PlanPrice {
  return async (plan) => {
    if ((await salesPause.paused()) || (await outage.since()) !== null) return err({ problem: 'selling' });
    const planned = await plannedBy(plan);
    if (!planned) return err({ problem: 'product' });
    const price = await pricing.price(planned, plan.personId);
    if (!price.ok) return err({ problem: cycleProblem(price.error) });
    const fresh = await pricing.priceNow(planned, plan.personId);
    if (!fresh) return err({ problem: 'gateway' });
    if (!fresh.ok) return err({ problem: cycleProblem(fresh.error) });
    if (!isSameItem(planned, fresh.value)) return err({ problem: 'product' });
    return (await pricing.shortageFor(fresh.value)) ? err({ problem: 'selling' }) : fresh;
  };

  /** Null if no earlier purchase for the number can be repeated. */
  async function plannedBy(plan: Plan): Promise<PlannedPurchase | null> {
    const { personId, mobile, item } = plan;
    if (item.kind !== 'last') return { ...plan, item };
    const [last] = await deliveredTo(database, personId, mobile);
    return last ?? null;
  }

  /** Before the first load, no product counts as gone. */
  function cycleProblem({ code }: Failure): CycleProblem {
    const isUnknown = code === 'product-gone' && catalogue.status().asOf === null;
    return isUnknown || code === 'offers-unavailable' ? 'gateway' : 'product';
  }
}
