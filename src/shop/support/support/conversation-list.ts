import { type Days, startOf } from '#domain/calendar.ts';
import type { Database } from '#storage/database.ts';
import { conversationOf, messageOf, type SupportConversation, type SupportMessage } from './conversation.ts';

export interface ListedConversation extends SupportConversation {
  readonly name: string;
}

/** How quickly people got their first answer. */
export interface AnswerTimes {
  readonly asked: number;
  readonly answered: number;
  /** Half of them waited at most this long; null if nobody was answered. */
  readonly medianMs: number | null;
}

/** Free text within this time after the last message belongs to the conversation. */
const activeMs = 3 * 24 * 3_600_000;
/** After it, the person is offered to close the conversation. */
const silentMs = 24 * 3_600_000;
const pageSize = 6;

export function createConversationList({
  database: { db },
  now,
}: {
  readonly database: Database;
  readonly now: () => number;
}) {
  async function find(personId: number): Promise<SupportConversation | null> {
    const row = await db
      .selectFrom('support_conversations')
      .selectAll()
      .where('person_id', '=', personId)
      .executeTakeFirst();
    return row ? conversationOf(row) : null;
  }

  async function ofTopic(chatId: number, topicId: number): Promise<SupportConversation | null> {
    const row = await db
      .selectFrom('support_conversations')
      .selectAll()
      .where('topic_chat_id', '=', chatId)
      .where('topic_id', '=', topicId)
      .executeTakeFirst();
    return row ? conversationOf(row) : null;
  }

  /** `isSilent`: it is answered, and nobody has written for a day. Null: what the person writes belongs to no conversation. */
  async function active(personId: number): Promise<{ readonly isSilent: boolean } | null> {
    const conversation = await find(personId);
    if (conversation?.state !== 'open' || conversation.writtenAt <= now() - activeMs) return null;
    return { isSilent: conversation.waitingSince === null && conversation.writtenAt <= now() - silentMs };
  }

  /** Open conversations: waiting ones first, with the longest wait at the top. */
  async function open(page: number): Promise<{ conversations: ListedConversation[]; more: boolean }> {
    const rows = await db
      .selectFrom('support_conversations')
      .leftJoin('people', 'people.id', 'support_conversations.person_id')
      .selectAll('support_conversations')
      .select('people.name')
      .where('state', '=', 'open')
      .orderBy((eb) => eb.case().when('waiting_since', 'is', null).then(1).else(0).end())
      .orderBy('waiting_since')
      .orderBy('written_at', 'desc')
      .limit(pageSize + 1)
      .offset((page - 1) * pageSize)
      .execute();
    const conversations = rows.map(({ name, ...row }) => ({ ...conversationOf(row), name: name ?? '' }));
    return { conversations: conversations.slice(0, pageSize), more: rows.length > pageSize };
  }

  async function count(): Promise<{ open: number; waiting: number }> {
    const counts = await db
      .selectFrom('support_conversations')
      .select((eb) => [eb.fn.countAll<number>().as('open'), eb.fn.count<number>('waiting_since').as('waiting')])
      .where('state', '=', 'open')
      .executeTakeFirstOrThrow();
    return counts;
  }

  /** The latest messages, newest last. */
  async function recentMessages(personId: number, limit: number): Promise<SupportMessage[]> {
    const rows = await db
      .selectFrom('support_messages')
      .selectAll()
      .where('person_id', '=', personId)
      .where('kind', '=', 'message')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(messageOf).toReversed();
  }

  async function answerTimes({ from, to }: Days): Promise<AnswerTimes> {
    const waits = await db
      .selectFrom('support_waits')
      .select(['began_at', 'answered_at'])
      .where('began_at', '>=', startOf(from))
      .where('began_at', '<', startOf(to + 1))
      .execute();
    const times = waits
      .flatMap(({ began_at, answered_at }) => (answered_at === null ? [] : [answered_at - began_at]))
      .toSorted((a, b) => a - b);
    return { asked: waits.length, answered: times.length, medianMs: times[Math.floor((times.length - 1) / 2)] ?? null };
  }

  return { find, ofTopic, active, open, count, recentMessages, answerTimes };
}
