import type { Failure } from '#domain/failure.ts';
import { momentAfter } from '#domain/moment.ts';
import type { Rials } from '#domain/money.ts';
import { paymentSteps, readAskedStep, type Slip } from '#domain/payment.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { holdPrice } from '#shop/buying/orders/price-hold.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { lockPerson } from '#storage/person-lock.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import type { BankCard, BankCards } from './bank-cards.ts';
import { currentRequest, isAmountTaken, recentAmounts, requestsForSlip, slipMs } from './card-requests.ts';
import { giveUpPayment } from './give-up-payment.ts';
import { type Payment, paymentOf } from './payment.ts';
import type { PaymentMethods } from './payment-methods.ts';
import { countSlips, insertSlip, paymentOfSlip, refreshResemblances, slipOccasion, trackingCode } from './slips.ts';
import { insertPayment, movePayment } from './transition.ts';

interface CardRequest {
  /** Identifies the update, so that a repeated update finds the same request. */
  readonly source: string;
  readonly by: number;
  readonly amount: Rials;
  readonly orderId: string | null;
}

/** What a slip is for. */
export type SlipSubject = { readonly id: string } | { readonly amount: Rials };

interface SentSlip {
  readonly by: number;
  readonly slip: Slip;
  readonly source: string;
  readonly what: SlipSubject | null;
}

/** What the payer sees. */
interface CardPayment {
  readonly payment: Payment;
  readonly card: BankCard;
}

export interface CardPaymentsDeps {
  readonly database: Database;
  readonly cards: Pick<BankCards, 'list' | 'find'>;
  readonly methods: Pick<PaymentMethods, 'isBlocked'>;
  readonly alerts: Alerts;
  readonly newId: () => string;
  readonly now: () => number;
  readonly random: () => number;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
}

/** A transfer takes minutes; a day leaves room for those who go to a cash machine. */
const openMs = 24 * 3_600_000;
/** The most tomans added to make an amount unique; few while few amounts were in use lately. */
const fewTomans = 99;
const mostTomans = 999;
const toman = 10;
/** Limits slips of one payment, because each goes to every owner. */
const mostSlips = 5;

/** Another process decided it just now. */
class RequestChanged extends Error {}

export type CardPayments = ReturnType<typeof createCardPayments>;

