import type { Failure } from '../../domain/failure.ts';
import { err, ok, type Result } from '../../domain/result.ts';
import type { Database } from '../../storage/database.ts';
import type { Selling } from '../selling/selling.ts';
import type { Spending } from '../wallet/spending.ts';
import type { Wallet } from '../wallet/wallet.ts';
import { leasedUntil, usualLeaseMs } from './leasing.ts';
import { type Order, orderOf, wantedOf } from './order.ts';
import type { Priced, Pricing } from './pricing.ts';
import type { Quotes } from './quotes.ts';
import { moveOrder } from './transition.ts';

export interface ConfirmRequest {
  readonly orderId: string;
  readonly by: number;
  /** Names the update that confirmed; a new quote, where one is needed, is tied to it. */
  readonly origin: string;
  /** The message that will become the receipt. */
  readonly messageId: number | null;
  /**
   * Whoever confirms will show that it is under way and then hand the order over: it is leased to them until then. So the
   * receipt cannot be there before "buying" is, and be covered by it.
   */
  readonly leased?: boolean;
}

export interface Confirmed {
  readonly order: Order;
  /** False: it was confirmed, ended or cancelled before, and this is where it stands. */
  readonly first: boolean;
}

export interface NotConfirmed {
  readonly failure: Failure;
  /** The price moved or the quote expired: the same thing at today's price, to be confirmed on its own. */
  readonly again: Order | null;
}

export interface ConfirmingDeps {
  readonly database: Database;
  readonly quotes: Quotes;
  readonly pricing: Pricing;
  readonly wallet: Pick<Wallet, 'hold'>;
  readonly spending: Pick<Spending, 'over'>;
  readonly selling: Pick<Selling, 'paused'>;
  readonly now: () => number;
  readonly leaseMs?: number;
}

/** Undoes the whole confirmation; carries the answer out of the transaction that it rolls back. */
class NotPayable extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super('This order cannot be paid for.');
    this.failure = failure;
  }
}

export function createConfirming(deps: ConfirmingDeps) {
  const { database, quotes, pricing, wallet, spending, selling, now, leaseMs = usualLeaseMs } = deps;

  async function confirm(request: ConfirmRequest): Promise<Result<Confirmed, NotConfirmed>> {
    const order = await quotes.find(request.orderId);
    if (!order) return no({ code: 'order-unknown' });
    if (order.buyerId !== request.by) return no({ code: 'order-not-yours' });
    if (order.state !== 'quoted' && order.state !== 'expired') return ok({ order, first: false });
    // One of many is confirmed with the others or not at all.
    if (order.batchId !== null) return no({ code: 'order-not-open' });

    const paused = await selling.paused();
    if (paused) return no({ code: 'selling-paused', reason: paused.reason });

    const fresh = await pricing.priceNow(wantedOf(order));
    if (order.state === 'expired' || now() >= order.expiresAt) {
      return quoteAgain(order, request, { code: 'quote-expired' }, fresh);
    }
    if (!fresh) return commit(order, request);
    if (!fresh.ok) return (await retire(order, fresh.error.code)) ?? no(fresh.error);
    const { total } = fresh.value.price;
    // A gateway may give an id to another thing: what was shown is what is bought, or the question is asked again.
    if (!isSame(order, fresh.value)) return quoteAgain(order, request, { code: 'product-changed' }, fresh);
    if (total === order.total) return commit(order, request);
    return quoteAgain(order, request, { code: 'price-moved', was: order.total, now: total }, fresh);
  }

  /** The one moment at which a quote becomes a purchase: state, trail and money together, or not at all. */
  async function commit(order: Order, request: ConfirmRequest): Promise<Result<Confirmed, NotConfirmed>> {
    const { by, messageId, leased = false } = request;
    const at = now();
    const actor = `person:${by}`;
    try {
      const row = await database.transaction(async (tx) => {
        const lease = leased ? leasedUntil(at + leaseMs) : {};
        const set = { confirmed_at: at, next_attempt_at: at, message_id: messageId ?? order.messageId, ...lease };
        const moved = await moveOrder(tx, {
          id: order.id,
          from: 'quoted',
          to: 'confirmed',
          actor,
          why: 'confirmed',
          now: at,
          set,
        });
        if (!moved) return null;
        const over = await spending.over(tx, { ...order, counted: order.total, at });
        if (over) throw new NotPayable(over);
        const { missing } = await wallet.hold(tx, order, actor);
        if (missing > 0) throw new NotPayable({ code: 'wallet-too-small', missing });
        return moved;
      });
      if (row) return ok({ order: orderOf(row), first: true });
    } catch (error) {
      if (error instanceof NotPayable) return no(error.failure);
      throw error;
    }
    const current = await quotes.find(order.id);
    if (!current) return no({ code: 'order-unknown' });
    if (current.state === 'expired') return quoteAgain(current, request, { code: 'quote-expired' }, null);
    return ok({ order: current, first: false });
  }

  async function quoteAgain(
    order: Order,
    { origin, by }: ConfirmRequest,
    failure: Failure,
    fresh: Result<Priced, Failure> | null,
  ): Promise<Result<Confirmed, NotConfirmed>> {
    const elsewhere = await retire(order, failure.code);
    if (elsewhere) return elsewhere;
    const request = { origin: `again:${origin}`, buyerId: by, wanted: wantedOf(order) };
    const again = await quotes.quote(request, fresh ?? undefined);
    return again.ok ? err({ failure, again: again.value }) : no(again.error);
  }

  /** Ends a quote that will not do any more. If another tap confirmed or cancelled it meanwhile: where it stands. */
  async function retire(order: Order, why: string): Promise<Result<Confirmed, NotConfirmed> | null> {
    if (order.state === 'expired') return null;
    const actor = `person:${order.buyerId}`;
    const moved = await database.transaction((tx) =>
      moveOrder(tx, { id: order.id, from: 'quoted', to: 'expired', actor, why, now: now() }),
    );
    const current = moved ? null : await quotes.find(order.id);
    return current && current.state !== 'expired' ? ok({ order: current, first: false }) : null;
  }

  /** An order that is no longer just a quote stays as it is; whoever asks reads where it stands. */
  async function cancel(orderId: string, by: number): Promise<Result<Order, Failure>> {
    const order = await quotes.find(orderId);
    if (!order) return err({ code: 'order-unknown' });
    if (order.buyerId !== by) return err({ code: 'order-not-yours' });
    if (order.state !== 'quoted') return ok(order);
    if (order.batchId !== null) return err({ code: 'order-not-open' });
    const move = {
      id: order.id,
      from: 'quoted',
      to: 'cancelled',
      actor: `person:${by}`,
      why: 'cancelled',
      now: now(),
    } as const;
    const row = await database.transaction((tx) => moveOrder(tx, move));
    return ok(row ? orderOf(row) : ((await quotes.find(orderId)) ?? order));
  }

  /** The message that shows the order is another one by now: the receipt goes there. */
  async function shownIn(orderId: string, messageId: number): Promise<void> {
    await database.db.updateTable('orders').set({ message_id: messageId }).where('id', '=', orderId).execute();
  }

  return { confirm, cancel, shownIn };
}

const no = (failure: Failure) => err({ failure, again: null });

function isSame(order: Order, now: Priced): boolean {
  const facts = ['title', 'days', 'operatorId', 'simType', 'productType', 'profileId'] as const;
  return facts.every((fact) => order[fact] === now[fact]);
}
