import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import type { PaymentMethod } from '#domain/payment.ts';
import { priceHoldOf } from '#domain/price-hold.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { DailyLimit } from '#shop/base/wallet/daily-limit.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import { refusalToBuy } from '#shop/buying/orders/may-buy.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { heldPrice } from '#shop/buying/orders/price-hold.ts';
import type { Pricing } from '#shop/buying/orders/pricing.ts';
import type { Quotes } from '#shop/buying/orders/quotes.ts';
import type { Database } from '#storage/database.ts';

export interface AmountDueDeps {
  readonly database: Database;
  readonly quotes: Pick<Quotes, 'own'>;
  readonly pricing: Pick<Pricing, 'shortage'>;
  readonly wallet: Pick<Wallet, 'read'>;
  readonly dailyLimit: Pick<DailyLimit, 'wouldExceedDailyLimit'>;
  readonly now: () => number;
}

export type AmountDue = ReturnType<typeof createAmountDue>;

/** The person's open quote, and the part of it that the wallet does not cover. */
export function createAmountDue({ database, quotes, pricing, wallet, dailyLimit, now }: AmountDueDeps) {
  /** True if an open payment holds the price beyond the quote's own time. */
  async function mayBegin({ id, expiresAt }: Order, method: PaymentMethod): Promise<boolean> {
    const at = now();
    if (at < expiresAt) return true;
    const { firstAt, until } = await heldPrice(database.db, id);
    return firstAt !== null && at < until && at < firstAt + priceHoldOf(method).beginMs;
  }

  return async (
    orderId: string,
    by: number,
    method: PaymentMethod,
  ): Promise<Result<{ order: Order; amount: Rials }, Failure>> => {
    const result = await quotes.own(orderId, by);
    if (!result.ok) return result;
    const order = result.value;
    if (order.state === 'expired' || (order.state === 'quoted' && !(await mayBegin(order, method))))
      return err({ code: 'quote-expired' });
    if (order.state !== 'quoted' || order.batchId !== null) return err({ code: 'order-not-open' });
    const refusal = (await refusalToBuy(database.db, by)) ?? (await pricing.shortage(order));
    if (refusal) return err(refusal);
    const over = await dailyLimit.wouldExceedDailyLimit(by, order.charge);
    if (over) return err(over);
    const { available } = await wallet.read(by);
    // Includes a debt above its limit: a smaller payment would buy nothing.
    return ok({ order, amount: available === null ? 0 : Math.max(0, order.charge - available) });
  };
}
