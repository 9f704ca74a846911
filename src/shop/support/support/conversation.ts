import type { SupportConversationRow, SupportMessageRow } from '#storage/tables/support.ts';

/** The content of a message as plain data. */
export interface SupportContent {
  /** The text, or the caption of a file. */
  readonly text: string;
  /** Telegram's formatting of the text. */
  readonly entities: readonly object[];
  /** Which part can be edited later: the text, the caption, or nothing. */
  readonly form: 'text' | 'caption' | 'plain';
  /** Identifies the photo, voice or file; null without one. */
  readonly file: string | null;
}

export interface SupportConversation {
  readonly personId: number;
  readonly state: 'open' | 'closed';
  /** The order that the conversation is about. */
  readonly orderId: string | null;
  readonly topic: { readonly chatId: number; readonly id: number; readonly hasCard: boolean } | null;
  /** The time of the oldest unanswered message. */
  readonly waitingSince: number | null;
  readonly writtenAt: number;
}

export interface SupportMessage {
  readonly id: number;
  readonly personId: number;
  readonly kind: SupportMessageRow['kind'];
  readonly direction: 'in' | 'out';
  readonly authorId: number | null;
  readonly original: { readonly chatId: number; readonly messageId: number } | null;
  readonly album: string | null;
  readonly orderId: string | null;
  readonly replyTo: number | null;
  /** The message that is edited or deleted. */
  readonly ofId: number | null;
  readonly content: SupportContent;
  readonly createdAt: number;
  readonly doneHow: string | null;
}

/** The content of notices, which get their text when they are sent. */
export const noContent: SupportContent = { text: '', entities: [], form: 'plain', file: null };

export const conversationOf = (row: SupportConversationRow): SupportConversation => ({
  personId: row.person_id,
  state: row.state,
  orderId: row.order_id,
  topic:
    row.topic_chat_id === null || row.topic_id === null
      ? null
      : { chatId: row.topic_chat_id, id: row.topic_id, hasCard: row.card_topic_id === row.topic_id },
  waitingSince: row.waiting_since,
  writtenAt: row.written_at,
});

export const messageOf = (row: SupportMessageRow): SupportMessage => ({
  id: row.id,
  personId: row.person_id,
  kind: row.kind,
  direction: row.direction,
  authorId: row.author_id,
  original: row.chat_id === null || row.message_id === null ? null : { chatId: row.chat_id, messageId: row.message_id },
  album: row.album,
  orderId: row.order_id,
  replyTo: row.reply_to,
  ofId: row.of_id,
  content: JSON.parse(row.content) as SupportContent,
  createdAt: row.created_at,
  doneHow: row.done_how,
});
