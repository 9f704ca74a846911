import type { Message } from 'grammy/types';
import { can, type Roles } from '#domain/access.ts';
import type { Slip } from '#domain/payment.ts';
import type { SentFile } from '#shop/money/payments/sent-files.ts';

/** Null: neither a photo nor a file. */
export function slipIn(message: Message | undefined): Slip | null {
  const photo = message?.photo?.at(-1);
  if (photo) return { kind: 'photo', content: photo.file_id, file: photo.file_unique_id };
  const document = message?.animation ? undefined : message?.document;
  return document ? { kind: 'file', content: document.file_id, file: document.file_unique_id } : null;
}

export function sentFileIn(message: Message | undefined): SentFile | null {
  const slip = slipIn(message);
  if (!message || !slip) return null;
  const { message_id: messageId, date, media_group_id: album = null, caption = '', caption_entities = [] } = message;
  return { messageId, date, album, slip, caption, entities: caption_entities };
}

/** Owners and cashiers look at the slips of others. */
export const isAskedForSlips = (person: Roles): boolean => can(person, 'buy') && !can(person, 'approve');
