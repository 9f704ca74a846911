import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { Person } from '#domain/person.ts';
import type { Formatter } from './formatter.ts';
import type { BotRequest, Reply } from './request.ts';

/** The context of every update outside conversations: the person and their formatter. */
export type BotContext = ConversationFlavor<
  Context & {
    person: Person;
    format: Formatter;
    /** A reply that only `ShowReply` can show. */
    replyToAnswer?: Reply;
  }
>;

/** A repeated update makes an equal request. */
export function requestOf({ person, format, callbackQuery, message, update }: BotContext): BotRequest {
  const messageId = callbackQuery?.message?.message_id ?? null;
  if (callbackQuery) {
    // Includes more than the id, because a Bot API server may restart its numbering.
    const { id, data = '', message } = callbackQuery;
    const inCaption = message?.photo !== undefined || message?.document !== undefined;
    const idempotencySource = `press:${person.id}:${messageId ?? ''}:${data}:${id}`;
    return { person, format, messageId, inCaption, idempotencySource };
  }
  if (message)
    return {
      person,
      format,
      messageId,
      idempotencySource: `message:${message.chat.id}:${message.message_id}:${message.date}`,
    };
  return { person, format, messageId, idempotencySource: `update:${update.update_id}:${person.id}` };
}
