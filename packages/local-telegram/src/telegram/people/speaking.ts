import type { InlineKeyboardMarkup, Message, Update } from '@grammyjs/types';
import { type BotRecord, type ChatRecord, isPrivate, type PersonRecord, type StoredMessage } from '#telegram/model.ts';
import type { Updates } from '#telegram/updates.ts';
import { type TelegramWorld, userOf } from '#telegram/world.ts';

export interface Said {
  readonly stored: StoredMessage;
  readonly update: Update | undefined;
}

/** Adds people's messages to the chat and delivers them to its bots. */
export interface Speaking {
  say(chat: ChatRecord, person: PersonRecord, content: Partial<Message>, markup?: InlineKeyboardMarkup): Said;
  correct(chat: ChatRecord, message: Message): Said;
}

type MessageUpdate = NonNullable<Update['message']>;

export function createSpeaking(world: TelegramWorld, updates: Updates): Speaking {
  const listeners = (chat: ChatRecord, message: Message): BotRecord[] =>
    [...world.bots()].filter((bot) => chat.bots.includes(bot.user.id) && hears(bot, chat, message));

  function tell(chat: ChatRecord, stored: StoredMessage, kind: 'message' | 'edited_message'): Said {
    const [update] = listeners(chat, stored.message).map((bot) =>
      updates.push(bot, { [kind]: stored.message as MessageUpdate }, chat.key),
    );
    return { stored, update };
  }

  return {
    say: (chat, person, content, markup) => tell(chat, world.post(chat, userOf(person), content, markup), 'message'),
    correct: (chat, message) => tell(chat, world.replace(chat, message, undefined), 'edited_message'),
  };
}

/**
 * In privacy mode a bot that is not an administrator gets only commands, mentions, replies to it and service messages.
 */
function hears(bot: BotRecord, chat: ChatRecord, message: Message): boolean {
  if (isPrivate(chat) || bot.user.can_read_all_group_messages || chat.admins[bot.user.id]) return true;
  if (message.new_chat_members || message.left_chat_member || message.successful_payment) return true;
  const replied = message.reply_to_message;
  // The message that created a topic is the root of all others, so those do not reply to it.
  if (replied?.from?.id === bot.user.id && replied.message_id !== message.message_thread_id) return true;
  const text = message.text ?? message.caption ?? '';
  const name = `@${bot.user.username}`.toLowerCase();
  return [...(message.entities ?? []), ...(message.caption_entities ?? [])].some((entity) => {
    const words = text.slice(entity.offset, entity.offset + entity.length).toLowerCase();
    if (entity.type === 'mention') return words === name;
    return entity.type === 'bot_command' && (!words.includes('@') || words.endsWith(name));
  });
}
