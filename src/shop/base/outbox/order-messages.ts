import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database, Queries, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderMessageRow } from '#storage/tables/tables.ts';
import { addReceiptJob, type Subject } from './outbox.ts';

/** A message that the receipt worker updates. */
export interface TrackedMessage {
  readonly chatId: number;
  readonly messageId: number;
  readonly subject: Subject;
  /** `receipt`, `line`, `invoice`, or the callback data that opens this page. */
  readonly view: string;
  /** Digest of the current screen; see `isUnknown`. */
  readonly shown: string;
}

/** Marks a screen that a press asked for and nobody has shown yet. */
export const notShown = '';

/** Marks an unknown screen, which the next run edits. */
export const isUnknown = (digest: string): boolean => digest === notShown || digest.startsWith('?');

/** Different each time, so that a worker that read an earlier mark notices. */
export const unknownAgain = (): string => `?${randomUUID()}`;

export const receiptView = 'receipt';
/** An older receipt, shortened when a newer one is sent. */
export const lineView = 'line';
/** The message above an invoice. */
export const invoiceView = 'invoice';

export type OrderMessages = ReturnType<typeof createOrderMessages>;

type Place = Pick<OrderMessageRow, 'chat_id' | 'message_id'>;

/** Queried at every press. */
const trackedAt = prepared((db, { chat_id, message_id }: Place) =>
  db.selectFrom('order_messages').selectAll().where('chat_id', '=', chat_id).where('message_id', '=', message_id),
);

/** Also adds a job that updates the message. */
export async function trackMessage(tx: Transaction, message: TrackedMessage, at: number): Promise<void> {
  // Writes the job first, like the worker; the other order would deadlock on PostgreSQL.
  await addReceiptJob(tx, message.subject, at);
  await storeMessage(tx, message);
}

const insertMessage = prepared(
  (db, { chatId: chat_id, messageId: message_id, subject, view, shown }: TrackedMessage) => {
    // The message was tracked with the same screen before, so its digest is known.
    const kept = sql<string>`case when order_messages.subject = ${subject} and order_messages.view = ${view}
    then order_messages.shown else ${shown} end`;
    return db
      .insertInto('order_messages')
      .values({ chat_id, message_id, subject, view, shown })
      .onConflict((conflict) =>
        conflict.columns(['chat_id', 'message_id']).doUpdateSet({ subject, view, shown: kept }),
      );
  },
);

/** Adds no job: the caller already added one, or nothing needs an update yet. */
export const storeMessage = async (on: Queries, message: TrackedMessage): Promise<void> =>
  void (await insertMessage(on, message));

interface OrderMessagesDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly receiptsDue: Signal;
}

/** Only the receipt worker edits tracked messages; a handler releases one before showing something else in it. */
export function createOrderMessages({ database, now, receiptsDue }: OrderMessagesDeps) {
  async function track(message: TrackedMessage): Promise<void> {
    await database.transaction((tx) => trackMessage(tx, message, now()));
    receiptsDue.notify();
  }

  /** Tracks a message with a quote, so that confirming in any message updates it too. */
  async function trackQuote(message: TrackedMessage): Promise<void> {
    await database.write((on) => storeMessage(on, message));
  }

  /**
   * Null if untracked. `busy` if the worker is editing the message now; it stays tracked, because two edits could arrive in
   * either order.
   */
  async function release(chatId: number, messageId: number): Promise<{ shown: string; busy: boolean } | null> {
    const [row] = await trackedAt(database.db, { chat_id: chatId, message_id: messageId });
    if (!row) return null;
    return database.transaction(async (tx) => {
      // Locks the job, so that no worker takes it before the message is released.
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

  /** Edits these messages again: a process that no longer has the chat may have written over what they show. */
  async function redraw(chatId: number, messageIds: readonly number[]): Promise<void> {
    if (messageIds.length === 0) return;
    await database.transaction(async (tx) => {
      const rows = await tx
        .selectFrom('order_messages')
        .innerJoin('receipt_jobs', 'receipt_jobs.subject', 'order_messages.subject')
        .select(['order_messages.subject', 'message_id'])
        .where('chat_id', '=', chatId)
        .where('message_id', 'in', messageIds)
        .execute();
      for (const { subject, message_id: messageId } of rows) {
        await addReceiptJob(tx, subject, now());
        const message = tx.updateTable('order_messages').where('chat_id', '=', chatId);
        await message.set({ shown: unknownAgain() }).where('message_id', '=', messageId).execute();
      }
    });
    receiptsDue.notify();
  }

  return { track, trackQuote, release, redraw };
}

/** Ended orders no longer change. */
const keptMs = 24 * 3_600_000;
/** An expired payment may still be paid. */
const keptPaymentMs = 3 * keptMs;

export async function sweepOrderMessages({ db }: Database, now: number): Promise<void> {
  const ended = sql<boolean>`
    exists (select 1 from ${sql.table('orders')} where id = substr(subject, 7) and subject like 'order:%' and ended_at < ${now - keptMs})
    or exists (select 1 from ${sql.table('batches')} where id = substr(subject, 7) and subject like 'batch:%' and ended_at < ${now - keptMs})
    or exists (select 1 from ${sql.table('payments')} where id = substr(subject, 9) and subject like 'payment:%' and ended_at < ${now - keptPaymentMs})`;
  await db.deleteFrom('order_messages').where(ended).execute();
}
