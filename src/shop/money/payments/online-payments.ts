import type { Failure } from '#domain/failure.ts';
import { momentAfter } from '#domain/moment.ts';
import type { Rials } from '#domain/money.ts';
import { isOnline, isPaymentOpen, type OnlineMethod, paymentSteps } from '#domain/payment.ts';
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
import type { People, Person } from '#shop/people/people/people.ts';
import type { Database } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { type Payment, paymentOf } from './payment.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { findPayment, insertPayment, lockPayment, movePayment } from './transition.ts';

/** Why the payer was not sent to the bank. */
type NotBegun = BeginFailure | { readonly kind: 'blocked'; readonly why: string };

interface OnlineRequest {
  /** Names the update that asked: the same one, delivered again, finds the same payment. */
  readonly source: string;
  readonly by: number;
  readonly method: OnlineMethod;
  readonly amount: Rials;
  readonly orderId: string | null;
}

/** Where a purchase is named: at the bank, on our page while it is to be paid, or on our page afterwards. */
export type PurchasePlace = 'bank' | 'open-page' | 'closed-page';

export interface OnlinePaymentsDeps {
  readonly database: Database;
  readonly methods: Pick<PaymentMethods, 'forPerson' | 'providerOf' | 'refusalToPayIn'>;
  /** Without a slash at its end; null: online payments are off. */
  readonly publicUrl: string | null;
  readonly quotes: Pick<Quotes, 'find'>;
  readonly pricing: Pick<Pricing, 'shortage'>;
  readonly people: Pick<People, 'find'>;
  /** What the provider is told that a payment into the wallet is for. */
  readonly description: string;
  /** The same of a payment that buys something. Without it that is told like any other. */
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

/** As long as people need at the bank, where no order waits. */
const onlineMs = 20 * 60_000;
/** Most people are back sooner, and then it is asked at once. */
const firstLookMs = 30_000;

/** Why a payment is asked for again: its payer was at the bank and paid nothing. */
export const returnedUnpaid = 'unpaid';

/** Cancelled at the bank, or left there: told to the payer. */
export const isReturnedUnpaid = ({ state, reason }: Pick<Payment, 'state' | 'reason'>): boolean =>
  state === 'asked' && reason === returnedUnpaid;

/** Payments at a provider's page: stored, begun, and their payers sent there. Whether they paid, the payment worker asks. */
export function createOnlinePayments(deps: OnlinePaymentsDeps) {
  const { database, methods, quotes, pricing, people, publicUrl, description, describe, alerts, log, newId, now } =
    deps;
  const { paymentsDue, receiptsDue, alertsDue } = deps;

  /** Stored; the provider is called when the payer opens the page. */
  async function open(request: OnlineRequest): Promise<Result<Payment, Failure>> {
    if (!methods.providerOf(request.method) || publicUrl === null) return err({ code: 'method-closed' });
    const row = await store(request);
    if (!row) return err({ code: 'order-not-open' });
    return row.person_id === request.by ? ok(paymentOf(row)) : err({ code: 'payment-unknown' });
  }

  /** Null: its order is no quote any more. */
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

  /** As it stands after all concurrent calls: the first reference counts, no payer is sent to another. */
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
    // A provider that is down mends itself: the page may be loaded again.
    if (kind === 'unavailable') return;
    await database.transaction(async (tx) => {
      if (kind === 'misconfigured')
        await alerts.write(tx, `${method}:${new Date(now()).toISOString().slice(0, 13)}`, {
          kind: 'payment-misconfigured',
          method,
          why,
        });
      const row = await lockPayment(tx, id);
      // Another load of the page may have begun it, and its payer is at the bank.
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

  /** For the page that forwards to the bank. Null: no such payment. `url` is null when there is nothing to pay any more. */
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
    // Switched off since its button was shown.
    if (row.state === 'asked' && !isBegun && !(await methods.forPerson(row.person_id)).includes(method))
      return { payment: paymentOf(row), url: null };
    if ((isOther && row.state === 'asked') || isAgain) {
      const next = isOther ? await beside(row, method) : await succeed(row, method, `again:${row.id}`);
      return next === null ? { payment: await expire(row), url: null } : forward(next);
    }
    if (row.state === 'asked' && !(await isStillWanted(row))) return { payment: await expire(row), url: null };
    // Who pays what a restore marked may have been at the bank under a reference that is lost.
    const isNew = row.state === 'asked' && (row.reference ?? row.possibly_sent_at) === null && publicUrl !== null;
    const current = isNew ? await begin(row, provider) : row;
    const { state, reference } = current;
    // Once they are back or late, another visit to the bank could only pay a second time.
    return { payment: paymentOf(current), url: state === 'asked' && reference ? provider.payUrl(reference) : null };
  }

  /** False: its order is bought, cancelled or expired, or may not be bought now. What was begun is paid while that passes. */
  async function isStillWanted(payment: PaymentRow): Promise<boolean> {
    const { order_id: orderId, person_id: by, reference, hold_until } = payment;
    if (orderId === null) return true;
    if ((hold_until ?? payment.expires_at) <= now()) return false;
    const order = await quotes.find(orderId);
    if (order?.state !== 'quoted') return false;
    return reference !== null || ((await refusalToBuy(database.db, by)) ?? (await pricing.shortage(order))) === null;
  }

  /** The same sum at another provider: one payment at each, however often the payer changes their mind. */
  async function beside(row: PaymentRow, method: OnlineMethod): Promise<string | null> {
    const firstId = /^beside:[^:]+:(.+)$/.exec(row.source)?.[1] ?? row.id;
    const first = firstId === row.id ? row : await findPayment(database.db, firstId);
    if (first?.method === method && (isPaymentOpen(first.state) || first.state === 'paid')) return follow(row, first);
    return succeed(row, method, `beside:${method}:${firstId}`);
  }

  /**
   * A reference that was cancelled at the bank cannot be paid any more: another visit is another payment. The worker still
   * asks about the first. Null: its order is over.
   */
  async function succeed(row: PaymentRow, method: OnlineMethod, source: string): Promise<string | null> {
    const { person_id: by, amount, order_id: orderId } = row;
    const next = await store({ source, by, method, amount, orderId });
    // Given up or refused since: this visit is another one.
    const isOver = next?.state === 'expired' || next?.state === 'refused';
    return isOver ? succeed(row, method, `again:${next.id}`) : next && follow(row, next);
  }

  /** The message in the chat is about that one from now on. */
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

  /** There is nothing to pay for any more. The worker goes on asking about what was begun. What a restore marked stays. */
  async function expire(row: PaymentRow): Promise<Payment> {
    const { id, state: from, method: actor } = row;
    const move = { id, from, to: 'expired', actor, why: paymentSteps['order-over'], now: now() } as const;
    const isExpired = row.possibly_sent_at === null && (await database.transaction((tx) => movePayment(tx, move)));
    receiptsDue.notify();
    return paymentOf(isExpired || (await findPayment(database.db, id)) || row);
  }

  /**
   * The payer's browser came back from the bank. Its parameters prove nothing: the payment worker asks the provider. The
   * payment as it stands; null: no such online payment.
   */
  async function returned(id: string): Promise<Payment | null> {
    const row = await findPayment(database.db, id);
    // Also without its merchant: it waits until that is back, and owners hear of it.
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

  /** They may have paid since the provider was asked: an answer that is on its way does not count. */
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

  /** That of another provider begins a payment there for the same sum. */
  const pageUrl = ({ id, method }: Payment, by: OnlineMethod): string =>
    by === method ? `${publicUrl}/pay/${id}` : `${publicUrl}/pay/${id}/by/${by}`;

  /** What it buys; null: it is for the wallet. */
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
