import type { Failure } from '../../domain/failure.ts';
import type { Rials } from '../../domain/money.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
import type { Signal } from '../jobs/signal.ts';
import type { SalesPause } from '../sales-pause/sales-pause.ts';
import type { DailyLimit } from '../wallet/daily-limit.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { confirmOrders } from './confirm-order.ts';
import type { Order } from './order.ts';
import { checkPrice } from './price-check.ts';
import type { Pricing } from './pricing.ts';
import type { Quotes } from './quotes.ts';

export interface Payment {
  /** The provider's name for this very payment: seen twice, it counts once. */
  readonly chargeId: string;
  readonly orderId: string;
  readonly by: number;
  readonly amount: Rials;
}

export interface PaymentResult {
  readonly order: Order | null;
  /** Confirmed by it; kept in the wallet because the order can no longer be bought; or seen before. */
  readonly kind: 'confirmed' | 'kept' | 'seen';
  /** Why it was kept, where the price is not the reason. */
  readonly failure: Failure | null;
}

export interface InvoicePaymentsDeps {
  readonly database: Database;
  readonly quotes: Quotes;
  readonly pricing: Pick<Pricing, 'priceNow'>;
  readonly wallet: Pick<Wallet, 'read' | 'payIn' | 'hold' | 'shortfall'>;
  readonly dailyLimit: Pick<DailyLimit, 'exceedsDailyLimit' | 'wouldExceedDailyLimit'>;
  readonly salesPause: Pick<SalesPause, 'paused'>;
  readonly now: () => number;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
}

export type InvoicePayments = ReturnType<typeof createInvoicePayments>;

/** Between "yes, you may pay" and the payment itself a bank may take its time; the price waits for it. */
const bankMs = 15 * 60_000;

const kept = { kind: 'kept', failure: null } as const;

/** Orders paid by invoice: the payment fills the wallet and the order takes it, in one transaction. */
export function createInvoicePayments(deps: InvoicePaymentsDeps) {
  const { database, quotes, pricing, wallet, dailyLimit, salesPause, now, purchasesDue, receiptsDue } = deps;

  /** An open quote of theirs and what its invoice must say: the part that the wallet does not cover. */
  async function due(orderId: string, by: number): Promise<Result<{ order: Order; amount: Rials }, Failure>> {
    const order = await quotes.find(orderId);
    if (!order) return err({ code: 'order-unknown' });
    if (order.buyerId !== by) return err({ code: 'order-not-yours' });
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
  }

  /** The last moment at which nothing has been paid: everything is looked at again. */
  async function mayPay(orderId: string, by: number, amount: Rials): Promise<Result<Order, Failure>> {
    const asked = await due(orderId, by);
    if (!asked.ok) return asked;
    const { order } = asked.value;
    const { failure } = await checkPrice(pricing, order);
    if (failure) return err(failure);
    // The wallet has changed since the invoice was written: another one is needed.
    if (asked.value.amount !== amount) return err({ code: 'invoice-stale' });
    const until = now() + bankMs;
    const waits = await database.db
      .updateTable('orders')
      .set({ expires_at: Math.max(order.expiresAt, until), paying_until: until })
      .where('id', '=', order.id)
      .where('state', '=', 'quoted')
      .returning('id')
      .executeTakeFirst();
    return waits ? ok(order) : err({ code: 'order-not-open' });
  }

  async function paid({ chargeId, orderId, by, amount }: Payment): Promise<PaymentResult> {
    const actor = `person:${by}`;
    const asked = await quotes.find(orderId);
    const isTheirs = asked?.buyerId === by && asked.batchId === null;
    // Asked outside the transaction. The money is taken by now: it goes into the wallet whatever the answer is.
    const { failure } = isTheirs && asked.state === 'quoted' ? await checkPrice(pricing, asked) : { failure: null };
    const at = now();
    const answer = await database.transaction(async (tx): Promise<Omit<PaymentResult, 'order'>> => {
      // Every writer locks the order first and the wallet second. The other way round, a payment that meets a
      // confirmation is a deadlock on PostgreSQL, and it may be the payment that is thrown out.
      const lock = tx.updateTable('orders').set({ state: (eb) => eb.ref('state') });
      await lock.where('id', '=', orderId).execute();
      const gift = { key: chargeId, personId: by, amount, actor, note: orderId };
      if (!(await wallet.payIn(tx, gift))) return { kind: 'seen', failure: null };
      if (!isTheirs) return kept;
      if (failure) return { kind: 'kept', failure };
      const result = await confirmOrders(tx, { wallet, dailyLimit }, { orders: [asked], buyerId: by, why: 'paid', at });
      if ('confirmed' in result) return { kind: 'confirmed', failure: null };
      return { kind: 'kept', failure: result.failure.code === 'daily-limit' ? result.failure : null };
    });
    purchasesDue.notify();
    receiptsDue.notify();
    return { ...answer, order: await quotes.find(orderId) };
  }

  return { due, mayPay, paid };
}
