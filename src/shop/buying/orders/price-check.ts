import type { Failure } from '#domain/failure.ts';
import { isSameItem } from '#domain/order.ts';
import type { Result } from '#domain/result.ts';
import { intentOf, type Order } from './order.ts';
import type { Pricing, Uncharged } from './pricing.ts';

interface PriceCheck {
  /** Null if unchanged, or if the gateway did not answer in time. */
  readonly failure: Failure | null;
  readonly fresh: Result<Uncharged, Failure> | null;
}

/**
 * Compares the item and the price for the gateway: a gateway may reuse an id, and a price rule that changed meanwhile does
 * not affect a quote. A changed price is reported as what the buyer pays without a promo code.
 */
export async function checkPrice(pricing: Pick<Pricing, 'itemNow' | 'charged'>, order: Order): Promise<PriceCheck> {
  const fresh = await pricing.itemNow(intentOf(order));
  if (!fresh) return { failure: null, fresh };
  if (!fresh.ok) return { failure: fresh.error, fresh };
  if (!isSameItem(order, fresh.value)) return { failure: { code: 'product-changed' }, fresh };
  if (fresh.value.price.total === order.total) return { failure: null, fresh };
  const priced = await pricing.charged(fresh, order.buyerId);
  if (!priced.ok) return { failure: priced.error, fresh };
  const was = order.charge + (order.promo?.discount ?? 0);
  return { failure: { code: 'price-moved', was, now: priced.value.charge.charge }, fresh };
}
