import { backOffMs } from '#shop/base/jobs/back-off.ts';
import { claimConversations, isStillClaimed } from '#shop/base/jobs/leases.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import { createWorkLoop, defaultLeaseMs, type WorkerDeps, type WorkLoop } from '#shop/base/jobs/work-loop.ts';
import type { Queries } from '#storage/database.ts';
import type { SupportConversationRow, SupportCopyRow } from '#storage/tables/support.ts';
import { conversationOf, messageOf, type SupportConversation, type SupportMessage } from './conversation.ts';
import type { UnansweredCheck } from './unanswered.ts';

export type SupportCopy = Pick<SupportCopyRow, 'chat_id' | 'message_id' | 'form' | 'header'>;

/** Steps that the bot stores during a delivery, so that it continues after a crash. */
export interface DeliverySteps {
  /** Copies of this message, or of the one that it changes or replies to. */
  copiesOf(messageId: number): Promise<readonly SupportCopy[]>;
  /** The same including edits sent as new messages, in the order of each chat. */
  editionsOf(messageId: number): Promise<readonly SupportCopy[]>;
  find(messageId: number): Promise<SupportMessage | null>;
  copied(messageId: number, copies: readonly SupportCopy[]): Promise<void>;
  /** Null if the topic is gone. */
  topic(topic: { readonly chatId: number; readonly id: number } | null): Promise<void>;
  card(topicId: number): Promise<void>;
}

/** One message, or the messages of an album. */
export interface Delivered {
  readonly messages: readonly [SupportMessage, ...SupportMessage[]];
  readonly conversation: SupportConversation;
  readonly steps: DeliverySteps;
}

export type SupportResult =
  /** Delivered or permanently given up; `how` says which. */
  | { readonly kind: 'done'; readonly how: 'sent' | 'blocked' | 'refused' | 'gone' }
  | { readonly kind: 'later'; readonly retryAfterMs: number | null };

export interface SupportWorkerDeps extends WorkerDeps {
  /** Supplied by the bot. */
  readonly deliver: (piece: Delivered) => Promise<SupportResult>;
  readonly unanswered: UnansweredCheck;
  readonly supportDue: Signal;
  readonly random: () => number;
}

/** Messages of an album arrive one by one. This long after the last one, the album is complete. */
const albumMs = 1_000;

/** A kill repeats only what is in flight, and one at a time is fast enough for people who type. */
const concurrency = 1;
/** Shorter than the back-off of orders, because a person waits. */
const longestPauseMs = 60_000;

/**
 * Delivers messages one at a time and in order. A message is marked after Telegram took it, so a process killed in
 * between repeats it; Telegram has no key that would prevent this. A stopping worker ends after the message in flight.
 */
