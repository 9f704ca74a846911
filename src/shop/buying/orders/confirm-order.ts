import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import { addReceiptJob, subjectOf } from '#shop/base/outbox/outbox.ts';
import type { DailyLimit } from '#shop/base/wallet/daily-limit.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import { claimPromo } from '#shop/pricing/prices/promo-uses.ts';
import type { Transaction } from '#storage/database.ts';
import { inState } from '#storage/order-states.ts';
import { prepared } from '#storage/prepared.ts';
import { refusalColumns, refusalIn } from './may-buy.ts';
import { type Order, orderOf } from './order.ts';
import { boughtSince } from './same-sale.ts';
import { moveOrder } from './transition.ts';

export interface ConfirmDeps {
  readonly wallet: Pick<Wallet, 'hold' | 'shortfall'>;
  readonly dailyLimit: Pick<DailyLimit, 'exceedsDailyLimit'>;
}

interface Confirmation {
  /** Orders of one buyer; all are confirmed or all stay quotes. */
  readonly orders: readonly Pick<Order, 'id' | 'charge' | 'batchId'>[];
  readonly buyerId: number;
  /** For `order_events`. */
  readonly why: string;
  readonly at: number;
  /** Until when the confirming payment holds their price, beyond the quote's own time. */
  readonly heldUntil?: number;
  /** A paid order of a restored shop: it may be bought already, so the gateway is asked again under the same key. */
  readonly isAskedAgain?: boolean;
  /** Refuses an item that was also bought in another way after the quote, because no screen showed that purchase. */
  readonly asksAboutRepeats?: boolean;
  /** Called with the orders and the wallet locked. */
  readonly check?: () => Promise<Failure | null>;
}

/**
 * The only way from `quoted` to `confirmed`: by tap, by payment, by list and by plan. All checks come before the first write,
 * so that the transaction can continue after a failure. Orders are locked first and the wallet second, as everywhere.
 */
export async function confirmOrders(
  tx: Transaction,
  { wallet, dailyLimit }: ConfirmDeps,
  { orders, buyerId, why, at, heldUntil = 0, isAskedAgain = false, asksAboutRepeats = false, check }: Confirmation,
): Promise<{ readonly failure: Failure } | { readonly confirmed: readonly Order[] }> {
  const quotes = await lockQuotes(tx, { orders, buyerId, isAskedAgain, at });
  if (!quotes) return { failure: { code: 'order-not-open' } };
  const isOver = quotes.isPossiblySent || at >= Math.max(quotes.expiresAt, heldUntil);
  if (isOver && !isAskedAgain) return { failure: { code: 'quote-expired' } };
  if (quotes.refusal) return { failure: quotes.refusal };
  if (asksAboutRepeats && quotes.isRepeated) return { failure: { code: 'bought-meanwhile' } };
  const charge = orders.reduce<Rials>((sum, order) => sum + order.charge, 0);
  const overLimit = await dailyLimit.exceedsDailyLimit(tx, { buyerId, charge, at });
  if (overLimit) return { failure: overLimit };
  const missing = await wallet.shortfall(tx, buyerId, charge);
  if (missing > 0) return { failure: { code: 'wallet-too-small', missing } };
  const refused = await check?.();
  if (refused) return { failure: refused };
  // This check is last because it writes. The orders of a list share one code.
  const { promos } = quotes;
  const [promoId, ...others] = promos.keys();
  if (others.length > 0) throw new Error('Orders with different promo codes cannot be confirmed together.');
  if (promoId !== undefined) {
    // A held price keeps its code, even after the code's last day.
    const validAt = isAskedAgain || heldUntil > at ? quotes.quotedAt : at;
    const claim = { promoId, personId: buyerId, orders: promos.get(promoId) ?? [], at, validAt };
    if (!(await claimPromo(tx, claim))) return { failure: { code: 'promo-used-up' } };
  }

  const actor = `person:${buyerId}`;
  const set = { confirmed_at: at, next_attempt_at: at };
  const confirmed: Order[] = [];
  for (const { id } of orders) {
    const row = await moveOrder(tx, { id, from: 'quoted', to: 'confirmed', actor, why, now: at, set });
    if (!row) throw new Error(`Order ${id} was locked as a quote but is none.`);
    confirmed.push(orderOf(row));
  }
  for (const order of confirmed) await wallet.hold(tx, order, actor);
  for (const subject of new Set(confirmed.map(subjectOf))) await addReceiptJob(tx, subject, at);
  return { confirmed };
}

interface LockedQuotes {
  /** The earliest of their expiry times. */
  readonly expiresAt: number;
  /** When the first of them was quoted. */
  readonly quotedAt: number;
  /** The promo codes in their prices, each with its orders. */
  readonly promos: ReadonlyMap<number, { orderId: string; discount: Rials }[]>;
  /** True if one may already be bought under its key; only paid orders are asked again. */
  readonly isPossiblySent: boolean;
  /** Why the buyer may not buy now. */
  readonly refusal: Failure | null;
  /** True if the same item was bought after one of them was quoted. */
  readonly isRepeated: boolean;
}

interface QuoteLock {
  readonly id: string;
  readonly buyerId: number;
  readonly at: number;
}

const lockQuote = prepared((db, { id, buyerId, at }: QuoteLock) =>
  db
    .updateTable('orders')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .where(inState('quoted'))
    .returning(['expires_at', 'quoted_at', 'promo_id', 'promo_discount', 'possibly_sent_at'])
    .returning(refusalColumns(buyerId))
    .returning(boughtSince(at).as('bought')),
);

/** Null if one of them is no longer a quote. */
async function lockQuotes(
  tx: Transaction,
  { orders, buyerId, isAskedAgain, at }: Pick<Confirmation, 'orders' | 'buyerId' | 'at' | 'isAskedAgain'>,
): Promise<LockedQuotes | null> {
  const promos = new Map<number, { orderId: string; discount: Rials }[]>();
  let expiresAt = Number.POSITIVE_INFINITY;
  let quotedAt = Number.POSITIVE_INFINITY;
  let isPossiblySent = false;
  let refusal: Failure | null = null;
  let isRepeated = false;
  for (const { id } of orders) {
    const [quote] = await lockQuote(tx, { id, buyerId, at });
    if (!quote) return null;
    refusal ??= refusalIn(quote, isAskedAgain);
    isPossiblySent ||= quote.possibly_sent_at !== null;
    isRepeated ||= (quote.bought ?? 0) > 0;
    const { promo_id: promoId, promo_discount: discount } = quote;
    expiresAt = Math.min(expiresAt, quote.expires_at);
    quotedAt = Math.min(quotedAt, quote.quoted_at);
    if (promoId !== null)
      promos.set(promoId, [...(promos.get(promoId) ?? []), { orderId: id, discount: discount ?? 0 }]);
  }
  return { expiresAt, quotedAt, promos, isPossiblySent, refusal, isRepeated };
}
