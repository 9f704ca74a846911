import { paymentSteps } from '#domain/payment.ts';
import type { Database, Queries } from '#storage/database.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';
import { isReturnedUnpaid } from './online-payments.ts';
import { lockPayment, movePayment } from './transition.ts';

/** The reason stored when the purpose of a payment is already paid. */
export const paidElsewhere = 'paid-elsewhere';

/** How close in time two pages for the same sum belong together. */
const besideMs = 24 * 3_600_000;

/** For the same order; for the wallet: the pages of the same sum at other providers, and earlier and later visits to them. */
export async function othersFor(db: Queries, payment: PaymentRow): Promise<PaymentRow[]> {
  const { id, person_id, order_id, amount, created_at } = payment;
  const theirs = db.selectFrom('payments').selectAll().where('person_id', '=', person_id);
  if (order_id !== null) return theirs.where('order_id', '=', order_id).where('id', '<>', id).orderBy('id').execute();
  const sameSum = await theirs
    .where('order_id', 'is', null)
    .where('amount', '=', amount)
    .where('created_at', '>', created_at - besideMs)
    .where('created_at', '<', created_at + besideMs)
    .orderBy('id')
    .execute();
  const byId = new Map(sameSum.map((row) => [row.id, row]));
  const firstOf = (row: PaymentRow): string => {
    const before = byId.get(/^(?:beside:[^:]+|again):(.+)$/.exec(row.source)?.[1] ?? '');
    return before ? firstOf(before) : row.id;
  };
  const first = firstOf(payment);
  return sameSum.filter((row) => row.id !== id && firstOf(row) === first);
}

const isPaidFor = ({ state, order_id, bought }: PaymentRow): boolean =>
  state === 'paid' && (order_id === null || bought === 1);

export const isPaidElsewhere = async (db: Queries, payment: PaymentRow): Promise<boolean> =>
  (await othersFor(db, payment)).some(isPaidFor);

/** The payer may be at the bank. */
export const isAtBank = (row: PaymentRow): boolean =>
  row.method !== 'card' &&
  row.reference !== null &&
  (row.state === 'submitted' || (row.state === 'asked' && !isReturnedUnpaid(row)));

/**
 * Ends the other payments for the same purpose once one has bought its order or filled the wallet. Money that a bank
 * still takes, or a slip that still comes, is booked. Locks rows in a fixed order to avoid deadlocks.
 */
export async function endOthers(database: Database, paid: PaymentRow, now: number): Promise<boolean> {
  if (!isPaidFor(paid)) return false;
  const openPayments = (await othersFor(database.db, paid)).filter(({ state }) => state === 'asked');
  if (openPayments.length === 0) return false;
  await database.transaction(async (tx) => {
    for (const { id } of openPayments) {
      const row = await lockPayment(tx, id);
      if (row?.state !== 'asked') continue;
      const isBegun = row.method !== 'card' && row.reference !== null;
      const set = { reason: paidElsewhere, ...(isBegun ? {} : { next_attempt_at: null }) };
      const why = paymentSteps['paid-elsewhere'];
      await movePayment(tx, { id, from: 'asked', to: 'expired', actor: row.method, why, now, set });
    }
  });
  return true;
}
