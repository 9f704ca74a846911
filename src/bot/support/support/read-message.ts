import { createHash } from 'node:crypto';
import type { Message } from 'grammy/types';
import type { SentFile } from '#shop/money/payments/sent-files.ts';
import type { SupportContent } from '#shop/support/support/conversation.ts';
import type { Written } from '#shop/support/support/queue.ts';
import type { SupportText } from '#shop/support/support/texts.ts';

/** Null: a service message, or of a kind that Telegram does not copy. */
export function contentOf(message: Message): SupportContent | null {
  const { text, entities = [], caption = '', caption_entities = [] } = message;
  if (text !== undefined) return { text, entities, form: 'text', file: null };
  const media =
    message.photo?.at(-1) ?? message.animation ?? message.video ?? message.audio ?? message.voice ?? message.document;
  if (media) return { text: caption, entities: caption_entities, form: 'caption', file: media.file_unique_id };
  const plain = message.sticker ?? message.video_note;
  if (plain) return { text: '', entities: [], form: 'plain', file: plain.file_unique_id };
  const other = message.contact ?? message.location ?? message.venue ?? message.dice ?? message.poll;
  return other ? { text: '', entities: [], form: 'plain', file: null } : null;
}

/** Null: nothing that can be relayed. */
export function writtenIn(message: Message): Written | null {
  const content = contentOf(message);
  if (!content) return null;
  const { chat, message_id, date, media_group_id, reply_to_message } = message;
  return {
    source: sourceIn(chat.id, message_id, date),
    chatId: chat.id,
    messageId: message_id,
    album: media_group_id ?? null,
    repliesTo: reply_to_message?.message_id ?? null,
    content,
  };
}

/** A photo or a file that was kept until its sender said that it is for support. */
export const writtenFile = (
  personId: number,
  { messageId, date, album, caption, entities, slip }: SentFile,
): Written => ({
  source: sourceIn(personId, messageId, date),
  chatId: personId,
  messageId,
  album,
  repliesTo: null,
  content: { text: caption, entities, form: 'caption', file: slip.file ?? null },
});

/** With the date, because a Bot API server may restart its numbering. */
const sourceIn = (chatId: number, messageId: number, date: number): string => `message:${chatId}:${messageId}:${date}`;

/** Tells one edit from another. */
export const editionOf = (content: SupportContent, editDate: number | undefined): string =>
  `${editDate ?? 0}:${createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 12)}`;

/** An answer without an original message: its text is sent. */
export const readyMade = ({ body }: SupportText, idempotencySource: string): Written => ({
  source: `ready:${idempotencySource}`,
  chatId: null,
  messageId: null,
  album: null,
  repliesTo: null,
  content: { text: body, entities: [], form: 'text', file: null },
});
