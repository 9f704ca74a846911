import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { CycleProblem } from '#shop/alerts/personal-notice.ts';
import type { Catalogue } from '#shop/catalogue/catalogue.ts';
import type { PurchaseIntent } from '#shop/orders/order.ts';
import { deliveredTo } from '#shop/orders/order-queries.ts';
import type { Priced, Pricing } from '#shop/orders/pricing.ts';
import type { Outage } from '#shop/sales-pause/outage.ts';
import type { SalesPause } from '#shop/sales-pause/sales-pause.ts';
import type { Database } from '#storage/database.ts';
import type { Plan } from './plan.ts';

export interface PlanPriceDeps {
  readonly database: Database;
  readonly pricing: Pricing;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly salesPause: Pick<SalesPause, 'paused'>;
  readonly outage: Pick<Outage, 'since'>;
}

export type PlanPrice = (plan: Plan) => Promise<Result<Priced, { readonly problem: CycleProblem }>>;

/** What a plan buys now, at the gateway's current price for this person. There is no hurry: without a price it waits. */
export function createPlanPrice({ database, pricing, catalogue, salesPause, outage }: PlanPriceDeps): PlanPrice {
  return async (plan) => {
    if ((await salesPause.paused()) || (await outage.since()) !== null) return err({ problem: 'selling' });
    const intent = await intentOf(plan);
    if (!intent) return err({ problem: 'product' });
    const price = await pricing.price(intent, plan.personId);
    if (!price.ok) return err({ problem: cycleProblem(price.error) });
    const fresh = await pricing.priceNow(intent, plan.personId);
    if (!fresh) return err({ problem: 'gateway' });
    if (!fresh.ok) return err({ problem: cycleProblem(fresh.error) });
    return isAsPlanned(plan, fresh.value) ? ok(fresh.value) : err({ problem: 'product' });
  };

  async function intentOf({ personId, mobile, item, simType }: Plan): Promise<PurchaseIntent | null> {
    if (item.kind !== 'last') return { item, mobile, simType };
    const [last] = await deliveredTo(database, personId, mobile);
    return last ? { item: last.item, mobile, simType: last.simType } : null;
  }

  /** Before the first load nothing is known to be gone. */
  function cycleProblem({ code }: Failure): CycleProblem {
    const isUnknown = code === 'product-gone' && catalogue.status().asOf === null;
    return isUnknown || code === 'offers-unavailable' ? 'gateway' : 'product';
  }
}

/** A gateway may reuse an id. */
function isAsPlanned(plan: Plan, now: Priced): boolean {
  if (plan.item.kind === 'last') return true;
  const facts = ['title', 'days', 'operatorId', 'simType', 'productType', 'profileId'] as const;
  return facts.every((fact) => plan[fact] === now[fact]);
}
