import { isOnline, paymentSteps } from '#domain/payment.ts';
import type { Signal } from '#shop/jobs/signal.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { type Payment, paymentOf } from './payment.ts';
import { findPayment, movePayment } from './transition.ts';

/** A bank that was begun with is asked on: money that it takes all the same is booked. */
export const giveUpPayment = (tx: Transaction, row: PaymentRow, why: string, now: number) =>
  movePayment(tx, {
    id: row.id,
    from: row.state,
    to: 'expired',
    actor: `person:${row.person_id}`,
    why,
    now,
    set: {
      reason: 'given-up',
      ...(isOnline(row.method) && row.reference !== null ? {} : { next_attempt_at: null }),
    },
  });

interface CancelPaymentDeps {
  readonly database: Database;
  readonly receiptsDue: Signal;
  readonly now: () => number;
}

/** The payer gives a payment up; not once it is being checked. Null: it is not theirs. */
export const createCancelPayment =
  ({ database, receiptsDue, now }: CancelPaymentDeps) =>
  async (by: number, id: string): Promise<Payment | null> => {
    const row = await findPayment(database.db, id);
    if (row?.person_id !== by) return null;
    if (row.state === 'asked')
      await database.transaction((tx) => giveUpPayment(tx, row, paymentSteps.cancelled, now()));
    receiptsDue.notify();
    return paymentOf((await findPayment(database.db, id)) ?? row);
  };
