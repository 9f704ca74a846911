import type { Failure } from '#domain/failure.ts';
import { momentAfter } from '#domain/moment.ts';
import type { Rials } from '#domain/money.ts';
import { isPaymentOpen, paymentSteps } from '#domain/payment.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { holdPrice } from '#shop/buying/orders/price-hold.ts';
import { checkPrice, type Pricing } from '#shop/buying/orders/pricing.ts';
import type { Quotes } from '#shop/buying/orders/quotes.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import type { AmountDue } from './amount-due.ts';
import type { ArrivedPayment, BookPayment } from './book-payment.ts';
import { type Payment, paymentOf } from './payment.ts';
import { refusalToPayIn } from './payment-methods.ts';
import type { ReopenPayment } from './reopen-payment.ts';
import { findPayment, insertPayment, lockPayment, type NewPayment } from './transition.ts';

/** What an invoice is for. */
interface InvoiceRequest {
  /** Identifies the update that asked. */
  readonly source: string;
  readonly by: number;
  readonly amount: Rials;
  readonly orderId: string | null;
}

interface PaidInvoice {
  /** Telegram's id of this payment, so that a repeated report counts once. */
  readonly chargeId: string;
  /** The id of the payment, or of its order. */
  readonly payload: string;
  readonly by: number;
  readonly amount: Rials;
  /** True if the messenger can be asked: it stores transactions before they are paid, so an unknown one is booked already. */
  readonly inquiry?: boolean;
}

interface PaymentResult {
  readonly payment: Payment | null;
  readonly order: Order | null;
  /** Whether it confirmed its order, went into the wallet, or was seen before. */
  readonly kind: 'confirmed' | 'kept' | 'seen';
  /** Why the wallet kept it, unless the order's state is the reason. */
  readonly failure: Failure | null;
}

interface InvoicePaymentsDeps {
  readonly database: Database;
  readonly quotes: Pick<Quotes, 'find'>;
  readonly pricing: Pick<Pricing, 'itemNow' | 'charged'>;
  readonly due: AmountDue;
  readonly book: BookPayment;
  readonly reopen: ReopenPayment;
  readonly newId: () => string;
  readonly now: () => number;
}

/** When an unpaid invoice expires here. Telegram keeps it for ever, and a later payment is still booked. */
const openMs = 24 * 3_600_000;
/** When to ask the messenger about a payment whose message, usually seconds away, has not come. */
const inquireAfterMs = 60_000;

