import type { Failure } from '#domain/failure.ts';
import { momentAfter } from '#domain/moment.ts';
import type { Rials } from '#domain/money.ts';
import { isOnline, isPaymentOpen, type OnlineMethod, paymentSteps } from '#domain/payment.ts';
import type { Person } from '#domain/person.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Log } from '#log.ts';
import type { BeginFailure, PaymentProvider } from '#payments/provider.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { unknownAgain } from '#shop/base/outbox/order-messages.ts';
import { addReceiptJob } from '#shop/base/outbox/outbox.ts';
import { refusalToBuy } from '#shop/buying/orders/may-buy.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { holdPrice } from '#shop/buying/orders/price-hold.ts';
import type { Pricing } from '#shop/buying/orders/pricing.ts';
import type { Quotes } from '#shop/buying/orders/quotes.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { type Payment, paymentOf } from './payment.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { findPayment, insertPayment, lockPayment, movePayment } from './transition.ts';

/** Why the payer was not sent to the bank. */
type NotBegun = BeginFailure | { readonly kind: 'blocked'; readonly why: string };

interface OnlineRequest {
  /** Identifies the update, so that a repeated update finds the same payment. */
  readonly source: string;
  readonly by: number;
  readonly method: OnlineMethod;
  readonly amount: Rials;
  readonly orderId: string | null;
}

/** Where the purchase is described: at the bank, or on our page before or after the payment. */
export type PurchasePlace = 'bank' | 'open-page' | 'closed-page';

export interface OnlinePaymentsDeps {
  readonly database: Database;
  readonly methods: Pick<PaymentMethods, 'forPerson' | 'providerOf' | 'refusalToPayIn'>;
  /** Ends without a slash. Null if online payments are off. */
  readonly publicUrl: string | null;
  readonly quotes: Pick<Quotes, 'find'>;
  readonly pricing: Pick<Pricing, 'shortage'>;
  readonly people: Pick<People, 'find'>;
  /** The description that the provider gets for a payment into the wallet. */
  readonly description: string;
  /** The description of a payment that buys something; by default the one above. */
  readonly describe?:
    | ((payer: Pick<Person, 'language' | 'unit'> | null, order: Order, place: PurchasePlace) => string)
    | undefined;
  readonly alerts: Alerts;
  readonly log: Log;
  readonly newId: () => string;
  readonly now: () => number;
  readonly paymentsDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
}

/** How long a payment into the wallet stays open: as long as people need at the bank. */
const onlineMs = 20 * 60_000;
/** When to ask about a payer who has not returned; a return is checked at once. */
const firstLookMs = 30_000;

/** The reason stored when a payer returns without paying and may pay again. */
export const returnedUnpaid = 'unpaid';

/** True if the payer cancelled or left at the bank; the chat says so. */
export const isReturnedUnpaid = ({ state, reason }: Pick<Payment, 'state' | 'reason'>): boolean =>
  state === 'asked' && reason === returnedUnpaid;

