import type { Generated, Selectable } from 'kysely';

/** One row for each person who ever asked. Also the support worker's job, due while `next_attempt_at` is set. */
interface SupportConversationTable {
  person_id: number;
  state: 'open' | 'closed';
  /** The order that the person asks about. */
  order_id: string | null;
  /** 0 until staff are told which order it is. */
  order_told: Generated<number>;
  topic_chat_id: number | null;
  topic_id: number | null;
  /** The topic that has the person's card. */
  card_topic_id: number | null;
  /** When the oldest unanswered message arrived. */
  waiting_since: number | null;
  /** When staff were alerted that it is unanswered. */
  alerted_at: number | null;
  opened_at: number;
  written_at: number;
  /** Raised by every message, so that a worker that finished earlier messages runs again. */
  revision: Generated<number>;
  attempts: Generated<number>;
  next_attempt_at: number | null;
  lease_until: Generated<number>;
}

/** Messages in both directions: the support worker's queue. */
interface SupportMessageTable {
  id: Generated<number>;
  person_id: number;
  kind: 'message' | 'edit' | 'delete' | 'close' | 'reopen';
  /** `in`: from the person to the shop. */
  direction: 'in' | 'out';
  /** Null for an anonymous administrator of the group. */
  author_id: number | null;
  /** Identifies the update, so that it is stored once. */
  source: string;
  /** The original message; null without one. */
  chat_id: number | null;
  message_id: number | null;
  /** Messages of one album are sent together. */
  album: string | null;
  /** The order, on the first message about it. */
  order_id: string | null;
  /** The message that it replies to, and the one that is edited or deleted. */
  reply_to: number | null;
  of_id: number | null;
  /** JSON. */
  content: string;
  created_at: number;
  done_at: number | null;
  done_how: string | null;
}

/** A delivered copy of a message. */
interface SupportCopyTable {
  chat_id: number;
  message_id: number;
  support_message_id: number;
  person_id: number;
  /** Which part of it can be edited. */
  form: 'text' | 'caption' | 'plain';
  /** The line that we added above the text; empty without one. */
  header: string;
}

/** How long people waited for their first answer. */
interface SupportWaitTable {
  person_id: number;
  began_at: number;
  answered_at: number | null;
  answered_by: number | null;
}

/** Ready-made answers, and frequently asked questions. */
interface SupportTextTable {
  id: Generated<number>;
  kind: 'answer' | 'faq';
  title: string;
  body: string;
  position: number;
  changed_by: number;
  changed_at: number;
}

export interface SupportTables {
  support_conversations: SupportConversationTable;
  support_messages: SupportMessageTable;
  support_copies: SupportCopyTable;
  support_waits: SupportWaitTable;
  support_texts: SupportTextTable;
}

export type SupportConversationRow = Selectable<SupportConversationTable>;
export type SupportMessageRow = Selectable<SupportMessageTable>;
export type SupportCopyRow = Selectable<SupportCopyTable>;
export type SupportTextRow = Selectable<SupportTextTable>;
