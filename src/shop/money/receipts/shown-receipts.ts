import { sql } from 'kysely';
import { type TrackedMessage, unknownAgain } from '#shop/base/outbox/order-messages.ts';
import { addReceiptJob, type Subject } from '#shop/base/outbox/outbox.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderMessageRow, ReceiptJobRow } from '#storage/tables/tables.ts';

/** What the receipt worker has shown. */
export interface ShownReceipt {
  /** The subject: an order, a list or a payment. */
  readonly state: string;
  /** True for a list that has ended. */
  readonly overBatchId: string | null;
  readonly before: readonly TrackedMessage[];
  /** The messages afterwards; null if they are unknown. */
  readonly after: readonly TrackedMessage[] | null;
  readonly how: 'delivered' | 'partly' | 'unreachable';
  /** When it is to be shown again; null: after the next change. */
  readonly again: number | null;
}

type Leased = Pick<ReceiptJobRow, 'subject' | 'lease_until'>;

/** A leased job is not done yet. */
const releaseJob = prepared((db, { subject, lease_until }: Leased) =>
  db
    .updateTable('receipt_jobs')
    .set({ lease_until: sql.lit(0) })
    .where('subject', '=', subject)
    .where('lease_until', '=', lease_until)
    .returning('revision'),
);

interface EndedJob extends Leased, Pick<ReceiptJobRow, 'revision' | 'told' | 'done_at' | 'done_how'> {
  /** When it is due, if it is not done. */
  readonly due: number;
}

/** Unless the subject changed meanwhile. */
const endJob = prepared((db, { subject, lease_until, revision, told, done_at, done_how, due }: EndedJob) =>
  db
    .updateTable('receipt_jobs')
    .set((eb) => ({
      lease_until: sql.lit(0),
      told,
      done_at: eb.case().when('revision', '=', revision).then(done_at).else(eb.ref('done_at')).end(),
      done_how: eb.case().when('revision', '=', revision).then(done_how).else(eb.ref('done_how')).end(),
      next_attempt_at: eb.case().when('revision', '=', revision).then(due).else(eb.ref('next_attempt_at')).end(),
    }))
    .where('subject', '=', subject)
    .where('lease_until', '=', lease_until)
    .returning('revision'),
);

/** A tracked message that now shows another screen. */
interface Redrawn extends Pick<OrderMessageRow, 'chat_id' | 'message_id' | 'subject' | 'shown'> {
  readonly was: string;
}

/** Requires the digest that we read: another worker's edit may have come after ours. */
const keepShown = prepared((db, { chat_id, message_id, subject, was, shown }: Redrawn) =>
  db
    .updateTable('order_messages')
    .set({ shown })
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', message_id)
    .where('subject', '=', subject)
    .where('shown', '=', was),
);

/** Null if something else has changed too. */
function redrawnIn({ overBatchId, before, after, how }: ShownReceipt): Redrawn[] | null {
  if (how !== 'delivered' || overBatchId !== null || after?.length !== before.length) return null;
  const redrawn: Redrawn[] = [];
  for (const [at, { chatId: chat_id, messageId: message_id, subject, view, shown }] of after.entries()) {
    const old = before[at];
    if (old?.chatId !== chat_id || old.messageId !== message_id || old.view !== view) return null;
    if (old.shown !== shown) redrawn.push({ chat_id, message_id, subject, was: old.shown, shown });
  }
  return redrawn;
}

/** Stores what was shown and ends the job. */
export function createShownReceipts({ database, now }: { readonly database: Database; readonly now: () => number }) {
  /** False if the subject changed meanwhile or something was not shown; the job is then due again. */
  function store(job: ReceiptJobRow, shown: ShownReceipt): Promise<boolean> {
    const redrawn = redrawnIn(shown);
    return redrawn ? finishRedrawn(job, shown, redrawn) : database.transaction((tx) => finish(tx, job, shown));
  }

  const ended = ({ subject, revision, lease_until }: ReceiptJobRow, { state, how, again }: ShownReceipt): EndedJob => ({
    ...{ subject, revision, lease_until, told: state, due: again ?? now() },
    ...(again === null ? { done_at: now(), done_how: how } : { done_at: null, done_how: null }),
  });

  async function finish(tx: Transaction, leased: ReceiptJobRow, shown: ShownReceipt): Promise<boolean> {
    const { subject, revision, lease_until } = leased;
    const { overBatchId, before, after, how } = shown;
    const [job] = await (how === 'partly'
      ? releaseJob(tx, { subject, lease_until })
      : endJob(tx, ended(leased, shown)));
    const lostLease = !job;
    if (overBatchId !== null) await closeBatch(tx, overBatchId);
    if (lostLease) await addReceiptJob(tx, subject, now());
    if (after) await remember(tx, subject, before, after);
    if (lostLease) await forgetScreens(tx, subject);
    return how !== 'partly' && job?.revision === revision;
  }

  /**
   * `finish` without a transaction, for the usual receipt whose messages only show another screen. Writes the screens first:
   * if the process dies in between, the next run finds them up to date.
   */
  async function finishRedrawn(
    leased: ReceiptJobRow,
    shown: ShownReceipt,
    redrawn: readonly Redrawn[],
  ): Promise<boolean> {
    for (const screen of redrawn) await database.quickWrite((db) => keepShown(db, screen));
    const [job] = await database.write((db) => endJob(db, ended(leased, shown)));
    if (!job) await redo(leased.subject);
    return job?.revision === leased.revision;
  }

  /** Handles a lost lease. */
  const redo = (subject: Subject): Promise<void> =>
    database.transaction(async (tx) => {
      await addReceiptJob(tx, subject, now());
      await forgetScreens(tx, subject);
    });

  /** Makes the next run edit all messages, because another worker may be editing them too. */
  async function forgetScreens(tx: Transaction, subject: Subject): Promise<void> {
    await tx.updateTable('order_messages').set({ shown: unknownAgain() }).where('subject', '=', subject).execute();
  }

  async function closeBatch(tx: Transaction, id: string): Promise<void> {
    const set = { state: 'done', ended_at: now() } as const;
    await tx.updateTable('batches').set(set).where('id', '=', id).where('state', '=', 'running').execute();
  }

  /** Messages that a handler released meanwhile stay released. */
  async function remember(
    tx: Transaction,
    subject: Subject,
    before: readonly TrackedMessage[],
    after: readonly TrackedMessage[],
  ): Promise<void> {
    // Message numbers are unique only within a chat; a payment has messages in several chats.
    const kept = new Map(before.map((message) => [`${message.chatId}:${message.messageId}`, message]));
    for (const { chatId: chat_id, messageId: message_id, view, shown } of after) {
      const id = `${chat_id}:${message_id}`;
      const old = kept.get(id);
      kept.delete(id);
      if (!old)
        await tx
          .insertInto('order_messages')
          .values({ chat_id, message_id, subject, view, shown })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      else if (old.shown !== shown || old.view !== view) {
        await keepShown(tx, { chat_id, message_id, subject, was: old.shown, shown });
        // Writes only a changed view, so that a late worker does not revert another.
        if (old.view !== view)
          await tx
            .updateTable('order_messages')
            .set({ view })
            .where('chat_id', '=', chat_id)
            .where('message_id', '=', message_id)
            .where('subject', '=', subject)
            .execute();
      }
    }
    for (const { chatId, messageId } of kept.values())
      await tx
        .deleteFrom('order_messages')
        .where('chat_id', '=', chatId)
        .where('message_id', '=', messageId)
        .where('subject', '=', subject)
        .execute();
  }

  return { store, redo };
}