/** Stores and begins payments at a provider's page and sends payers there. The payment worker asks whether they paid. */
export function createOnlinePayments(deps: OnlinePaymentsDeps) {
  const { database, methods, quotes, pricing, people, publicUrl, description, describe, alerts, log, newId, now } =
    deps;
  const { paymentsDue, receiptsDue, alertsDue } = deps;

  /** Stores the payment; opening its page calls the provider. */
  async function open(request: OnlineRequest): Promise<Result<Payment, Failure>> {
    if (!methods.providerOf(request.method) || publicUrl === null) return err({ code: 'method-closed' });
    const row = await store(request);
    if (!row) return err({ code: 'order-not-open' });
    return row.person_id === request.by ? ok(paymentOf(row)) : err({ code: 'payment-unknown' });
  }

  /** Null if its order is no longer a quote. */
  async function store({ source, by, method, amount, orderId }: OnlineRequest): Promise<PaymentRow | null> {
    const at = now();
    const inserted = await database.transaction(async (tx) => {
      const held = orderId === null ? null : await holdPrice(tx, { orderId, method, at });
      if (orderId !== null && held === null) return null;
      const ends = momentAfter(held ?? at + onlineMs, 0);
      const times = { created_at: at, expires_at: ends, next_attempt_at: ends, hold_until: held };
      return insertPayment(tx, { id: newId(), source, person_id: by, method, amount, order_id: orderId, ...times });
    });
    if (inserted) return inserted;
    const before = database.db.selectFrom('payments').selectAll().where('source', '=', source);
    return (await before.executeTakeFirst()) ?? null;
  }

  /** Returns the state after all concurrent calls: every payer is sent to the first reference. */
  async function begin(row: PaymentRow, provider: PaymentProvider): Promise<PaymentRow> {
    const start = (await methods.refusalToPayIn(row.person_id))
      ? err({ kind: 'blocked', why: 'by the owner' } as const)
      : await askProvider(row, provider);
    if (start.ok) await storeReference(row.id, start.value.reference);
    else await notBegun(row, start.error);
    return (await findPayment(database.db, row.id)) ?? row;
  }

  async function askProvider({ id, amount, order_id, person_id }: PaymentRow, provider: PaymentProvider) {
    const purchase = await purchaseOf(order_id, person_id, 'bank');
    const callbackUrl = `${publicUrl}/pay/${id}/back`;
    return provider.begin({ id, amount, description: purchase ?? description, callbackUrl });
  }

  const storeReference = (id: string, reference: string) =>
    database.write((db) =>
      db
        .updateTable('payments')
        .set({ reference, next_attempt_at: momentAfter(now(), firstLookMs) })
        .where('id', '=', id)
        .where('state', '=', 'asked')
        .where('reference', 'is', null)
        .execute(),
    );

  async function notBegun({ id, method }: PaymentRow, { kind, why }: NotBegun): Promise<void> {
    log.warn({ payment: id, method, kind, why }, 'payment not begun');
    // The provider may recover, so the payer can load the page again.
    if (kind === 'unavailable') return;
    await database.transaction(async (tx) => {
      if (kind === 'misconfigured')
        await alerts.write(tx, `${method}:${new Date(now()).toISOString().slice(0, 13)}`, {
          kind: 'payment-misconfigured',
          method,
          why,
        });
      const row = await lockPayment(tx, id);
      // Another load of the page may have begun it and sent the payer to the bank.
      if (row?.state !== 'asked' || row.reference !== null) return;
      await movePayment(tx, {
        id,
        from: 'asked',
        to: 'refused',
        actor: method,
        why: `${kind}: ${why}`,
        now: now(),
        set: { reason: kind, next_attempt_at: null },
      });
    });
    alertsDue.notify();
    receiptsDue.notify();
  }

  /** For the page that forwards to the bank. Null if the payment does not exist; `url` is null if there is nothing left to pay. */
  async function forward(
    id: string,
    by: OnlineMethod | null = null,
  ): Promise<{ payment: Payment; url: string | null } | null> {
    const row = await findPayment(database.db, id);
    const provider = row ? methods.providerOf(row.method) : null;
    if (!row || !provider || !isOnline(row.method)) return null;
    const method = by ?? row.method;
    const isOther = method !== row.method;
    const isAgain = isReturnedUnpaid(row);
    const isBegun = row.reference !== null && !isOther && !isAgain;
    // The method was switched off after its button was shown.
    if (row.state === 'asked' && !isBegun && !(await methods.forPerson(row.person_id)).includes(method))
      return { payment: paymentOf(row), url: null };
    if ((isOther && row.state === 'asked') || isAgain) {
      const next = isOther ? await beside(row, method) : await succeed(row, method, `again:${row.id}`);
      return next === null ? { payment: await expire(row), url: null } : forward(next);
    }
    if (row.state === 'asked' && !(await isStillWanted(row))) return { payment: await expire(row), url: null };
    // Before a restore the payer may have been at the bank under a reference that is lost.
    const isNew = row.state === 'asked' && (row.reference ?? row.possibly_sent_at) === null && publicUrl !== null;
    const current = isNew ? await begin(row, provider) : row;
    const { state, reference } = current;
    // After a return or a delay, another visit to the bank could pay twice.
    return { payment: paymentOf(current), url: state === 'asked' && reference ? provider.payUrl(reference) : null };
  }

  /** False if its order is over or may not be bought now. A payment that was begun can still be paid. */
  async function isStillWanted(payment: PaymentRow): Promise<boolean> {
    const { order_id: orderId, person_id: by, reference, hold_until } = payment;
    if (orderId === null) return true;
    if ((hold_until ?? payment.expires_at) <= now()) return false;
    const order = await quotes.find(orderId);
    if (order?.state !== 'quoted') return false;
    return reference !== null || ((await refusalToBuy(database.db, by)) ?? (await pricing.shortage(order))) === null;
  }

  /** Begins the same sum at another provider. Each provider has one payment, however often the payer switches. */
  async function beside(row: PaymentRow, method: OnlineMethod): Promise<string | null> {
    const firstId = /^beside:[^:]+:(.+)$/.exec(row.source)?.[1] ?? row.id;
    const first = firstId === row.id ? row : await findPayment(database.db, firstId);
    if (first?.method === method && (isPaymentOpen(first.state) || first.state === 'paid')) return follow(row, first);
    return succeed(row, method, `beside:${method}:${firstId}`);
  }

  /**
   * A reference that was cancelled at the bank can no longer be paid, so another visit is another payment. The worker still
   * asks about the first. Null if the order is over.
   */
  async function succeed(row: PaymentRow, method: OnlineMethod, source: string): Promise<string | null> {
    const { person_id: by, amount, order_id: orderId } = row;
    const next = await store({ source, by, method, amount, orderId });
    // It was given up or refused meanwhile, so this visit is another payment.
    const isOver = next?.state === 'expired' || next?.state === 'refused';
    return isOver ? succeed(row, method, `again:${next.id}`) : next && follow(row, next);
  }

  /** Moves the message in the chat to the new payment. */
  async function follow({ id }: PaymentRow, next: PaymentRow): Promise<string> {
    await database.transaction(async (tx) => {
      await addReceiptJob(tx, `payment:${next.id}`, now());
      await tx
        .updateTable('order_messages')
        .set({ subject: `payment:${next.id}`, shown: unknownAgain() })
        .where('subject', '=', `payment:${id}`)
        .execute();
    });
    receiptsDue.notify();
    return next.id;
  }

  /** Ends a payment whose order is over. The worker still asks about one that was begun; one that a restore marked stays. */
  async function expire(row: PaymentRow): Promise<Payment> {
    const { id, state: from, method: actor } = row;
    const move = { id, from, to: 'expired', actor, why: paymentSteps['order-over'], now: now() } as const;
    const isExpired = row.possibly_sent_at === null && (await database.transaction((tx) => movePayment(tx, move)));
    receiptsDue.notify();
    return paymentOf(isExpired || (await findPayment(database.db, id)) || row);
  }

  /**
   * The payer's browser came back from the bank. Its parameters prove nothing, so the payment worker asks the provider.
   * Returns the payment; null if there is no such online payment.
   */
  async function returned(id: string): Promise<Payment | null> {
    const row = await findPayment(database.db, id);
    // A payment without its merchant waits until the merchant is back, and owners hear of it.
    if (!row || !isOnline(row.method)) return null;
    const at = now();
    if (row.state === 'submitted') await askAgain(id, at);
    if (row.reference === null || (row.state !== 'asked' && row.state !== 'expired')) return paymentOf(row);
    const set = { next_attempt_at: momentAfter(at, 0), waiting_since: at, alerted: 0 };
    const move = {
      id,
      from: row.state,
      to: 'submitted',
      actor: 'payer',
      why: paymentSteps.back,
      now: at,
      set,
    } as const;
    const isFirst = await database.transaction((tx) => movePayment(tx, move));
    paymentsDue.notify();
    receiptsDue.notify();
    return isFirst ? paymentOf(isFirst) : paymentOf((await findPayment(database.db, id)) ?? row);
  }

  /** The payer may have paid since the last question, so an answer on its way does not count. */
  async function askAgain(id: string, at: number): Promise<void> {
    await database.write((db) =>
      db
        .updateTable('payments')
        .set({ next_attempt_at: momentAfter(at, 0), lease_until: 0 })
        .where('id', '=', id)
        .where('state', '=', 'submitted')
        .where('next_attempt_at', 'is not', null)
        .execute(),
    );
    paymentsDue.notify();
  }

  const find = (id: string): Promise<Payment | null> =>
    findPayment(database.db, id).then((row) => (row ? paymentOf(row) : null));

  /** Another provider's method begins a payment there for the same sum. */
  const pageUrl = ({ id, method }: Payment, by: OnlineMethod): string =>
    by === method ? `${publicUrl}/pay/${id}` : `${publicUrl}/pay/${id}/by/${by}`;

  /** What it buys; null if it fills the wallet. */
  async function purchaseOf(orderId: string | null, personId: number, place: PurchasePlace): Promise<string | null> {
    const order = orderId === null ? null : await quotes.find(orderId);
    if (!order || !describe) return null;
    return describe(await people.find(personId), order, place);
  }

  /** For our pages. */
  const purchaseFor = ({ orderId, personId, state }: Pick<Payment, 'orderId' | 'personId' | 'state'>) =>
    purchaseOf(orderId, personId, state === 'asked' || state === 'submitted' ? 'open-page' : 'closed-page');

  return { open, forward, returned, find, pageUrl, purchaseFor };
}
