import type { Database, Queries, Transaction } from '#storage/database.ts';
import type { SupportConversationRow, SupportMessageRow } from '#storage/tables/support.ts';
import { messageOf, noContent, type SupportContent } from './conversation.ts';

/** A message written by a person or the shop. */
export interface Written {
  /** Identifies the update, the same for a repeated one. */
  readonly source: string;
  readonly chatId: number | null;
  readonly messageId: number | null;
  readonly album: string | null;
  /** The message of the same chat that it replies to. */
  readonly repliesTo: number | null;
  readonly content: SupportContent;
}

type NewMessage = Pick<SupportMessageRow, 'person_id' | 'kind' | 'direction' | 'author_id' | 'source'> &
  Partial<Pick<SupportMessageRow, 'chat_id' | 'message_id' | 'album' | 'order_id' | 'reply_to' | 'of_id'>> & {
    readonly content?: SupportContent;
  };

export const isStored = async (tx: Queries, source: string): Promise<boolean> =>
  (await tx.selectFrom('support_messages').select('id').where('source', '=', source).executeTakeFirst()) !== undefined;

/** Locks the person's conversation. A new one is closed until something is written. */
export async function lockConversation(
  database: Pick<Database, 'kind'>,
  tx: Transaction,
  personId: number,
  at: number,
): Promise<SupportConversationRow> {
  await tx
    .insertInto('support_conversations')
    .values({
      person_id: personId,
      state: 'closed',
      order_id: null,
      topic_chat_id: null,
      topic_id: null,
      card_topic_id: null,
      waiting_since: null,
      alerted_at: null,
      opened_at: at,
      written_at: at,
      next_attempt_at: null,
    })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();
  return tx
    .selectFrom('support_conversations')
    .selectAll()
    .where('person_id', '=', personId)
    .$if(database.kind === 'postgres', (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

/** Adds to the queue of a locked conversation and makes it due. */
export async function enqueue(tx: Transaction, { content = noContent, ...message }: NewMessage, at: number) {
  await tx
    .insertInto('support_messages')
    .values({
      chat_id: null,
      message_id: null,
      album: null,
      order_id: null,
      reply_to: null,
      of_id: null,
      ...message,
      content: JSON.stringify(content),
      created_at: at,
      done_at: null,
      done_how: null,
    })
    .execute();
  await tx
    .updateTable('support_conversations')
    .set((eb) => ({
      revision: eb('revision', '+', 1),
      next_attempt_at: eb.fn.coalesce('next_attempt_at', eb.val(at)),
      written_at: at,
    }))
    .where('person_id', '=', message.person_id)
    .execute();
}

/** The message at this place of a chat: an original or a copy. */
export async function messageAt(
  on: Queries,
  chatId: number,
  messageId: number,
): Promise<Pick<SupportMessageRow, 'id' | 'person_id' | 'direction' | 'author_id'> | null> {
  const columns = ['support_messages.person_id', 'direction', 'author_id'] as const;
  const copy = await on
    .selectFrom('support_copies')
    .innerJoin('support_messages', 'support_messages.id', 'support_copies.support_message_id')
    .select(columns)
    // An edit sent as a new message counts as the message itself.
    .select((eb) => eb.fn.coalesce('of_id', 'support_messages.id').as('id'))
    .where('support_copies.chat_id', '=', chatId)
    .where('support_copies.message_id', '=', messageId)
    .executeTakeFirst();
  if (copy) return copy;
  const original = await on
    .selectFrom('support_messages')
    .select(['id', ...columns])
    .where('chat_id', '=', chatId)
    .where('message_id', '=', messageId)
    .where('kind', '=', 'message')
    .executeTakeFirst();
  return original ?? null;
}

/** The content of a message after its edits. */
export async function contentNow(
  on: Queries,
  { id, person_id }: Pick<SupportMessageRow, 'id' | 'person_id'>,
): Promise<SupportContent> {
  const latest = await on
    .selectFrom('support_messages')
    .selectAll()
    .where('person_id', '=', person_id)
    .where((eb) => eb.or([eb('id', '=', id), eb.and([eb('of_id', '=', id), eb('kind', '=', 'edit')])]))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest ? messageOf(latest).content : noContent;
}

const keptMs = 180 * 24 * 3_600_000;

/** Deletes messages that were delivered long ago. */
export async function sweepSupport({ db }: Database, now: number): Promise<void> {
  const rows = await db
    .selectFrom('support_messages')
    .select('id')
    .where('created_at', '<=', now - keptMs)
    .where('done_at', 'is not', null)
    .limit(500)
    .execute();
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await db.deleteFrom('support_copies').where('support_message_id', 'in', ids).execute();
  await db.deleteFrom('support_messages').where('id', 'in', ids).execute();
}