/** Transfers from card to card: the amount identifies the payer, and an owner confirms the arrival. */
export function createCardPayments(deps: CardPaymentsDeps) {
  const { database, cards, methods, alerts, newId, now, random, receiptsDue, alertsDue } = deps;
  const openFor = new Set<number>();

  /** Replaces a request without a slip, even if its card is off; shows one whose slip waits for an owner. */
  async function open(request: CardRequest): Promise<Result<CardPayment, Failure>> {
    const { by, source } = request;
    if (await methods.isBlocked(by)) return err({ code: 'method-closed' });
    const on = (await cards.list()).filter(({ isOn }) => isOn);
    if (on.length === 0) return err({ code: 'method-closed' });
    const storedPayment = await database.transaction(async (tx) => {
      await lockPerson(database, tx, by);
      const again = await tx.selectFrom('payments').selectAll().where('source', '=', source).executeTakeFirst();
      if (again) return again;
      const current = await currentRequest(tx, by);
      const isShown = current && on.some(({ id }) => id === current.card_id) && isSame(current, request);
      if (current && (current.state !== 'asked' || isShown)) return current;
      if (current) await giveUpPayment(tx, current, paymentSteps.replaced, now());
      return insert(tx, request, on);
    });
    receiptsDue.notify();
    if (storedPayment) openFor.add(by);
    const card = storedPayment?.card_id == null ? null : await cards.find(storedPayment.card_id);
    if (!storedPayment || !card || storedPayment.person_id !== by) return err({ code: 'method-closed' });
    return ok({ payment: paymentOf(storedPayment), card });
  }

  /** The same request again, while it has no slip. */
  function isSame({ amount, order_id, expires_at }: PaymentRow, { amount: wanted, orderId }: CardRequest): boolean {
    const more = amount - wanted;
    return order_id === orderId && more > 0 && more <= mostTomans * toman && expires_at > now();
  }

  async function insert(
    tx: Transaction,
    { source, by, amount, orderId }: CardRequest,
    on: readonly BankCard[],
  ): Promise<PaymentRow | null> {
    const at = now();
    const card = on[Math.floor(random() * on.length)] ?? on[0];
    if (!card) return null;
    const held = orderId === null ? null : await holdPrice(tx, { orderId, method: 'card', at });
    if (orderId !== null && held === null) return null;
    const whole = Math.ceil(amount / toman) * toman;
    const span = { from: whole, to: whole + mostTomans * toman, since: at - slipMs };
    const used = await recentAmounts(tx, { cardId: card.id, ...span });
    const isUsed = (more: number) => Number(used.has(whole + more * toman));
    for (const more of [...surcharges(random)].toSorted((one, other) => isUsed(one) - isUsed(other))) {
      const id = newId();
      const row = await insertPayment(tx, {
        id,
        source,
        person_id: by,
        method: 'card',
        amount: whole + more * toman,
        order_id: orderId,
        reference: id,
        card_id: card.id,
        created_at: at,
        expires_at: at + openMs,
        next_attempt_at: momentAfter(at, openMs),
        hold_until: held,
        wanted: amount,
      });
      if (row) return row;
    }
    return null;
  }

  /** Without the tomans by which a transfer is recognised. */
  async function wantedFor({ id, method, amount }: Payment): Promise<Rials> {
    if (method !== 'card') return amount;
    const first = database.db.selectFrom('payment_events').select('why').where('payment_id', '=', id).orderBy('id');
    return readAskedStep((await first.limit(1).executeTakeFirst())?.why ?? '') ?? amount;
  }

  /** People with an open transfer, as read with the lease of their chat or opened here since. */
  function noted(personId: number, hasTransfer: boolean): void {
    if (hasTransfer) openFor.add(personId);
    else openFor.delete(personId);
  }

  const mayHaveOpen = (personId: number): boolean => openFor.has(personId);

  /** What a slip may be for, the likeliest first. */
  async function awaitingSlips(by: number): Promise<Payment[]> {
    return (await requestsForSlip(database.db, by, now())).map(paymentOf);
  }

  const awaitingSlip = async (by: number): Promise<Payment | null> => (await awaitingSlips(by))[0] ?? null;

  /**
   * Every slip goes to owners, even if its request is over. A second slip replaces the first, because people send several
   * photos. `source` identifies the update, so that a repeated one counts once. `what`: which request it is for; an amount
   * that was transferred without one; null: the likeliest request.
   */
  async function submit(
    by: number,
    slip: Slip,
    source: string,
    what: SlipSubject | null = null,
  ): Promise<Result<Payment, Failure>> {
    if (what && 'amount' in what && (await methods.isBlocked(by))) return err({ code: 'method-closed' });
    const store = () => database.transaction((tx) => storeSlip(tx, { by, slip, source, what }));
    const submission = await store().catch((error: unknown) =>
      isUniqueViolation(error) || error instanceof RequestChanged ? store() : Promise.reject(error),
    );
    if (!submission.ok) return submission;
    await refreshResemblances(database, submission.value, now());
    receiptsDue.notify();
    alertsDue.notify();
    return ok(paymentOf(submission.value));
  }

  async function storeSlip(
    tx: Transaction,
    { by, slip, source, what }: SentSlip,
  ): Promise<Result<PaymentRow, Failure>> {
    await lockPerson(database, tx, by);
    const at = now();
    const before = await paymentOfSlip(tx, source);
    if (before) return ok(before);
    const request = what && 'amount' in what ? await unasked(tx, by, what.amount, source) : await asked(tx, by, what);
    if (!request) return err({ code: 'payment-not-open' });
    if ((await countSlips(tx, request.id)) >= mostSlips) return err({ code: 'slips-enough' });
    const row = await attach(tx, request, slip, at);
    await insertSlip(tx, row, { slip, source, at });
    const { id, person_id: personId, amount } = row;
    await alerts.write(tx, slipOccasion(id, slip.content), {
      kind: 'payment-slip',
      paymentId: id,
      personId,
      amount,
      slip,
    });
    return ok(row);
  }

  async function asked(tx: Transaction, by: number, what: { readonly id: string } | null): Promise<PaymentRow | null> {
    const requests = await requestsForSlip(tx, by, now());
    return (what === null ? requests[0] : requests.find(({ id }) => id === what.id)) ?? null;
  }

  /** A transfer that nobody asked for, with the payer's own amount. An open request is replaced; one with a slip gets this one. */
  async function unasked(tx: Transaction, by: number, amount: Rials, source: string): Promise<PaymentRow | null> {
    const at = now();
    const current = await currentRequest(tx, by);
    if (current && current.state !== 'asked') return current;
    if (current) await giveUpPayment(tx, current, paymentSteps.replaced, at);
    const id = newId();
    return insertPayment(tx, {
      id,
      source: `slip:${source}`,
      person_id: by,
      method: 'card',
      amount,
      order_id: null,
      reference: id,
      created_at: at,
      expires_at: at + openMs,
      next_attempt_at: momentAfter(at, openMs),
      wanted: amount,
    });
  }

  /** The slip waits for an owner; `isLate` covers a slip whose amount now belongs to another request. */
  async function attach(tx: Transaction, request: PaymentRow, slip: Slip, at: number): Promise<PaymentRow> {
    const { id, state: from, waiting_since, alerted, person_id } = request;
    const to = (await isAmountTaken(tx, request)) ? 'expired' : 'submitted';
    const code = slip.kind === 'text' ? trackingCode(slip.content) : request.receipt;
    const set = {
      slip_kind: slip.kind,
      slip: slip.content,
      receipt: code,
      reason: null,
      ended_at: null,
      next_attempt_at: null,
      waiting_since: waiting_since ?? at,
      alerted: waiting_since === null ? 0 : alerted,
    };
    const why = paymentSteps[`slip-${slip.kind}`];
    const row = await movePayment(tx, { id, from, to, actor: `person:${person_id}`, why, now: at, set });
    if (!row) throw new RequestChanged();
    return row;
  }

  return { open, wantedFor, noted, mayHaveOpen, awaitingSlip, awaitingSlips, submit };
}

/** Whole tomans to add, each once, from a random start, so that an amount that just ended is rarely reused. */
function* surcharges(random: () => number): Generator<number> {
  const begin = Math.floor(random() * fewTomans);
  for (let nth = 0; nth < fewTomans; nth += 1) yield ((begin + nth) % fewTomans) + 1;
  for (let more = fewTomans + 1; more <= mostTomans; more += 1) yield more;
}

/** SQLite names the constraint, PostgreSQL gives a code. */
const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && (/unique constraint/i.test(error.message) || ('code' in error && error.code === '23505'));
