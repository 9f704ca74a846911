import { cardTail, maskCard } from '#domain/bank-card.ts';
import { type Moment, momentAfter } from '#domain/moment.ts';
import { isOnline, isPaymentOpen, type PaymentProblem, paymentSteps, writeProblem } from '#domain/payment.ts';
import type { Verification } from '#payments/provider.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { claimPayments, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Database } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import type { BookPayment } from './book-payment.ts';
import { givenUp } from './give-up-payment.ts';
import { returnedUnpaid } from './online-payments.ts';
import { isPaidElsewhere, paidElsewhere } from './other-payments.ts';
import type { PaymentMethods } from './payment-methods.ts';
import type { Reconciliation } from './reconciliation.ts';
import type { ReopenPayment } from './reopen-payment.ts';
import { movePayment, type PaymentChange, type PaymentMove } from './transition.ts';

export interface PaymentWorkerDeps extends WorkerDeps {
  readonly methods: Pick<PaymentMethods, 'providerOf'>;
  readonly book: BookPayment;
  readonly reopen: ReopenPayment;
  readonly reconciliation: Reconciliation;
  readonly alerts: Alerts;
  readonly random: () => number;
  /** There are payments to ask about. */
  readonly paymentsDue: Signal;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
  /** Supplied by the bot if its messenger can be asked about invoices. */
  readonly inquireInvoice?:
    | ((payment: PaymentRow & { readonly reference: string }) => Promise<Verification>)
    | undefined;
  readonly concurrency?: number;
}

/** Asks about an unpaid payment for a week, at least hourly on the first day and then ever more rarely. */
const soonestMs = 15_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const askedForMs = 7 * dayMs;
/** Asks more often while the provider gives no definite answer, because someone may wait for their money. */
const slowestMs = 5 * 60_000;

const removed: Verification = { kind: 'unsure', why: 'its provider is not set up any more' };

