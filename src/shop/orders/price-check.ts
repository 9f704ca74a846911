import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { intentOf, type Order } from './order.ts';
import type { Priced, Pricing } from './pricing.ts';

export interface PriceCheck {
  /** Null: what was shown is what would be bought, as far as the gateway answered in time. */
  readonly failure: Failure | null;
  readonly fresh: Result<Priced, Failure> | null;
}

/** A gateway may give an id to another thing at the same price: both the price and the thing are compared. */
export async function checkPrice(pricing: Pick<Pricing, 'priceNow'>, order: Order): Promise<PriceCheck> {
  const fresh = await pricing.priceNow(intentOf(order));
  if (!fresh) return { failure: null, fresh };
  if (!fresh.ok) return { failure: fresh.error, fresh };
  const { total } = fresh.value.price;
  if (!isSame(order, fresh.value)) return { failure: { code: 'product-changed' }, fresh };
  return { failure: total === order.total ? null : { code: 'price-moved', was: order.total, now: total }, fresh };
}

function isSame(order: Order, now: Priced): boolean {
  const facts = ['title', 'days', 'operatorId', 'simType', 'productType', 'profileId'] as const;
  return facts.every((fact) => order[fact] === now[fact]);
}
