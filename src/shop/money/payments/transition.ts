import type { Moment } from '#domain/moment.ts';
import type { Rials } from '#domain/money.ts';
import { askedStep, canPaymentBecome, isPaymentOpen, type PaymentState, paymentSteps } from '#domain/payment.ts';
import { isStillClaimed } from '#shop/base/jobs/leases.ts';
import { addReceiptJob, type Subject } from '#shop/base/outbox/outbox.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import type { PaymentUpdate } from '#storage/tables/payment.ts';
import type { PaymentRow } from '#storage/tables/tables.ts';

export interface NewPayment
  extends Pick<
    PaymentRow,
    'id' | 'source' | 'person_id' | 'method' | 'amount' | 'order_id' | 'created_at' | 'expires_at'
  > {
  readonly card_id?: number;
  readonly reference?: string;
  readonly hold_until?: number | null;
  /** What its payer asked for, if the amount is more. */
  readonly wanted?: Rials;
  /** When the worker first looks at it. */
  readonly next_attempt_at: Moment | null;
}

/** Conditions of a compare-and-set besides the state. */
export type PaymentChange = Pick<
  PaymentUpdate,
  | 'credited'
  | 'reference'
  | 'receipt'
  | 'payer_card'
  | 'payer_tail'
  | 'slip_kind'
  | 'slip'
  | 'bought'
  | 'kept_why'
  | 'reason'
  | 'problem'
  | 'expires_at'
  | 'ended_at'
  | 'waiting_since'
  | 'alerted'
  | 'next_attempt_at'
>;

export interface PaymentMove {
  readonly id: string;
  readonly from: PaymentState;
  readonly to: PaymentState;
  readonly actor: string;
  readonly why: string;
  readonly now: number;
  readonly set?: PaymentChange;
  /** Requires the row as it was claimed, because the payer may have begun or returned meanwhile. */
  readonly claimed?: Pick<PaymentRow, 'reference' | 'attempts' | 'lease_until'>;
}

const paymentSubject = (id: string): Subject => `payment:${id}`;

export const findPayment = (db: Queries, id: string): Promise<PaymentRow | undefined> =>
  db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();

/** Null if a row with this source, or a conflicting open row, already exists. */
export async function insertPayment(tx: Transaction, { wanted, ...payment }: NewPayment): Promise<PaymentRow | null> {
  const row = await tx
    .insertInto('payments')
    .values({ ...payment, state: 'asked', updated_at: payment.created_at })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  const { id, person_id, created_at: at } = payment;
  await writePaymentEvent(tx, {
    id,
    from: null,
    to: 'asked',
    actor: `person:${person_id}`,
    why: wanted === undefined ? paymentSteps.asked : askedStep(wanted),
    now: at,
  });
  return row;
}

/** Locks the row until the transaction ends. */
export const lockPayment = (tx: Transaction, id: string): Promise<PaymentRow | undefined> =>
  tx
    .updateTable('payments')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

/**
 * The only writer of payment states: compares, sets, records the step and updates the messages. Null if another writer was
 * first.
 */
export async function movePayment(tx: Transaction, move: PaymentMove): Promise<PaymentRow | null> {
  const { id, from, to, now, set, claimed } = move;
  // Another slip changes the messages but not the state.
  if (from !== to && !canPaymentBecome(from, to)) throw new Error(`A payment never goes from ${from} to ${to}.`);
  const row = await tx
    .updateTable('payments')
    .set({
      state: to,
      updated_at: now,
      ended_at: isPaymentOpen(to) ? null : now,
      ...(to === 'submitted' ? {} : { waiting_since: null }),
      ...set,
      lease_until: 0,
    })
    .where('id', '=', id)
    .where('state', '=', from)
    .$if(claimed !== undefined, (update) =>
      update
        .where(isStillClaimed(claimed ?? { attempts: 0, lease_until: 0 }))
        .where('reference', 'is not distinct from', claimed?.reference ?? null),
    )
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await writePaymentEvent(tx, move);
  await addReceiptJob(tx, paymentSubject(id), now);
  return row;
}

/** One line of a payment's trail. */
export async function writePaymentEvent(
  tx: Transaction,
  { id, from, to, actor, why, now }: Omit<PaymentMove, 'from' | 'set'> & { readonly from: PaymentState | null },
): Promise<void> {
  await tx
    .insertInto('payment_events')
    .values({ payment_id: id, at: now, actor, from_state: from, to_state: to, why })
    .execute();
}

/** Deletes rows after a week if no provider ever heard of them: many people only look at ways to pay. */
const abandonedMs = 7 * 24 * 3_600_000;
const sweptAtOnce = 200;

export async function sweepPayments(database: Database, now: number): Promise<void> {
  const rows = await database.db
    .selectFrom('payments')
    .select('id')
    .where('state', '=', 'expired')
    .where('reference', 'is', null)
    .where('ended_at', '<', now - abandonedMs)
    .limit(sweptAtOnce)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await database.transaction(async (tx) => {
    const subjects = ids.map(paymentSubject);
    await tx.deleteFrom('receipt_jobs').where('subject', 'in', subjects).execute();
    await tx.deleteFrom('order_messages').where('subject', 'in', subjects).execute();
    await tx.deleteFrom('payment_events').where('payment_id', 'in', ids).execute();
    await tx
      .deleteFrom('payments')
      .where('id', 'in', ids)
      .where('state', '=', 'expired')
      .where('reference', 'is', null)
      .execute();
  });
}