/** Asks providers about payments until there is a definite answer, and ends those that were not paid in time. */
export function createPaymentWorker(deps: PaymentWorkerDeps): WorkLoop {
  const { database, methods, book, reopen, reconciliation, alerts, log, now, random } = deps;
  const {
    paymentsDue,
    receiptsDue,
    alertsDue,
    leaseMs = defaultLeaseMs,
    concurrency = 10,
    everyMs = 1_000,
    idleMs,
  } = deps;

  const work = (piece: PaymentRow | 'reconciliation') =>
    piece === 'reconciliation' ? reconciliation.run() : askAbout(piece);

  async function askAbout(payment: PaymentRow): Promise<void> {
    const { reference, state, method } = payment;
    const verify = verifierOf(payment);
    if ((state === 'paid' || state === 'refused') && reference !== null)
      return heardLate(payment, verify ? await verify({ ...payment, reference }) : removed);
    if (reference !== null && isOnline(method) && !verify) return waitForProvider(payment);
    if (!verify || reference === null) return isInDoubt(payment) ? leaveToOwners(payment) : expire(payment, null);
    await settle(payment, await verify({ ...payment, reference }));
  }

  const verifierOf = ({ method }: PaymentRow) =>
    method === 'invoice' ? deps.inquireInvoice : methods.providerOf(method)?.verify;

  async function settle(payment: PaymentRow, answer: Verification): Promise<void> {
    log.info({ payment: payment.id, method: payment.method, answer: answer.kind }, 'payment verified');
    switch (answer.kind) {
      case 'paid':
        return paid(payment, answer);
      case 'unpaid':
        return unpaid(payment);
      case 'reversed':
        return end(payment, {
          to: 'refused',
          why: paymentSteps.reversed,
          set: { reason: 'reversed' },
        });
      case 'mismatch':
        return waitForOwner(
          payment,
          answer.paid === null ? { code: 'words', words: answer.why } : { code: 'other-amount', paid: answer.paid },
        );
      case 'unsure':
        return keepAsking(payment, answer.why);
    }
  }

  /** Asks even after an owner's decision: the provider gives back money that nobody settles. */
  async function heardLate(payment: PaymentRow, answer: Verification): Promise<void> {
    const { id, state, method, amount, person_id: personId, ended_at } = payment;
    log.info({ payment: id, method, answer: answer.kind }, 'payment verified after a decision');
    const at = now();
    const age = at - (ended_at ?? 0);
    if (answer.kind === 'unsure' && age < askedForMs)
      return change(payment, { next_attempt_at: momentAfter(at, Math.max(slowestMs, age / 4)) });
    if (state === 'refused' && (answer.kind === 'paid' || answer.kind === 'mismatch')) await reopen(id);
    const isUnsettled = state === 'paid' && answer.kind !== 'paid';
    await database.transaction(async (tx) => {
      if (!(await changeIn(tx, payment, { next_attempt_at: null })) || !isUnsettled) return;
      await alerts.write(tx, id, { kind: 'payment-unsettled', paymentId: id, personId, method, amount });
    });
    alertsDue.notify();
  }

  async function paid(payment: PaymentRow, answer: Extract<Verification, { kind: 'paid' }>): Promise<void> {
    const { id, amount, method, reference } = payment;
    if (answer.amount !== null && answer.amount !== amount)
      return waitForOwner(payment, { code: 'other-amount', paid: answer.amount });
    const payer_card = answer.card === null ? null : maskCard(answer.card);
    const payer_tail = payer_card === null ? null : cardTail(payer_card);
    // Uses the reference that was asked about, because the invoice may have a newer one.
    const set = { reference, receipt: answer.receipt, payer_card, payer_tail };
    const booking = await book({ id, credited: amount, actor: method, why: paymentSteps.provider, set });
    // Meanwhile.
    if (booking.payment?.state === 'refused') await reopen(id);
  }

  /** A payer who returned without paying may go to the bank again; the page begins another payment for that. */
  async function unpaid(payment: PaymentRow): Promise<void> {
    const { state, created_at, expires_at, reason } = payment;
    const at = now();
    // An invoice is open from its last pre-checkout query on.
    const age = at - Math.max(created_at, expires_at - dayMs);
    const wait = Math.max(soonestMs, age < dayMs ? Math.min(hourMs, age / 4) : age / 4);
    const next_attempt_at = age > askedForMs ? null : momentAfter(at, wait);
    const set = { next_attempt_at, problem: null, waiting_since: null };
    if (at >= expires_at || reason === givenUp || reason === paidElsewhere) return expire(payment, next_attempt_at);
    if (state === 'submitted' && (await isPaidElsewhere(database.db, payment)))
      return end(payment, {
        to: 'expired',
        why: paymentSteps['paid-elsewhere'],
        set: { ...set, reason: paidElsewhere },
      });
    const why = paymentSteps.unpaid;
    if (state === 'submitted') return end(payment, { to: 'asked', why, set: { ...set, reason: returnedUnpaid } });
    await change(payment, set);
  }

  /** Only an owner can say whether it was paid and booked before the restore. */
  const leaveToOwners = (payment: PaymentRow) =>
    change(payment, { next_attempt_at: null, waiting_since: payment.waiting_since ?? now() });

  async function expire(payment: PaymentRow, next_attempt_at: Moment | null): Promise<void> {
    if (payment.state === 'expired') return change(payment, { next_attempt_at, problem: null, waiting_since: null });
    // A slip waits for an owner, however long that takes.
    if (payment.state === 'submitted' && !isOnline(payment.method)) return change(payment, { next_attempt_at: null });
    await end(payment, { to: 'expired', why: paymentSteps.late, set: { next_attempt_at, problem: null } });
  }

  /** The amount differs, or the provider does not know the payment: an owner decides. */
  async function waitForOwner(payment: PaymentRow, problem: PaymentProblem): Promise<void> {
    const at = now();
    const why = writeProblem(problem);
    const { id, method, amount, person_id: personId, state } = payment;
    const set = { problem: why, next_attempt_at: null, waiting_since: payment.waiting_since ?? at };
    await database.transaction(async (tx) => {
      const move: PaymentMove = {
        id,
        from: state,
        to: 'submitted',
        actor: method,
        why,
        now: at,
        set,
        claimed: payment,
      };
      const isFirst = state === 'submitted' ? await changeIn(tx, payment, set) : await movePayment(tx, move);
      if (!isFirst) return;
      const alert = { kind: 'payment-mismatch', paymentId: id, method, amount, personId, why } as const;
      await alerts.write(tx, `${id}:${set.waiting_since}`, alert);
    });
    log.error({ payment: id, method, why }, 'payment mismatch: an owner must decide');
    receiptsDue.notify();
    alertsDue.notify();
  }

  async function keepAsking(payment: PaymentRow, why: string): Promise<void> {
    const at = now();
    const next_attempt_at = momentAfter(at, Math.max(1_000, Math.min(slowestMs, backOffMs(payment.attempts, random))));
    await change(payment, { next_attempt_at, problem: why, waiting_since: payment.waiting_since ?? at });
    log.warn({ payment: payment.id, method: payment.method, why }, 'no definite answer about a payment yet');
  }

  /** Asks a switched-off provider again when it is back: its payer may have paid without returning. */
  async function waitForProvider(payment: PaymentRow): Promise<void> {
    const at = now();
    const isLate = payment.state === 'asked' && at >= payment.expires_at;
    const waiting_since = payment.waiting_since ?? (isLate ? at : null);
    await change(payment, { next_attempt_at: momentAfter(at, hourMs), waiting_since });
  }

  async function end(payment: PaymentRow, move: Pick<PaymentMove, 'to' | 'why' | 'set'>): Promise<void> {
    const { id, state: from, method: actor } = payment;
    await database.transaction((tx) =>
      movePayment(tx, {
        id,
        from,
        actor,
        now: now(),
        to: move.to,
        why: move.why,
        set: { next_attempt_at: null, problem: null, ...move.set },
        claimed: payment,
      }),
    );
    receiptsDue.notify();
  }

  const change = (payment: PaymentRow, set: PaymentChange) =>
    database.write((db) => changeIn(db, payment, set)).then(() => undefined);

  /** Runs reconciliation as a job, so that one hanging provider does not delay the payers of another. */
  async function claim(limit: number): Promise<(PaymentRow | 'reconciliation')[]> {
    const payments = await claimPayments(database, { now: now(), leaseMs, limit });
    return payments.length < limit && reconciliation.isDue() ? [...payments, 'reconciliation'] : payments;
  }

  const loop = createWorkLoop({
    name: 'payments',
    claim,
    work,
    concurrency,
    everyMs,
    idleMs,
    nextDue: () => claimPayments.nextDue(database),
    now,
    log,
  });
  paymentsDue.subscribe(loop.wake);
  return loop;
}

const isInDoubt = ({ possibly_sent_at, state }: PaymentRow): boolean =>
  possibly_sent_at !== null && isPaymentOpen(state);

/** False if the payment changed since it was claimed; then nothing is written. */
async function changeIn(db: Database['db'], claimed: PaymentRow, set: PaymentChange): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('payments')
    .set({ ...set, lease_until: 0 })
    .where('id', '=', claimed.id)
    .where('state', '=', claimed.state)
    .where(isStillClaimed(claimed))
    .where('reference', 'is not distinct from', claimed.reference)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
