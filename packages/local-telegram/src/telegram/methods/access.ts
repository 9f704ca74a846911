import type { Message } from '@grammyjs/types';
import { badRequest, forbidden } from '#telegram/failure.ts';
import { asksForBot } from '#telegram/keyboard.ts';
import { type BotRecord, type ChatRecord, isPrivate, type ReplyMarkup, type StoredMessage } from '#telegram/model.ts';
import { groupKey, privateKey, type TelegramWorld } from '#telegram/world.ts';

/** The chat, if the bot may write there. */
export function writableChat(world: TelegramWorld, bot: BotRecord, chatId: number | string): ChatRecord {
  const chat = readableChat(world, bot, chatId);
  if (chat.blocked) throw forbidden('bot was blocked by the user');
  return chat;
}

/** The chat, if the bot may send a message with this keyboard there. */
export function sendableChat(
  world: TelegramWorld,
  bot: BotRecord,
  { chat_id, reply_markup }: { readonly chat_id: number | string; readonly reply_markup?: ReplyMarkup },
): ChatRecord {
  refusePayButton(reply_markup);
  const chat = writableChat(world, bot, chat_id);
  const keys = reply_markup && 'keyboard' in reply_markup ? reply_markup.keyboard.flat() : [];
  if (keys.some(asksForBot)) {
    if (!isPrivate(chat)) throw badRequest('BUTTON_TYPE_INVALID');
    if (!bot.user.can_manage_bots) throw badRequest('MANAGER_PERMISSION_MISSING');
  }
  return chat;
}

/** Only invoices have a pay button. */
export function refusePayButton(markup: ReplyMarkup | undefined): void {
  const first = markup && 'inline_keyboard' in markup ? markup.inline_keyboard[0]?.[0] : undefined;
  if (first && 'pay' in first) throw badRequest('BUTTON_TYPE_INVALID');
}

export function readableChat(world: TelegramWorld, bot: BotRecord, chatId: number | string): ChatRecord {
  if (typeof chatId === 'string') throw badRequest('chat not found');
  const chat = world.chat(chatId > 0 ? privateKey(bot.user.id, chatId) : groupKey(chatId));
  if (!chat)
    throw sharesGroup(world, bot, chatId)
      ? forbidden("bot can't initiate conversation with a user")
      : badRequest('chat not found');
  if (!chat.bots.includes(bot.user.id)) throw forbidden('bot is not a member of the supergroup chat');
  return chat;
}

/** A bot knows the people of its groups, but may not write to them first. */
function sharesGroup(world: TelegramWorld, bot: BotRecord, personId: number): boolean {
  for (const chat of world.chats()) {
    if (!isPrivate(chat) && chat.bots.includes(bot.user.id) && chat.members.includes(personId)) return true;
  }
  return false;
}

/** Places a message in a topic. Without an id it goes to General, or to a chat without topics. */
export function topicMessage(
  chat: ChatRecord,
  bot: BotRecord,
  topicId: number | undefined,
): { message_thread_id?: number; is_topic_message?: true } {
  if (!topicId) return {};
  const topic = chat.topics.find(({ id }) => id === topicId);
  if (!topic) throw badRequest('message thread not found');
  if (topic.closed && topic.creator !== bot.user.id && !chat.admins[bot.user.id]?.can_manage_topics)
    throw badRequest('TOPIC_CLOSED');
  return { message_thread_id: topicId, is_topic_message: true };
}

/** The bot's own message, if it can still be edited. */
export function editableMessage(chat: ChatRecord, bot: BotRecord, messageId: number): StoredMessage {
  const stored = chat.messages.get(messageId);
  if (!stored) throw badRequest('message to edit not found');
  const otherMarkup = stored.markup !== undefined && !('inline_keyboard' in stored.markup);
  if (stored.message.from?.id !== bot.user.id || otherMarkup) throw badRequest("message can't be edited");
  return stored;
}

type ReplyMessage = NonNullable<Message['reply_to_message']>;

export interface ReplyTarget {
  readonly reply_parameters?: { readonly message_id?: number; readonly allow_sending_without_reply?: boolean };
  readonly reply_to_message_id?: number;
}

export function repliedMessage(chat: ChatRecord, params: ReplyTarget): { reply_to_message?: ReplyMessage } {
  const id = params.reply_parameters?.message_id ?? params.reply_to_message_id;
  if (id === undefined) return {};
  const target = chat.messages.get(id)?.message;
  if (target) return { reply_to_message: asReplied(target) };
  if (params.reply_parameters?.allow_sending_without_reply) return {};
  throw badRequest('message to be replied not found');
}

/** Removes the quotation of a quoted message. */
export function asReplied(message: Message): ReplyMessage {
  const { reply_to_message: _, ...rest } = message;
  return { ...rest, reply_to_message: undefined } as ReplyMessage;
}
