import type { Failure } from '#domain/failure.ts';
import type { Rials } from '#domain/money.ts';
import {
  canPaymentBecome,
  isPaymentOpen,
  type PaymentState,
  paymentKey,
  paymentStatesBefore,
  writeProblem,
} from '#domain/payment.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { DailyLimit } from '#shop/base/wallet/daily-limit.ts';
import type { Wallet } from '#shop/base/wallet/wallet.ts';
import { confirmOrders } from '#shop/buying/orders/confirm-order.ts';
import { refusalToBuy } from '#shop/buying/orders/may-buy.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { checkPrice, type Pricing } from '#shop/buying/orders/pricing.ts';
import type { Quotes } from '#shop/buying/orders/quotes.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { endOthers } from './other-payments.ts';
import { type Payment, paymentOf } from './payment.ts';
import {
  findPayment,
  insertPayment,
  lockPayment,
  movePayment,
  type NewPayment,
  type PaymentChange,
} from './transition.ts';

/** Money that has arrived, as reported by a provider, by Telegram or by an owner. */
export interface ArrivedPayment {
  readonly id: string;
  /** The row to insert first if the payment has none. */
  readonly unlessStored?: NewPayment;
  readonly credited: Rials;
  /** The states from which this report counts; by default all from which a payment may become paid. */
  readonly from?: readonly PaymentState[];
  /** An owner or a cashier decided: this also settles a payment that a restore marked. */
  readonly isDecided?: boolean;
  readonly actor: string;
  /** Written to the payment's trail. */
  readonly why: string;
  readonly set?: Pick<PaymentChange, 'reference' | 'receipt' | 'payer_card' | 'payer_tail' | 'next_attempt_at'>;
  /** Written in the same transaction, once. */
  readonly also?: (tx: Transaction) => Promise<void>;
}

interface BookedPayment {
  /** The payment afterwards; null if it does not exist. */
  readonly payment: Payment | null;
  /** True if this call booked it; false if it was booked before or cannot be booked. */
  readonly first: boolean;
}

export interface BookPaymentDeps {
  readonly database: Database;
  readonly quotes: Pick<Quotes, 'find'>;
  readonly pricing: Pick<Pricing, 'itemNow' | 'charged' | 'shortage'>;
  readonly wallet: Pick<Wallet, 'payIn' | 'hold' | 'shortfall'>;
  readonly dailyLimit: Pick<DailyLimit, 'exceedsDailyLimit'>;
  readonly alerts: Pick<Alerts, 'write'>;
  readonly now: () => number;
  readonly purchasesDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
}

export type BookPayment = ReturnType<typeof createBookPayment>;

/** The ledger already has this payment, so it is not credited again. */
class BookedBefore extends Error {}

/** A restore marked the payment: it may be booked and spent already, so a person decides. */
class InDoubt extends Error {}

/**
 * The only place where a payment becomes paid and a wallet is credited for it: one transaction, which also
 * confirms the payment's order if its price stands. Otherwise the money stays in the wallet.
 */
