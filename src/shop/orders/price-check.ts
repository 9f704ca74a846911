import type { Failure } from '../../domain/failure.ts';
import type { Result } from '../../domain/result.ts';
import { intentOf, type Order } from './order.ts';
import type { Priced, Pricing } from './pricing.ts';

export interface PriceCheck {
  /** Null: what was shown is what would be bought, as far as the gateway answered in time. */
  readonly failure: Failure | null;
  readonly fresh: Result<Priced, Failure> | null;
}

/**
 * Compares what the gateway was to be sent: a price rule that changed meanwhile does not touch a quote. What is told is what
 * the buyer would pay. A gateway may give an id to another thing at the same price: both the price and the thing are
 * compared.
 */
export async function checkPrice(pricing: Pick<Pricing, 'priceNow'>, order: Order): Promise<PriceCheck> {
  const fresh = await pricing.priceNow(intentOf(order), order.buyerId);
  if (!fresh) return { failure: null, fresh };
  if (!fresh.ok) return { failure: fresh.error, fresh };
  const { price, charge } = fresh.value;
  if (!isSame(order, fresh.value)) return { failure: { code: 'product-changed' }, fresh };
  const isSamePrice = price.total === order.total;
  return { failure: isSamePrice ? null : { code: 'price-moved', was: order.charge, now: charge.charge }, fresh };
}

function isSame(order: Order, now: Priced): boolean {
  const facts = ['title', 'days', 'operatorId', 'simType', 'productType', 'profileId'] as const;
  return facts.every((fact) => order[fact] === now[fact]);
}
