import type { Failure } from '#domain/failure.ts';
import { type Moment, momentAfter } from '#domain/moment.ts';
import { isRials, mostRials, type Rials } from '#domain/money.ts';
import { isOnline, isPaymentOpen, type PaymentState, paymentSteps } from '#domain/payment.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { refusable } from '#shop/base/refused.ts';
import type { People } from '#shop/people/people/people.ts';
import type { StaffLimit } from '#shop/people/people/staff.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import type { BookPayment } from './book-payment.ts';
import { isDecidable, type Payment, paymentOf } from './payment.ts';
import { refreshResemblances } from './slips.ts';
import { findPayment, movePayment } from './transition.ts';

interface PaymentDecision {
  readonly paymentId: string;
  readonly by: number;
}

/** A payment that waits for a decision. */
interface Decidable extends Payment {
  readonly from: PaymentState;
  /** When to ask the provider again, which still has to settle what it took. Null if never. */
  readonly askAgainAt: Moment | null;
}

/** The result of this call, or of an earlier decision. */
export interface Decided {
  readonly payment: Payment;
  readonly first: boolean;
}

export interface PaymentDecisionsDeps {
  readonly database: Database;
  readonly book: BookPayment;
  readonly audit: Audit;
  readonly people: Pick<People, 'hasPermission'>;
  readonly staffLimit: Pick<StaffLimit, 'check'>;
  readonly now: () => number;
  readonly receiptsDue: Signal;
}

/** This many rejected slips in a row close the card method for a person. */
const mostRejected = 3;
const askAgainMs = 5 * 60_000;

/** Decisions of owners and cashiers: state, money and events in one transaction; the first decision stands. */
export function createPaymentDecisions(deps: PaymentDecisionsDeps) {
  const { database, book, audit, people, staffLimit, now, receiptsDue } = deps;

  async function decidable({ paymentId, by }: PaymentDecision): Promise<Result<Decidable, Failure>> {
    if (!(await people.hasPermission(by, 'approve'))) return err({ code: 'not-allowed' });
    const row = await findPayment(database.db, paymentId);
    if (!row) return err({ code: 'payment-unknown' });
    const payment = paymentOf(row);
    const isWaiting = row.waiting_since !== null;
    if ((isPaymentOpen(row.state) || isWaiting) && !isDecidable(payment, now()))
      return err({ code: 'payment-not-open' });
    // A payment that does not wait was decided before or is over.
    const isSilent = isOnline(row.method) && row.next_attempt_at !== null;
    const askAgainAt = isSilent ? momentAfter(now(), askAgainMs) : null;
    return ok({ ...payment, from: isWaiting ? row.state : 'submitted', askAgainAt });
  }

  /** `amount` is what really arrived; by default the amount asked for. */
  async function approve({
    amount,
    ...decision
  }: PaymentDecision & { readonly amount?: Rials }): Promise<Result<Decided, Failure>> {
    const target = await decidable(decision);
    if (!target.ok) return target;
    const { paymentId: id, by } = decision;
    const { personId, method, amount: asked, from, askAgainAt } = target.value;
    const credited = amount ?? asked;
    if (!isRials(credited) || credited === 0 || credited > mostRials) return err({ code: 'amount-invalid' });
    const details = { payment: id, method, asked, credited };
    // Everything that arrived is credited, even more than was asked for.
    const approval = { by, permission: 'approve', personId, credited: Math.max(0, credited - asked) } as const;
    const booking = await refusable(
      book({
        id,
        credited,
        from: [from],
        isDecided: true,
        set: { next_attempt_at: askAgainAt },
        actor: `person:${by}`,
        why: credited === asked ? paymentSteps.approved : `approved with ${credited} rials`,
        also: async (tx) => {
          await staffLimit.check(tx, approval);
          await audit.write(tx, { actorId: by, action: 'approve-payment', personId, details });
        },
      }),
    );
    if (!booking.ok) return booking;
    const { payment, first } = booking.value;
    await rowOf(id);
    return payment ? ok({ payment, first }) : err({ code: 'payment-unknown' });
  }

  async function reject({
    reason,
    ...decision
  }: PaymentDecision & { readonly reason: string }): Promise<Result<Decided, Failure>> {
    const target = await decidable(decision);
    if (!target.ok) return target;
    const { paymentId: id, by } = decision;
    const { personId, method, amount, from, askAgainAt } = target.value;
    const refusal = await refusable(
      database.transaction(async (tx) => {
        const at = now();
        const actor = `person:${by}`;
        const set = { reason, problem: null, next_attempt_at: askAgainAt };
        const row = await movePayment(tx, { id, from, to: 'refused', actor, why: reason, now: at, set });
        if (!row) return false;
        await staffLimit.check(tx, { by, permission: 'approve', personId });
        await audit.write(tx, {
          actorId: by,
          action: 'reject-payment',
          personId,
          details: { payment: id, method, amount, reason },
        });
        if (method === 'card') await blockAfterRejections(tx, personId, at);
        return true;
      }),
    );
    if (!refusal.ok) return refusal;
    const row = await rowOf(id);
    return row ? ok({ payment: paymentOf(row), first: refusal.value }) : err({ code: 'payment-unknown' });
  }

  async function rowOf(id: string): Promise<PaymentRow | undefined> {
    const row = await findPayment(database.db, id);
    if (row) await refreshResemblances(database, row, now());
    receiptsDue.notify();
    return row;
  }

  /** One request may be rejected several times, because the payer may send another slip. */
  async function blockAfterRejections(tx: Transaction, personId: number, at: number): Promise<void> {
    const block = await tx
      .selectFrom('payment_blocks')
      .select('reopened_at')
      .where('person_id', '=', personId)
      .where('method', '=', 'card')
      .executeTakeFirst();
    const ends = await tx
      .selectFrom('payment_events')
      .innerJoin('payments', 'payments.id', 'payment_events.payment_id')
      .select('to_state')
      .where('payments.person_id', '=', personId)
      .where('payments.method', '=', 'card')
      .where('to_state', 'in', ['paid', 'refused'])
      .where('from_state', '<>', 'paid')
      .where('payment_events.at', '>', block?.reopened_at ?? 0)
      .orderBy('payment_events.id', 'desc')
      .limit(mostRejected)
      .execute();
    if (ends.length < mostRejected || ends.some(({ to_state }) => to_state === 'paid')) return;
    const row = { blocked_at: at, reopened_at: null };
    await tx
      .insertInto('payment_blocks')
      .values({ person_id: personId, method: 'card', ...row })
      .onConflict((conflict) => conflict.columns(['person_id', 'method']).doUpdateSet(row))
      .execute();
  }

  return { approve, reject };
}