export function createBookPayment(deps: BookPaymentDeps) {
  const { database, quotes, pricing, wallet, dailyLimit, alerts, now } = deps;
  const { purchasesDue, receiptsDue, alertsDue } = deps;

  async function bookPayment(arrival: ArrivedPayment): Promise<BookedPayment> {
    const storedPayment = (await findPayment(database.db, arrival.id)) ?? arrival.unlessStored;
    const wantedOrder =
      storedPayment && storedPayment.order_id !== null ? await quotes.find(storedPayment.order_id) : null;
    const order =
      wantedOrder?.buyerId === storedPayment?.person_id && wantedOrder?.batchId === null ? wantedOrder : null;
    // Runs outside the transaction. The money goes into the wallet whatever the answer is.
    const isPriced = order?.state === 'quoted' && order.possiblySentAt === null;
    const failure = isPriced ? await refusalNow(order) : null;
    const first = await database
      .transaction((tx) => credit(tx, arrival, order, failure))
      .catch(async (error: unknown) => {
        if (error instanceof InDoubt) await database.transaction((tx) => leaveToOwners(tx, arrival));
        else if (!(error instanceof BookedBefore)) throw error;
        return false;
      });
    const row = await findPayment(database.db, arrival.id);
    receiptsDue.notify();
    alertsDue.notify();
    if (first) {
      purchasesDue.notify();
      if (row && (await endOthers(database, row, now()))) receiptsDue.notify();
    }
    return { payment: row ? paymentOf(row) : null, first };
  }

  const refusalNow = async (order: Order): Promise<Failure | null> =>
    (await checkPrice(pricing, order)).failure ?? (await pricing.shortage(order));

  async function credit(
    tx: Transaction,
    arrival: ArrivedPayment,
    order: Order | null,
    failure: Failure | null,
  ): Promise<boolean> {
    const {
      id,
      unlessStored,
      credited,
      from = paymentStatesBefore('paid'),
      isDecided = false,
      actor,
      why,
      set,
      also,
    } = arrival;
    // Every writer locks the order first, then the payment, then the wallet: otherwise a payment that meets a confirmation
    // is a deadlock on PostgreSQL.
    if (order) {
      const lock = tx.updateTable('orders').set({ state: (eb) => eb.ref('state') });
      await lock.where('id', '=', order.id).execute();
    }
    if (unlessStored) await insertPayment(tx, unlessStored);
    const payment = await lockPayment(tx, id);
    if (!payment || !from.includes(payment.state)) return false;
    const { person_id: personId, method, state } = payment;
    const reference = set?.reference ?? payment.reference;
    if (reference === null) throw new Error(`Payment ${id} cannot be credited without a reference.`);
    const gift = { key: paymentKey(method, reference), personId, amount: credited, actor, note: payment.order_id };
    if (!(await wallet.payIn(tx, gift))) throw new BookedBefore();
    const at = now();
    const result = order ? await buy(tx, { order, payment, failure }, at) : { bought: 0, failure: null };
    if (payment.possibly_sent_at !== null && result.bought === 0 && !isDecided) throw new InDoubt();
    const kept_why = result.failure === null ? null : JSON.stringify(result.failure);
    const changes = { credited, bought: result.bought, kept_why, problem: null, next_attempt_at: null, ...set };
    await movePayment(tx, { id, from: state, to: 'paid', actor, why, now: at, set: changes });
    const forOwners = result.failure?.code;
    if (forOwners === 'person-paused' || forOwners === 'selling-paused')
      await alerts.write(tx, id, { kind: 'payment-kept', paymentId: id, personId, amount: credited, why: forOwners });
    await also?.(tx);
    return true;
  }

  /** Why the order was not bought; also null if it was over before. */
  async function buy(
    tx: Transaction,
    { order, payment, failure }: { order: Order; payment: PaymentRow; failure: Failure | null },
    at: number,
  ): Promise<{ readonly bought: 0 | 1; readonly failure: Failure | null }> {
    const { buyerId } = order;
    // Owners hear of a refusal even if something else also prevents the purchase.
    if (failure) return { bought: 0, failure: (await refusalToBuy(tx, buyerId)) ?? failure };
    const heldUntil = isPaymentOpen(payment.state) ? (payment.hold_until ?? 0) : 0;
    // An order paid for before a restore may be sold already, even if its price expired or selling is paused.
    const isAskedAgain = payment.possibly_sent_at !== null && order.possiblySentAt !== null;
    const confirmation = { orders: [order], buyerId, why: 'paid', at, heldUntil, isAskedAgain };
    const result = await confirmOrders(tx, { wallet, dailyLimit }, confirmation);
    if ('confirmed' in result) {
      await tx.updateTable('orders').set({ paid_by: payment.method }).where('id', '=', order.id).execute();
      return { bought: 1, failure: null };
    }
    const isOver = result.failure.code === 'order-not-open' || result.failure.code === 'quote-expired';
    return { bought: 0, failure: isOver ? null : result.failure };
  }

  /** The payer reads that the payment is being checked. */
  async function leaveToOwners(tx: Transaction, { id, actor, set }: ArrivedPayment): Promise<void> {
    const payment = await lockPayment(tx, id);
    if (!payment || !canPaymentBecome(payment.state, 'paid')) return;
    const at = now();
    const { state: from, method, amount, person_id: personId } = payment;
    const why = writeProblem({ code: 'restored' });
    const waiting = { problem: why, next_attempt_at: null, waiting_since: payment.waiting_since ?? at, reason: null };
    await movePayment(tx, { id, from, to: 'submitted', actor, why, now: at, set: { ...set, ...waiting } });
    await alerts.write(tx, `${id}:${why}`, { kind: 'payment-mismatch', paymentId: id, method, amount, personId, why });
  }

  return bookPayment;
}
