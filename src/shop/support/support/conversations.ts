import type { Failure } from '#domain/failure.ts';
import { err, ok, type Result } from '#domain/result.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import type { Signal } from '#shop/base/jobs/signal.ts';
import type { Database, Transaction } from '#storage/database.ts';
import type { SupportConversationRow } from '#storage/tables/support.ts';
import { messageOf, type SupportContent } from './conversation.ts';
import { contentNow, enqueue, isStored, lockConversation, messageAt, type Written } from './queue.ts';
import type { SupportStaff } from './staff.ts';

export interface ConversationsDeps {
  readonly database: Database;
  readonly staff: SupportStaff;
  readonly audit: Audit;
  readonly supportDue: Signal;
  readonly now: () => number;
}

/** Who acts for the shop. In the group, Telegram decides who is a member. */
export interface StaffAct {
  /** Null for an anonymous administrator of the group. */
  readonly by: number | null;
  readonly via: 'private' | 'group';
}

/** Stores what people write, in order, for the support worker. Sends nothing itself. */
export function createConversations({ database, staff, audit, supportDue, now }: ConversationsDeps) {
  const { db } = database;

  async function change<T>(
    personId: number,
    source: string,
    work: (tx: Transaction, row: SupportConversationRow, at: number) => Promise<T>,
  ): Promise<T | null> {
    const result = await database.transaction(async (tx) => {
      const at = now();
      const row = await lockConversation(database, tx, personId, at);
      return (await isStored(tx, source)) ? null : work(tx, row, at);
    });
    supportDue.notify();
    return result;
  }

  const may = async ({ by, via }: StaffAct): Promise<boolean> =>
    via === 'group' || (by !== null && (await staff.mayAnswer(by)));

  /** Sets the order that the next messages are about; null for none. */
  async function ask(personId: number, orderId: string | null): Promise<void> {
    await database.transaction(async (tx) => {
      const { order_id } = await lockConversation(database, tx, personId, now());
      if (order_id === orderId) return;
      await tx
        .updateTable('support_conversations')
        .set({ order_id: orderId, order_told: 0 })
        .where('person_id', '=', personId)
        .execute();
    });
  }

  /** Stores a message from the person. `first` means that no other message waits for an answer. */
  async function take(personId: number, message: Written): Promise<{ readonly first: boolean }> {
    const result = await change(personId, message.source, async (tx, row, at) => {
      const first = row.waiting_since === null;
      if (row.state === 'closed') await open(tx, row, `open:${message.source}`, at);
      if (first)
        await tx
          .insertInto('support_waits')
          .values({ person_id: personId, began_at: at, answered_at: null, answered_by: null })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      await tx
        .updateTable('support_conversations')
        .set({ order_told: 1, ...(first ? { waiting_since: at, alerted_at: null } : {}) })
        .where('person_id', '=', personId)
        .execute();
      const order_id = row.order_told === 0 ? row.order_id : null;
      await write(tx, { personId, direction: 'in', by: personId, orderId: order_id }, message, at);
      return { first };
    });
    return result ?? { first: false };
  }

  /** Stores an answer from the shop to the person. */
  async function answer(personId: number, act: StaffAct, message: Written): Promise<Result<null, Failure>> {
    if (!(await may(act))) return err({ code: 'not-allowed' });
    // People who deleted their data get no answers until they write again.
    const person = db.selectFrom('people').select('id').where('id', '=', personId).where('deleted_at', 'is', null);
    if (!(await person.executeTakeFirst())) return err({ code: 'person-unknown' });
    await change(personId, message.source, async (tx, row, at) => {
      if (row.state === 'closed') await open(tx, row, `open:${message.source}`, at);
      await tx
        .updateTable('support_conversations')
        .set({ waiting_since: null, alerted_at: null })
        .where('person_id', '=', personId)
        .execute();
      await tx
        .updateTable('support_waits')
        .set({ answered_at: at, answered_by: act.by })
        .where('person_id', '=', personId)
        .where('began_at', '=', row.waiting_since ?? -1)
        .execute();
      await write(tx, { personId, direction: 'out', by: act.by, orderId: null }, message, at);
    });
    return ok(null);
  }

  async function write(
    tx: Transaction,
    about: {
      readonly personId: number;
      readonly direction: 'in' | 'out';
      readonly by: number | null;
      readonly orderId: string | null;
    },
    { source, chatId, messageId, album, repliesTo, content }: Written,
    at: number,
  ): Promise<void> {
    const repliedTo = chatId === null || repliesTo === null ? null : await messageAt(tx, chatId, repliesTo);
    await enqueue(
      tx,
      {
        person_id: about.personId,
        kind: 'message',
        direction: about.direction,
        author_id: about.by,
        source,
        chat_id: chatId,
        message_id: messageId,
        album,
        order_id: about.orderId,
        reply_to: repliedTo?.person_id === about.personId ? repliedTo.id : null,
        content,
      },
      at,
    );
  }

  /** Opens the conversation, and reopens a topic that was closed with it. */
  async function open(tx: Transaction, row: SupportConversationRow, source: string, at: number): Promise<void> {
    await tx
      .updateTable('support_conversations')
      .set({ state: 'open', opened_at: at })
      .where('person_id', '=', row.person_id)
      .execute();
    if (row.topic_id !== null)
      await enqueue(tx, { person_id: row.person_id, kind: 'reopen', direction: 'in', author_id: null, source }, at);
  }

  /** False if the message is not part of a conversation, or its author may no longer answer. */
  async function edit(chatId: number, messageId: number, edition: string, content: SupportContent): Promise<boolean> {
    const original = await db
      .selectFrom('support_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('message_id', '=', messageId)
      .where('kind', '=', 'message')
      .executeTakeFirst();
    if (!original) return false;
    const { person_id, direction, author_id } = original;
    const act: StaffAct = { by: author_id, via: chatId < 0 ? 'group' : 'private' };
    if (direction === 'out' && !(await may(act))) return false;
    const source = `edit:${chatId}:${messageId}:${edition}`;
    await change(person_id, source, async (tx, _, at) => {
      // Telegram also reports invisible changes.
      if (JSON.stringify(await contentNow(tx, original)) === JSON.stringify(content)) return;
      await enqueue(tx, { person_id, kind: 'edit', direction, author_id, source, of_id: original.id, content }, at);
      if (direction === 'out') await record(tx, 'edit-answer', act, person_id, content);
    });
    return true;
  }

  /** Records what happened to an answer. The answer itself is visible in the conversation. */
  const record = (
    tx: Transaction,
    action: 'edit-answer' | 'take-back-answer',
    { by }: StaffAct,
    personId: number,
    { text }: SupportContent,
  ): Promise<void> => audit.write(tx, { actorId: by ?? 0, action, personId, details: { text } });

  /** Takes an answer back. Does nothing for people outside the staff. */
  async function takeBack(chatId: number, repliedId: number, act: StaffAct, source: string): Promise<boolean> {
    const message = await messageAt(db, chatId, repliedId);
    if (message?.direction !== 'out' || !(await may(act))) return false;
    const { id: of_id, person_id } = message;
    await change(person_id, source, async (tx, _, at) => {
      await enqueue(tx, { person_id, kind: 'delete', direction: 'out', author_id: act.by, source, of_id }, at);
      await record(tx, 'take-back-answer', act, person_id, await contentNow(tx, message));
    });
    return true;
  }

  /** `inTopic` means that the topic itself is closed already. */
  async function close(
    personId: number,
    act: StaffAct,
    { source, inTopic = false }: { readonly source: string; readonly inTopic?: boolean },
  ): Promise<Result<null, Failure>> {
    if (!(await may(act))) return err({ code: 'not-allowed' });
    await change(personId, source, async (tx, row, at) => {
      if (row.state === 'closed') return;
      const close = { person_id: personId, kind: 'close', author_id: act.by } as const;
      await enqueue(tx, { ...close, direction: 'out', source }, at);
      await end(tx, row, { by: act.by, source, inTopic }, at);
      await audit.write(tx, { actorId: act.by ?? 0, action: 'close-support', personId, details: {} });
    });
    return ok(null);
  }

  /** By the person, who says that it is settled. */
  async function settle(personId: number, source: string): Promise<void> {
    await change(personId, source, async (tx, row, at) => {
      if (row.state === 'open') await end(tx, row, { by: personId, source, inTopic: false }, at);
    });
  }

  /** Its topic is closed with it, unless that was closed already. */
  async function end(
    tx: Transaction,
    { person_id, topic_id }: SupportConversationRow,
    { by, source, inTopic }: { readonly by: number | null; readonly source: string; readonly inTopic: boolean },
    at: number,
  ): Promise<void> {
    await tx
      .updateTable('support_conversations')
      .set({ state: 'closed', order_id: null, order_told: 0, waiting_since: null, alerted_at: null })
      .where('person_id', '=', person_id)
      .execute();
    const close = { person_id, kind: 'close', author_id: by, direction: 'in', source: `topic:${source}` } as const;
    if (!inTopic && topic_id !== null) await enqueue(tx, close, at);
  }

  async function reopen(
    personId: number,
    act: StaffAct,
    { source, inTopic = false }: { readonly source: string; readonly inTopic?: boolean },
  ): Promise<Result<null, Failure>> {
    if (!(await may(act))) return err({ code: 'not-allowed' });
    await change(personId, source, async (tx, row, at) => {
      if (row.state === 'closed') await open(tx, inTopic ? { ...row, topic_id: null } : row, source, at);
    });
    return ok(null);
  }

  const placedAt = (chatId: number, messageId: number) => messageAt(db, chatId, messageId);

  /** Other messages of an album follow the first one. */
  async function ofAlbum(chatId: number, album: string) {
    const row = await db
      .selectFrom('support_messages')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('album', '=', album)
      .where('created_at', '>', now() - 60_000)
      .limit(1)
      .executeTakeFirst();
    return row ? messageOf(row) : null;
  }

  return { ask, take, answer, edit, takeBack, close, settle, reopen, placedAt, ofAlbum };
}
