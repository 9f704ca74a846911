import type { Failure } from '#domain/failure.ts';
import { boughtStates } from '#domain/order.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { receiptView, storeMessage, type TrackedMessage, trackMessage } from '#shop/base/outbox/order-messages.ts';
import { subjectOf } from '#shop/base/outbox/outbox.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Database } from '#storage/database.ts';
import { type ConfirmDeps, confirmOrders } from './confirm-order.ts';
import { intentOf, type Order } from './order.ts';
import { lockToEnd } from './price-hold.ts';
import { checkPrice, type Pricing, type Uncharged } from './pricing.ts';
import type { Quotes } from './quotes.ts';
import { moveOrder } from './transition.ts';

interface ConfirmRequest {
  readonly orderId: string;
  readonly by: number;
  /** Identifies the update; a new quote, if needed, gets its id from it. */
  readonly idempotencySource: string;
  /** The message that will become the receipt. */
  readonly messageId: number | null;
}

interface NotConfirmed {
  readonly failure: Failure;
  /** The same item at the current price, if the price changed or the quote expired. */
  readonly again: Order | null;
}

/** Failures that a tap on Confirm answers with a new quote of the same item, to be confirmed again. */
const quotedAgain: readonly Failure['code'][] = ['promo-used-up', 'quote-expired', 'bought-meanwhile'];
/** An open payment can still buy the order after these failures, so the quote stays. */
const paidAllTheSame: readonly string[] = ['quote-expired', 'bought-meanwhile'] satisfies Failure['code'][];

export interface ConfirmationDeps extends ConfirmDeps {
  readonly database: Database;
  readonly quotes: Quotes;
  readonly pricing: Pricing;
  readonly salesPause: Pick<SalesPause, 'pausedLately'>;
  readonly now: () => number;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
}

export function createConfirmation(deps: ConfirmationDeps) {
  const { database, quotes, pricing, salesPause, now, purchasesDue, receiptsDue } = deps;

  /** The order as it is now: confirmed by this request or by an earlier one, or still a quote because it is being paid. */
  async function confirm(request: ConfirmRequest): Promise<Result<Order, NotConfirmed>> {
    const order = await quotes.find(request.orderId);
    if (!order) return no({ code: 'order-unknown' });
    if (order.buyerId !== request.by) return no({ code: 'order-not-yours' });
    if (order.state !== 'quoted' && order.state !== 'expired') return asItStands(order, request);
    // Orders of a list are confirmed together.
    if (order.batchId !== null) return no({ code: 'order-not-open' });

    // The transaction checks again; checking here saves a call to the gateway.
    const paused = await salesPause.pausedLately();
    if (paused) return no({ code: 'selling-paused', reason: paused.reason });

    const [{ failure, fresh }, shortage] = await Promise.all([checkPrice(pricing, order), pricing.shortage(order)]);
    if (shortage) return no(shortage);
    if (order.state === 'expired' || now() >= order.expiresAt)
      return quoteAgain(order, request, { code: 'quote-expired' }, fresh);
    if (failure === null) return commit(order, request);
    if (fresh && !fresh.ok) return (await expireQuote(order, failure.code)) ?? no(failure);
    return quoteAgain(order, request, failure, fresh);
  }

  async function commit(order: Order, request: ConfirmRequest): Promise<Result<Order, NotConfirmed>> {
    const { by: buyerId, messageId } = request;
    const at = now();
    const result = await database.transaction(async (tx) => {
      const tap = { orders: [order], buyerId, why: 'confirmed', at, asksAboutRepeats: true };
      const answer = await confirmOrders(tx, deps, tap);
      // Confirming already added the job.
      if ('confirmed' in answer && messageId !== null) await storeMessage(tx, messageOf(order, messageId));
      return answer;
    });
    purchasesDue.notify();
    receiptsDue.notify();
    if ('confirmed' in result) return ok(result.confirmed[0] ?? order);
    if (quotedAgain.includes(result.failure.code)) return quoteAgain(order, request, result.failure, null);
    if (result.failure.code !== 'order-not-open') return no(result.failure);
    // Another tap or worker changed the order meanwhile.
    const current = await quotes.find(order.id);
    if (!current) return no({ code: 'order-unknown' });
    return current.state === 'expired'
      ? quoteAgain(current, request, { code: 'quote-expired' }, null)
      : asItStands(current, request);
  }

  /** An earlier tap confirmed the order, so this message shows its progress too. */
  async function asItStands(order: Order, { messageId }: ConfirmRequest): Promise<Result<Order, NotConfirmed>> {
    if (boughtStates.includes(order.state) && messageId !== null) {
      await database.transaction((tx) => trackMessage(tx, messageOf(order, messageId), now()));
      receiptsDue.notify();
    }
    return ok(order);
  }

  async function quoteAgain(
    order: Order,
    { idempotencySource, by }: ConfirmRequest,
    failure: Failure,
    fresh: Result<Uncharged, Failure> | null,
  ): Promise<Result<Order, NotConfirmed>> {
    const elsewhere = await expireQuote(order, failure.code);
    if (elsewhere) return elsewhere;
    // The new quote leaves out a code that is used up.
    const promo = failure.code === 'promo-used-up' ? undefined : order.promo?.code;
    const wanted = intentOf(order);
    const request = { idempotencySource: `again:${idempotencySource}`, buyerId: by, wanted, promo };
    const again = await quotes.quote(request, fresh ? await pricing.charged(fresh, by) : undefined);
    return again.ok ? err({ failure, again: again.value }) : no(again.error);
  }

  /** Returns the order if another tap confirmed or cancelled it meanwhile, or if a payment holds it. */
  async function expireQuote(order: Order, why: string): Promise<Result<Order, NotConfirmed> | null> {
    if (order.state === 'expired') return null;
    const at = now();
    const move = {
      id: order.id,
      from: 'quoted',
      to: 'expired',
      actor: `person:${order.buyerId}`,
      why,
      now: at,
    } as const;
    const moved = await database.transaction(async (tx) => {
      if (paidAllTheSame.includes(why) && (await lockToEnd(tx, order.id, at)) === 'paying') return null;
      return moveOrder(tx, move);
    });
    const current = moved ? null : await quotes.find(order.id);
    return current && current.state !== 'expired' ? ok(current) : null;
  }

  return { confirm };
}

const messageOf = (order: Order, messageId: number): TrackedMessage => ({
  chatId: order.buyerId,
  messageId,
  subject: subjectOf(order),
  view: receiptView,
  shown: '',
});

const no = (failure: Failure) => err({ failure, again: null });
