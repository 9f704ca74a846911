import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Queries } from '../../storage/database.ts';
import type { Order } from '../orders/order.ts';
import type { Quotes } from '../orders/quotes.ts';
import type { SalesPause } from '../sales-pause/sales-pause.ts';
import type { DailyLimit } from '../wallet/daily-limit.ts';
import type { Wallet } from '../wallet/wallet.ts';

export interface AmountDueDeps {
  readonly quotes: Pick<Quotes, 'own'>;
  readonly wallet: Pick<Wallet, 'read'>;
  readonly dailyLimit: Pick<DailyLimit, 'wouldExceedDailyLimit'>;
  readonly salesPause: Pick<SalesPause, 'paused'>;
  readonly now: () => number;
}

export type AmountDue = ReturnType<typeof createAmountDue>;

/** An open quote of theirs, and the part of it that the wallet does not cover. */
export function createAmountDue({ quotes, wallet, dailyLimit, salesPause, now }: AmountDueDeps) {
  return async (orderId: string, by: number): Promise<Result<{ order: Order; amount: Rials }, Failure>> => {
    const owned = await quotes.own(orderId, by);
    if (!owned.ok) return owned;
    const order = owned.value;
    if (order.state === 'expired' || (order.state === 'quoted' && now() >= order.expiresAt))
      return err({ code: 'quote-expired' });
    if (order.state !== 'quoted' || order.batchId !== null) return err({ code: 'order-not-open' });
    const paused = await salesPause.paused();
    if (paused) return err({ code: 'selling-paused', reason: paused.reason });
    const over = await dailyLimit.wouldExceedDailyLimit(by, order.charge);
    if (over) return err(over);
    const { available } = await wallet.read(by);
    // A debt above its limit is part of what is missing: less would be taken and buy nothing.
    return ok({ order, amount: available === null ? 0 : Math.max(0, order.charge - available) });
  };
}

/** A payment for it is under way: its price is held until then. False: it is no quote any more. */
export async function holdQuote(db: Queries, order: Pick<Order, 'id'>, until: number): Promise<boolean> {
  const held = await db
    .updateTable('orders')
    .set((eb) => ({
      expires_at: eb.case().when('expires_at', '>', until).then(eb.ref('expires_at')).else(until).end(),
      paying_until: until,
    }))
    .where('id', '=', order.id)
    .where('state', '=', 'quoted')
    .returning('id')
    .executeTakeFirst();
  return held !== undefined;
}
