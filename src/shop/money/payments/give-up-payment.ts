import { paymentSteps } from '#domain/payment.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { type Payment, paymentOf } from './payment.ts';
import { findPayment, lockPayment, movePayment } from './transition.ts';

/** The reason stored when the payer gives a payment up. */
export const givenUp = 'given-up';

/** Keeps asking a bank or messenger where payment began, so that money it still takes is booked. Expects a locked row. */
export const giveUpPayment = (tx: Transaction, row: PaymentRow, why: string, now: number) =>
  movePayment(tx, {
    id: row.id,
    from: row.state,
    to: 'expired',
    actor: `person:${row.person_id}`,
    why,
    now,
    set: {
      reason: givenUp,
      ...(row.method !== 'card' && row.reference !== null ? {} : { next_attempt_at: null }),
    },
  });

interface CancelPaymentDeps {
  readonly database: Database;
  readonly receiptsDue: Signal;
  readonly now: () => number;
}

/** Gives a payment up, unless it is being checked. Null if it belongs to someone else. */
export const createCancelPayment =
  ({ database, receiptsDue, now }: CancelPaymentDeps) =>
  async (by: number, id: string): Promise<Payment | null> => {
    const row = await findPayment(database.db, id);
    if (row?.person_id !== by) return null;
    await database.transaction(async (tx) => {
      // The payer may have gone to the bank since the row was read.
      const current = await lockPayment(tx, id);
      if (current?.state === 'asked') await giveUpPayment(tx, current, paymentSteps.cancelled, now());
    });
    receiptsDue.notify();
    return paymentOf((await findPayment(database.db, id)) ?? row);
  };