/** Telegram invoices: one method of payment among the others. */
export function createInvoicePayments({
  database,
  quotes,
  pricing,
  due,
  book,
  reopen,
  newId,
  now,
}: InvoicePaymentsDeps) {
  /** Stores the payment before the invoice is sent; a repeated update finds the same one. */
  async function open({ source, by, amount, orderId }: InvoiceRequest): Promise<Payment> {
    const row = newRow({ source, person_id: by, amount, order_id: orderId });
    const inserted = await database.transaction((tx) => insertPayment(tx, row));
    const storedPayment =
      inserted ??
      (await database.db.selectFrom('payments').selectAll().where('source', '=', source).executeTakeFirstOrThrow());
    return paymentOf(storedPayment);
  }

  const newRow = (fields: Pick<NewPayment, 'source' | 'person_id' | 'amount' | 'order_id'>): NewPayment => {
    const expires_at = momentAfter(now(), openMs);
    return { ...fields, id: newId(), method: 'invoice', created_at: now(), expires_at, next_attempt_at: expires_at };
  };

  /** Checks everything again at the last moment before the person pays. */
  async function mayPay(
    payload: string,
    by: number,
    amount: Rials,
    transaction: string | null = null,
  ): Promise<Result<null, Failure>> {
    const may = await check(payload, by, amount);
    if (!may.ok || transaction === null) return may;
    const isStored = await database.transaction((tx) => store(tx, payload, transaction));
    return isStored ? may : err({ code: 'invoice-stale' });
  }

  /**
   * Stores the transaction before the answer that lets the person pay, so that the messenger can be asked about it. An
   * earlier transaction, which may also be paid, gets its own row.
   */
  async function store(tx: Transaction, id: string, reference: string): Promise<boolean> {
    const at = now();
    const payment = await lockPayment(tx, id);
    if (!payment || !isPaymentOpen(payment.state)) return false;
    if (payment.reference === reference) return true;
    const next_attempt_at = momentAfter(at, inquireAfterMs);
    const expires_at = at + openMs;
    await tx.updateTable('payments').set({ reference, next_attempt_at, expires_at }).where('id', '=', id).execute();
    if (payment.reference === null) return true;
    const { person_id, amount, order_id, hold_until, reference: before } = payment;
    const row = newRow({ source: `charge:${before}`, person_id, amount, order_id });
    await insertPayment(tx, { ...row, reference: before, hold_until, next_attempt_at });
    return true;
  }

  async function check(payload: string, by: number, amount: Rials): Promise<Result<null, Failure>> {
    const payment = await findPayment(database.db, payload);
    if (payment && payment.person_id !== by) return err({ code: 'order-not-yours' });
    if (payment && (!isPaymentOpen(payment.state) || payment.amount !== amount)) return err({ code: 'invoice-stale' });
    const orderId = payment ? payment.order_id : payload;
    if (orderId !== null) return mayPayOrder(orderId, payment?.id ?? null, by, amount);
    const refusal = await refusalToPayIn(database.db, by);
    return refusal ? err(refusal) : ok(null);
  }

  const dueByInvoice = (orderId: string, by: number) => due(orderId, by, 'invoice');

  async function mayPayOrder(
    orderId: string,
    paymentId: string | null,
    by: number,
    amount: Rials,
  ): Promise<Result<null, Failure>> {
    const due = await dueByInvoice(orderId, by);
    if (!due.ok) return due;
    const { order } = due.value;
    const { failure } = await checkPrice(pricing, order);
    if (failure) return err(failure);
    // The wallet has changed since the invoice was sent, so the person needs a new one.
    if (due.value.amount !== amount) return err({ code: 'invoice-stale' });
    const isHeld = await database.transaction(async (tx) => {
      const hold_until = await holdPrice(tx, { orderId, method: 'invoice', at: now() });
      if (hold_until !== null && paymentId !== null)
        await tx.updateTable('payments').set({ hold_until }).where('id', '=', paymentId).execute();
      return hold_until !== null;
    });
    return isHeld ? ok(null) : err({ code: 'order-not-open' });
  }

  async function paid(charge: PaidInvoice): Promise<PaymentResult> {
    const invoice = (await ofTransaction(charge.chargeId)) ?? (await findPayment(database.db, charge.payload));
    const isTheirs = invoice?.person_id === charge.by && invoice.method === 'invoice';
    let booked = isTheirs ? await book({ id: invoice.id, ...arrivalOf(charge) }) : null;
    // A second payment of the same invoice is also money.
    const isOther = !booked?.first && booked?.payment?.reference !== charge.chargeId;
    if (!booked || (isOther && !charge.inquiry)) booked = await bookApart(charge);
    const { payment, first } = booked;
    if (payment?.state === 'refused') await reopen(payment.id);
    const order = await quotes.find(payment?.orderId ?? charge.payload);
    if (!first) return { payment, order, kind: 'seen', failure: null };
    return { payment, order, kind: payment?.bought ? 'confirmed' : 'kept', failure: payment?.keptWhy ?? null };
  }

  /** The amount that the person's invoice asked for; null if there is no such invoice. */
  async function amountOf(payload: string, by: number): Promise<Rials | null> {
    const invoice = await findPayment(database.db, payload);
    return invoice?.person_id === by && invoice.method === 'invoice' ? invoice.amount : null;
  }

  const ofTransaction = (reference: string): Promise<PaymentRow | undefined> =>
    database.db
      .selectFrom('payments')
      .selectAll()
      .where('method', '=', 'invoice')
      .where('reference', '=', reference)
      .executeTakeFirst();

  /** Handles money without an open invoice, or for one that is already paid. */
  async function bookApart(charge: PaidInvoice) {
    const { chargeId, payload, by, amount } = charge;
    const source = `charge:${chargeId}`;
    const copy = await database.db.selectFrom('payments').select('id').where('source', '=', source).executeTakeFirst();
    const order = await quotes.find(payload);
    const order_id = order?.buyerId === by ? payload : null;
    const row = newRow({ source, person_id: by, amount, order_id });
    return book({ id: copy?.id ?? row.id, ...(copy ? {} : { unlessStored: row }), ...arrivalOf(charge) });
  }

  const arrivalOf = ({ chargeId, by, amount }: PaidInvoice): Omit<ArrivedPayment, 'id'> => ({
    credited: amount,
    actor: `person:${by}`,
    why: paymentSteps.messenger,
    set: { reference: chargeId },
  });

  return { due: dueByInvoice, open, mayPay, amountOf, paid };
}
