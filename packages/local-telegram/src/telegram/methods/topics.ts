import { badRequest } from '#telegram/failure.ts';
import { type BotRecord, type ChatRecord, isPrivate, type TopicRecord } from '#telegram/model.ts';
import { chatId, integer, optionalInteger, optionalText, type Reader, text, unsupported } from '#telegram/readers.ts';
import { botUser } from '#telegram/world.ts';
import { writableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';

const COLORS = [0x6fb9f0, 0xffd67e, 0xcb86db, 0x8eee98, 0xff93b2, 0xfb6f5f] as const;
type Color = (typeof COLORS)[number];
const MAX_NAME = 128;

const iconColor: Reader<Color | undefined> = (raw, name, params) => {
  const color = optionalInteger(raw, name, params);
  if (color === undefined) return undefined;
  const knownColor = COLORS.find((one) => one === color);
  if (!knownColor) throw badRequest('wrong icon color specified');
  return knownColor;
};

type TopicMethods = Methods<
  'createForumTopic' | 'editForumTopic' | 'closeForumTopic' | 'reopenForumTopic' | 'deleteForumTopic'
>;

/** Topics of forum groups. */
export function createTopicMethods({ world }: MethodDeps): TopicMethods {
  function forum(bot: BotRecord, id: number | string): ChatRecord {
    const chat = writableChat(world, bot, id);
    if (isPrivate(chat) || !('is_forum' in chat.chat) || !chat.chat.is_forum)
      throw badRequest('the chat is not a forum');
    return chat;
  }

  /** Allows an administrator with the right, or the creator of the topic. */
  function topicOf(bot: BotRecord, chat: ChatRecord, id: number): TopicRecord {
    const topic = chat.topics.find((one) => one.id === id);
    if (!topic) throw badRequest('message thread not found');
    if (!chat.admins[bot.user.id]?.can_manage_topics && topic.creator !== bot.user.id)
      throw badRequest('not enough rights to manage topics');
    return topic;
  }

  function setClosed(bot: BotRecord, params: { chat_id: number | string; message_thread_id: number }, closed: boolean) {
    const chat = forum(bot, params.chat_id);
    const topic = topicOf(bot, chat, params.message_thread_id);
    if (topic.closed === closed) throw badRequest('TOPIC_NOT_MODIFIED');
    topic.closed = closed;
    const place = { message_thread_id: topic.id, is_topic_message: true as const };
    world.post(chat, botUser(bot), {
      ...place,
      ...(closed ? { forum_topic_closed: {} } : { forum_topic_reopened: {} }),
    });
    world.saveChat(chat);
    return true as const;
  }

  const topic = { chat_id: chatId, message_thread_id: integer };
  return {
    createForumTopic: {
      params: { chat_id: chatId, name: text, icon_color: iconColor, icon_custom_emoji_id: unsupported },
      run(bot, params) {
        const chat = forum(bot, params.chat_id);
        if (!chat.admins[bot.user.id]?.can_manage_topics) throw badRequest('not enough rights to create a topic');
        const name = params.name.trim();
        if (name === '') throw badRequest('topic name must be non-empty');
        if ([...name].length > MAX_NAME) throw badRequest('TOPIC_TITLE_TOO_LONG');
        const icon_color = params.icon_color ?? COLORS[0];
        const id = chat.nextMessageId;
        const place = { message_thread_id: id, is_topic_message: true as const };
        world.post(chat, botUser(bot), { ...place, forum_topic_created: { name, icon_color } });
        chat.topics.push({ id, name, iconColor: icon_color, creator: bot.user.id, closed: false });
        world.saveChat(chat);
        return { message_thread_id: id, name, icon_color };
      },
    },
    editForumTopic: {
      params: { ...topic, name: optionalText, icon_custom_emoji_id: unsupported },
      run(bot, params) {
        const chat = forum(bot, params.chat_id);
        const topic = topicOf(bot, chat, params.message_thread_id);
        if (params.name === undefined || params.name === topic.name) throw badRequest('TOPIC_NOT_MODIFIED');
        topic.name = params.name;
        const place = { message_thread_id: topic.id, is_topic_message: true as const };
        world.post(chat, botUser(bot), { ...place, forum_topic_edited: { name: topic.name } });
        world.saveChat(chat);
        return true;
      },
    },
    closeForumTopic: { params: topic, run: (bot, params) => setClosed(bot, params, true) },
    reopenForumTopic: { params: topic, run: (bot, params) => setClosed(bot, params, false) },
    deleteForumTopic: {
      params: topic,
      run(bot, params) {
        const chat = forum(bot, params.chat_id);
        const topic = chat.topics.find(({ id }) => id === params.message_thread_id);
        if (!topic) throw badRequest('message thread not found');
        if (!chat.admins[bot.user.id]?.can_delete_messages) throw badRequest('not enough rights to delete a topic');
        world.removeTopic(chat, topic.id);
        return true;
      },
    },
  };
}
