import { momentAfter } from '#domain/moment.ts';
import { paymentSteps, writeProblem } from '#domain/payment.ts';
import type { Alerts } from '#shop/base/alerts/alerts.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import type { PaymentEventTable } from '#storage/tables/payment.ts';
import { lockPayment, movePayment } from './transition.ts';

interface ReopenPaymentDeps {
  readonly database: Database;
  readonly alerts: Alerts;
  readonly now: () => number;
  readonly receiptsDue: Signal;
  readonly alertsDue: Signal;
  readonly paymentsDue: Signal;
}

export type ReopenPayment = ReturnType<typeof createReopenPayment>;

const { 'asked-again': askedAgain, 'shown-again': shownAgain } = paymentSteps;

/**
 * Reopens a refused payment whose money a provider may have. Payments refused by an owner are shown to owners once more,
 * and the second decision is final; the others are asked about again.
 */
export function createReopenPayment(deps: ReopenPaymentDeps) {
  const { database, alerts, now, receiptsDue, alertsDue, paymentsDue } = deps;
  return async (id: string): Promise<void> => {
    await database.transaction(async (tx) => {
      const payment = await lockPayment(tx, id);
      if (payment?.state !== 'refused') return;
      const why = await nextStep(tx, id);
      if (why === null) return;
      const at = now();
      const { method, amount, person_id: personId } = payment;
      const problem = writeProblem({ code: 'refused-but-paid' });
      const next = why === askedAgain ? { next_attempt_at: momentAfter(at, 0) } : { next_attempt_at: null, problem };
      const set = { ...next, waiting_since: at, alerted: 0, reason: null };
      await movePayment(tx, { id, from: 'refused', to: 'submitted', actor: method, why, now: at, set });
      if (why === askedAgain) return;
      const alert = { kind: 'payment-mismatch', paymentId: id, method, amount, personId, why: problem } as const;
      await alerts.write(tx, `${id}:${at}`, alert);
    });
    receiptsDue.notify();
    alertsDue.notify();
    paymentsDue.notify();
  };
}

type PaymentEvent = Pick<PaymentEventTable, 'actor' | 'to_state' | 'why'>;

/** Null if both already happened. */
async function nextStep(tx: Transaction, id: string): Promise<string | null> {
  const events = await eventsOf(tx, id);
  const steps = isOwners(events) ? [shownAgain] : [askedAgain, shownAgain];
  return steps.find((step) => !events.some(({ why }) => why === step)) ?? null;
}

/** True if an owner or a cashier refused it, not the provider. */
const isOwners = (events: readonly PaymentEvent[]): boolean =>
  events.findLast(({ to_state }) => to_state === 'refused')?.actor.startsWith('person:') ?? false;

const eventsOf = (db: Queries, id: string): Promise<PaymentEvent[]> =>
  db
    .selectFrom('payment_events')
    .select(['actor', 'to_state', 'why'])
    .where('payment_id', '=', id)
    .orderBy('id')
    .execute();
