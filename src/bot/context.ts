import type { ConversationFlavor } from '@grammyjs/conversations';
import type { Context } from 'grammy';
import type { Person } from '../shop/people/people.ts';
import type { Visit } from './routes.ts';
import type { View } from './view.ts';

/** Outside of conversations: who writes, and how they see things. */
export type BotContext = ConversationFlavor<Context & { person: Person; view: View }>;

/** What this update asks, for the routes. An update that comes twice makes the same visit twice. */
export function visitOf({ person, view, callbackQuery, message, update }: BotContext): Visit {
  const messageId = callbackQuery?.message?.message_id ?? null;
  if (callbackQuery) {
    // Not by its id alone: a Bot API server may begin to count anew.
    const { id, data = '' } = callbackQuery;
    return { person, view, messageId, origin: `press:${person.id}:${messageId ?? ''}:${data}:${id}` };
  }
  if (message)
    return { person, view, messageId, origin: `message:${message.chat.id}:${message.message_id}:${message.date}` };
  return { person, view, messageId, origin: `update:${update.update_id}:${person.id}` };
}
