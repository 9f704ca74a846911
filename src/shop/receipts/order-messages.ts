import { sql } from 'kysely';
import type { Database, Transaction } from '../../storage/database.ts';
import { prepared } from '../../storage/prepared.ts';
import type { OrderMessageRow } from '../../storage/tables.ts';
import type { Signal } from '../jobs/signal.ts';
import { addReceiptJob, type Subject } from './receipt-jobs.ts';

/** A message that the receipt worker keeps up to date. */
export interface TrackedMessage {
  readonly chatId: number;
  readonly messageId: number;
  readonly subject: Subject;
  /** `receipt`, `line`, `invoice`, or the callback data of the page that it is. */
  readonly view: string;
  /** Digest of the screen that it shows; empty when unknown. */
  readonly shown: string;
}

export const receiptView = 'receipt';
/** An older receipt beside a newer one, in one line. */
export const lineView = 'line';
/** What stands above an invoice until it is paid. */
export const invoiceView = 'invoice';

export type OrderMessages = ReturnType<typeof createOrderMessages>;

type Place = Pick<OrderMessageRow, 'chat_id' | 'message_id'>;

/** Read at every press. */
const trackedAt = prepared((db, { chat_id, message_id }: Place) =>
  db.selectFrom('order_messages').selectAll().where('chat_id', '=', chat_id).where('message_id', '=', message_id),
);

/** Stores which subject a message shows from now on, and asks for it to be brought up to date. */
export async function trackMessage(tx: Transaction, message: TrackedMessage, at: number): Promise<void> {
  const { chatId: chat_id, messageId: message_id, subject, view, shown } = message;
  // Tracked as the same thing before: it is known what it shows.
  const kept = sql<string>`case when order_messages.subject = ${subject} and order_messages.view = ${view}
    then order_messages.shown else ${shown} end`;
  // The job first, as its worker does: the other way round, the two would be a deadlock on PostgreSQL.
  await addReceiptJob(tx, subject, at);
  await tx
    .insertInto('order_messages')
    .values({ chat_id, message_id, subject, view, shown })
    .onConflict((conflict) => conflict.columns(['chat_id', 'message_id']).doUpdateSet({ subject, view, shown: kept }))
    .execute();
}

export interface OrderMessagesDeps {
  readonly database: Database;
  readonly now: () => number;
  /** There are receipt jobs. */
  readonly receiptsDue: Signal;
}

/**
 * Which messages show orders that may still change. The receipt worker alone edits those; a handler that wants to show
 * something else in one releases it first.
 */
export function createOrderMessages({ database, now, receiptsDue }: OrderMessagesDeps) {
  async function track(message: TrackedMessage): Promise<void> {
    await database.transaction((tx) => trackMessage(tx, message, now()));
    receiptsDue.notify();
  }

  /**
   * Null: the message is the handler's to edit, and may show anything. Otherwise what it shows; `busy`: the worker is
   * editing it at this moment. Then it stays the worker's, because the edits could arrive in either order.
   */
  async function release(chatId: number, messageId: number): Promise<{ shown: string; busy: boolean } | null> {
    const [row] = await trackedAt(database.db, { chat_id: chatId, message_id: messageId });
    if (!row) return null;
    return database.transaction(async (tx) => {
      // Locked: no worker takes the job before the message is gone.
      const job = await tx
        .updateTable('receipt_jobs')
        .set((eb) => ({ subject: eb.ref('subject') }))
        .where('subject', '=', row.subject)
        .returning(['done_at', 'lease_until'])
        .executeTakeFirst();
      if (job && job.done_at === null && job.lease_until > now()) return { shown: row.shown, busy: true };
      const released = await tx
        .deleteFrom('order_messages')
        .where('chat_id', '=', chatId)
        .where('message_id', '=', messageId)
        .returning('shown')
        .executeTakeFirst();
      return released ? { shown: released.shown, busy: false } : null;
    });
  }

  return { track, release };
}

/** An order that ended does not change any more; its messages are forgotten a day later. */
const keptMs = 24 * 3_600_000;
/** A payment that expired may still be paid. */
const keptPaymentMs = 3 * keptMs;

export async function sweepOrderMessages({ db }: Database, now: number): Promise<void> {
  const ended = sql<boolean>`
    exists (select 1 from orders where id = substr(subject, 7) and subject like 'order:%' and ended_at < ${now - keptMs})
    or exists (select 1 from batches where id = substr(subject, 7) and subject like 'batch:%' and ended_at < ${now - keptMs})
    or exists (select 1 from payments where id = substr(subject, 9) and subject like 'payment:%' and ended_at < ${now - keptPaymentMs})`;
  await db.deleteFrom('order_messages').where(ended).execute();
}
