import { sql } from 'kysely';
import { type TrackedMessage, unknownAgain } from '#shop/base/outbox/order-messages.ts';
import { addReceiptJob, type Subject } from '#shop/base/outbox/outbox.ts';
import type { Database, Transaction } from '#storage/database.ts';
import { prepared } from '#storage/prepared.ts';
import type { OrderMessageRow, ReceiptJobRow } from '#storage/tables/tables.ts';

/** What the receipt worker has shown. */
export interface ShownReceipt {
  /** Of the order, list or payment. */
  readonly state: string;
  /** A list that is over. */
  readonly overBatchId: string | null;
  readonly before: readonly TrackedMessage[];
  /** The messages afterwards; null: nothing is known of them. */
  readonly after: readonly TrackedMessage[] | null;
  readonly how: 'delivered' | 'partly' | 'unreachable';
}

type Leased = Pick<ReceiptJobRow, 'subject' | 'lease_until'>;

/** A job that is leased is not done. */
const releaseJob = prepared((db, { subject, lease_until }: Leased) =>
  db
    .updateTable('receipt_jobs')
    .set({ lease_until: sql.lit(0) })
    .where('subject', '=', subject)
    .where('lease_until', '=', lease_until)
    .returning('done_at'),
);

interface EndedJob extends Leased, Pick<ReceiptJobRow, 'revision' | 'told'> {
  readonly at: number;
  readonly how: string;
}

/** Done, unless the subject changed meanwhile. */
const endJob = prepared((db, { subject, lease_until, revision, told, at, how }: EndedJob) =>
  db
    .updateTable('receipt_jobs')
    .set((eb) => ({
      lease_until: sql.lit(0),
      told,
      done_at: eb.case().when('revision', '=', revision).then(at).else(eb.ref('done_at')).end(),
      done_how: eb.case().when('revision', '=', revision).then(how).else(eb.ref('done_how')).end(),
    }))
    .where('subject', '=', subject)
    .where('lease_until', '=', lease_until)
    .returning('done_at'),
);

/** A tracked message shows another screen. */
interface Redrawn extends Pick<OrderMessageRow, 'chat_id' | 'message_id' | 'subject' | 'shown'> {
  readonly was: string;
}

/** Not if it was forgotten meanwhile, or is another one: another worker's edit may have come after ours. */
const keepShown = prepared((db, { chat_id, message_id, subject, was, shown }: Redrawn) =>
  db
    .updateTable('order_messages')
    .set({ shown })
    .where('chat_id', '=', chat_id)
    .where('message_id', '=', message_id)
    .where('subject', '=', subject)
    .where('shown', '=', was),
);

/** Null: something else has changed too. */
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

/** Stores what was shown, and ends the job with it. */
export function createShownReceipts({ database, now }: { readonly database: Database; readonly now: () => number }) {
  /** False: the subject changed meanwhile, or not everything was shown, and the job is due again. */
  function store(job: ReceiptJobRow, shown: ShownReceipt): Promise<boolean> {
    const redrawn = redrawnIn(shown);
    return redrawn ? finishRedrawn(job, shown.state, redrawn) : database.transaction((tx) => finish(tx, job, shown));
  }

  async function finish(
    tx: Transaction,
    { subject, revision, lease_until }: ReceiptJobRow,
    { state, overBatchId, before, after, how }: ShownReceipt,
  ): Promise<boolean> {
    const [job] =
      how === 'partly'
        ? await releaseJob(tx, { subject, lease_until })
        : await endJob(tx, { subject, lease_until, revision, told: state, at: now(), how });
    const lostLease = !job;
    if (overBatchId !== null) await closeBatch(tx, overBatchId);
    if (lostLease) await addReceiptJob(tx, subject, now());
    if (after) await remember(tx, subject, before, after);
    if (lostLease) await forgetScreens(tx, subject);
    return job !== undefined && job.done_at !== null;
  }

  /**
   * `finish` without a transaction, for what nearly every receipt is: its messages show another screen. The screens first:
   * if the process dies in between, the next run finds them as they are and has nothing to edit.
   */
  async function finishRedrawn(
    { subject, revision, lease_until }: ReceiptJobRow,
    told: string,
    redrawn: readonly Redrawn[],
  ): Promise<boolean> {
    for (const screen of redrawn) await database.quickWrite((db) => keepShown(db, screen));
    const ended = { subject, lease_until, revision, told, at: now(), how: 'delivered' };
    const [job] = await database.write((db) => endJob(db, ended));
    if (!job) await redo(subject);
    return job !== undefined && job.done_at !== null;
  }

  /** The lease was lost. */
  const redo = (subject: Subject): Promise<void> =>
    database.transaction(async (tx) => {
      await addReceiptJob(tx, subject, now());
      await forgetScreens(tx, subject);
    });

  /** Another worker may have edited the messages too, or is doing so: the next run edits all of them. */
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
    // A number is of its chat only: a payment has messages in the payer's and in the owners'.
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
        // Only a changed view is written, so that a late worker does not revert one.
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