export function createSupportWorker(deps: SupportWorkerDeps): WorkLoop {
  const { database, deliver, unanswered, supportDue, log, now, random } = deps;
  const { leaseMs = defaultLeaseMs, everyMs = 1_000, idleMs } = deps;
  const { db } = database;
  let stopping = false;

  async function work(conversation: SupportConversationRow): Promise<void> {
    const { person_id: personId, attempts } = conversation;
    let lease = conversation.lease_until;
    for (;;) {
      const row = await read(personId);
      if (row.lease_until !== lease) return;
      if (stopping) return release(row);
      const [first, ...others] = await nextMessages(personId);
      if (!first) return rest(row);
      const last = others.at(-1) ?? first;
      const completeAt = first.album === null ? 0 : last.createdAt + albumMs;
      if (completeAt > now()) return postpone(row, completeAt);
      const messages = [first, ...others] as const;
      const result = await deliver({ messages, conversation: conversationOf(row), steps: stepsOf(row) });
      if (result.kind === 'later')
        return postpone(row, now() + Math.min(longestPauseMs, backOffMs(attempts, random, result.retryAfterMs)));
      const renewed = await finish(row, messages, result.how);
      if (renewed === null) return;
      lease = renewed;
    }
  }

  const read = (personId: number): Promise<SupportConversationRow> =>
    db.selectFrom('support_conversations').selectAll().where('person_id', '=', personId).executeTakeFirstOrThrow();

  /** The oldest message, with the rest of its album. */
  async function nextMessages(personId: number): Promise<SupportMessage[]> {
    const rows = await db
      .selectFrom('support_messages')
      .selectAll()
      .where('person_id', '=', personId)
      .where('done_at', 'is', null)
      .orderBy('id')
      .limit(10)
      .execute();
    const messages = rows.map(messageOf);
    const [first] = messages;
    if (!first || first.album === null) return messages.slice(0, 1);
    const { album, direction } = first;
    const end = messages.findIndex(
      (one) => one.album !== album || one.direction !== direction || one.kind !== 'message',
    );
    return end === -1 ? messages : messages.slice(0, end);
  }

  const mine = (row: SupportConversationRow, on: Queries = db) =>
    on.updateTable('support_conversations').where('person_id', '=', row.person_id).where(isStillClaimed(row));

  /** Ends the job, unless something was written in the meantime. */
  async function rest(row: SupportConversationRow): Promise<void> {
    const { numUpdatedRows } = await mine(row)
      .set({ next_attempt_at: null, attempts: 0, lease_until: 0 })
      .where('revision', '=', row.revision)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 1n) return;
    await release(row);
    loop.wake();
  }

  /** Releases the lease for the next round or another process. */
  async function release(row: SupportConversationRow): Promise<void> {
    await mine(row).set({ lease_until: 0 }).execute();
  }

  async function postpone(row: SupportConversationRow, until: number): Promise<void> {
    await mine(row).set({ next_attempt_at: until, lease_until: 0 }).execute();
  }

  /** Returns the renewed lease. Null if another process took over; then only a delivery is marked. */
  function finish(row: SupportConversationRow, messages: readonly SupportMessage[], how: string) {
    const until = Math.max(now() + leaseMs, row.lease_until + 1);
    return database.transaction(async (tx) => {
      const { numUpdatedRows } = await mine(row, tx).set({ lease_until: until, attempts: 0 }).executeTakeFirstOrThrow();
      const isMine = numUpdatedRows === 1n;
      if (!isMine && how !== 'sent') return null;
      await tx
        .updateTable('support_messages')
        .set({ done_at: now(), done_how: how })
        .where(
          'id',
          'in',
          messages.map(({ id }) => id),
        )
        .execute();
      log.info({ message: messages[0]?.id, how }, 'support message handled');
      return isMine ? until : null;
    });
  }

  function stepsOf(row: SupportConversationRow): DeliverySteps {
    const { person_id: personId } = row;
    const set = (values: Partial<Pick<SupportConversationRow, 'topic_chat_id' | 'topic_id' | 'card_topic_id'>>) =>
      database.write((on) => mine(row, on).set(values).execute());
    const copies = db.selectFrom('support_copies').select(['chat_id', 'message_id', 'form', 'header']);
    return {
      copiesOf: (messageId) => copies.where('support_message_id', '=', messageId).execute(),
      editionsOf: (messageId) =>
        copies
          .where('support_message_id', 'in', (eb) =>
            eb
              .selectFrom('support_messages')
              .select('id')
              .where('person_id', '=', personId)
              .where((message) =>
                message.or([
                  message('id', '=', messageId),
                  message.and([message('of_id', '=', messageId), message('kind', '=', 'edit')]),
                ]),
              ),
          )
          .orderBy('message_id')
          .execute(),
      find: async (messageId) => {
        const row = await db.selectFrom('support_messages').selectAll().where('id', '=', messageId).executeTakeFirst();
        return row ? messageOf(row) : null;
      },
      copied: async (messageId, copies) => {
        const rows = copies.map((copy) => ({ ...copy, support_message_id: messageId, person_id: personId }));
        if (rows.length === 0) return;
        await database.write((on) =>
          on
            .insertInto('support_copies')
            .values(rows)
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        );
      },
      topic: async (topic) => {
        await set({ topic_chat_id: topic?.chatId ?? null, topic_id: topic?.id ?? null });
      },
      card: async (topicId) => {
        await set({ card_topic_id: topicId });
      },
    };
  }

  async function claim(limit: number): Promise<SupportConversationRow[]> {
    await unanswered.run();
    return claimConversations(database, { now: now(), leaseMs, limit });
  }

  const loop = createWorkLoop({
    name: 'support-worker',
    claim,
    work,
    concurrency,
    everyMs,
    idleMs,
    nextDue: () => claimConversations.nextDue(database),
    now,
    log,
  });
  supportDue.subscribe(loop.wake);
  return {
    ...loop,
    stop: () => {
      stopping = true;
      return loop.stop();
    },
  };
}
