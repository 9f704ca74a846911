import { isDeepStrictEqual } from 'node:util';
import type { InlineKeyboardMarkup, Message, MessageEntity, ParseMode, Update } from '@grammyjs/types';
import { unixTime } from '#telegram/clock.ts';
import { badRequest } from '#telegram/failure.ts';
import { inlineMarkup } from '#telegram/keyboard.ts';
import { type BotRecord, type ChatRecord, isPrivate, type StoredMessage } from '#telegram/model.ts';
import {
  chatId,
  integer,
  json,
  linkPreview,
  messageEntities,
  optionalFlag,
  optionalText,
  parseMode,
  text,
  unsupported,
} from '#telegram/readers.ts';
import { formatText } from '#telegram/text/formatted.ts';
import type { Formatted } from '#telegram/text/html.ts';
import { botUser } from '#telegram/world.ts';
import {
  editableMessage,
  readableChat,
  refusePayButton,
  repliedMessage,
  sendableChat,
  topicMessage,
  writableChat,
} from './access.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';
import { editing, sendingToTopics } from './shapes.ts';

/** Limits in UTF-16 units after parsing. Telegram counts characters, so these are never more generous. */
export const MAX_TEXT = 4096;
export const MAX_CAPTION = 1024;

const DELETABLE_SECONDS = 48 * 3600;

type MessageMethods = Methods<
  | 'sendMessage'
  | 'editMessageText'
  | 'editMessageCaption'
  | 'editMessageReplyMarkup'
  | 'deleteMessage'
  | 'deleteMessages'
  | 'sendChatAction'
>;

interface TextParams {
  readonly parse_mode?: ParseMode;
  readonly entities?: MessageEntity[];
  readonly text?: string;
}

function messageText(params: TextParams): Formatted {
  if (params.text === undefined || params.text === '') throw badRequest('message text is empty');
  const formatted = formatText(params.text, params.parse_mode, params.entities);
  if (formatted.text === '') throw badRequest('text must be non-empty');
  if (formatted.text.length > MAX_TEXT) throw badRequest('message is too long');
  return formatted;
}

interface CaptionParams {
  readonly caption?: string;
  readonly parse_mode?: ParseMode;
  readonly caption_entities?: MessageEntity[];
}

export function captionOf(params: CaptionParams): { caption?: string; caption_entities?: MessageEntity[] } {
  if (params.caption === undefined) return {};
  const { text: caption, entities } = formatText(params.caption, params.parse_mode, params.caption_entities);
  if (caption.length > MAX_CAPTION) throw badRequest('message caption is too long');
  if (caption === '') return {};
  return { caption, ...(entities.length > 0 ? { caption_entities: entities } : {}) };
}

const textContent = ({ text, entities }: Formatted) => ({ text, ...(entities.length > 0 ? { entities } : {}) });

/** The compared content of a message, without the markup. */
function bare(message: Message): Partial<Message> {
  const { edit_date: _, reply_markup: __, ...rest } = message;
  return rest;
}

export function createMessageMethods({ clock, events, world }: MethodDeps): MessageMethods {
  function target(
    bot: BotRecord,
    params: { chat_id?: number | string; message_id?: number },
  ): { chat: ChatRecord; stored: StoredMessage } {
    if (params.chat_id === undefined && !params.message_id) throw badRequest('message identifier is not specified');
    if (params.chat_id === undefined) throw badRequest('chat_id is empty');
    const chat = writableChat(world, bot, params.chat_id);
    return { chat, stored: editableMessage(chat, bot, params.message_id ?? 0) };
  }

  function edit(
    chat: ChatRecord,
    stored: StoredMessage,
    content: Message,
    markup: InlineKeyboardMarkup | undefined,
  ): Message & Update.Edited {
    if (isDeepStrictEqual(bare(stored.message), bare(content)) && isDeepStrictEqual(stored.markup, markup)) {
      throw badRequest(
        'message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message',
      );
    }
    const edit_date = unixTime(clock);
    return { ...world.replace(chat, { ...content, edit_date }, markup).message, edit_date };
  }

  function deleteOne(bot: BotRecord, chat: ChatRecord, messageId: number): void {
    const message = chat.messages.get(messageId)?.message;
    if (!message) throw badRequest('message to delete not found');
    if (!isPrivate(chat) && message.from?.id !== bot.user.id) throw badRequest("message can't be deleted");
    if (unixTime(clock) - message.date > DELETABLE_SECONDS) throw badRequest("message can't be deleted for everyone");
    world.remove(chat, messageId);
  }

  return {
    sendMessage: {
      params: {
        ...sendingToTopics,
        text,
        parse_mode: parseMode,
        entities: messageEntities,
        link_preview_options: linkPreview,
      },
      run(bot, params) {
        const formatted = messageText(params);
        const chat = sendableChat(world, bot, params);
        const content = {
          ...topicMessage(chat, bot, params.message_thread_id),
          ...repliedMessage(chat, params),
          ...(params.protect_content ? { has_protected_content: true as const } : {}),
          ...(params.link_preview_options ? { link_preview_options: params.link_preview_options } : {}),
          ...textContent(formatted),
        };
        return { ...world.post(chat, botUser(bot), content, params.reply_markup).message, text: formatted.text };
      },
    },

    editMessageText: {
      params: {
        ...editing,
        text: optionalText,
        parse_mode: parseMode,
        entities: messageEntities,
        link_preview_options: linkPreview,
        rich_message: unsupported,
        reply_markup: inlineMarkup,
      },
      run(bot, params) {
        const formatted = messageText(params);
        refusePayButton(params.reply_markup);
        const { chat, stored } = target(bot, params);
        if (stored.message.text === undefined) throw badRequest('there is no text in the message to edit');
        const { entities: _, ...rest } = stored.message;
        const preview = params.link_preview_options ? { link_preview_options: params.link_preview_options } : {};
        const edited = edit(chat, stored, { ...rest, ...preview, ...textContent(formatted) }, params.reply_markup);
        return { ...edited, text: formatted.text };
      },
    },

    editMessageCaption: {
      params: {
        ...editing,
        caption: optionalText,
        parse_mode: parseMode,
        caption_entities: messageEntities,
        show_caption_above_media: optionalFlag,
        reply_markup: inlineMarkup,
      },
      run(bot, params) {
        const caption = captionOf(params);
        const { chat, stored } = target(bot, params);
        if (!stored.message.photo && !stored.message.document && !stored.message.voice)
          throw badRequest('there is no caption in the message to edit');
        const { caption: _, caption_entities: __, ...rest } = stored.message;
        return edit(chat, stored, { ...rest, ...caption }, params.reply_markup);
      },
    },

    editMessageReplyMarkup: {
      params: { ...editing, reply_markup: inlineMarkup },
      run(bot, params) {
        const { chat, stored } = target(bot, params);
        return edit(chat, stored, stored.message, params.reply_markup);
      },
    },

    deleteMessage: {
      params: { chat_id: chatId, message_id: integer },
      run(bot, params) {
        deleteOne(bot, readableChat(world, bot, params.chat_id), params.message_id);
        return true;
      },
    },

    deleteMessages: {
      params: {
        chat_id: chatId,
        message_ids: (raw) => {
          const ids = json(raw, 'message identifiers');
          if (!Array.isArray(ids) || ids.length === 0) throw badRequest('message identifiers are not specified');
          if (ids.length > 100) throw badRequest('too many messages to delete');
          return ids.map(Number);
        },
      },
      run(bot, params) {
        const chat = readableChat(world, bot, params.chat_id);
        // Skips deleted messages.
        for (const id of params.message_ids) if (chat.messages.has(id)) deleteOne(bot, chat, id);
        return true;
      },
    },

    sendChatAction: {
      params: {
        business_connection_id: unsupported,
        chat_id: chatId,
        message_thread_id: unsupported,
        action: chatAction,
      },
      run(bot, params) {
        const chat = writableChat(world, bot, params.chat_id);
        events.emit({ type: 'action', chat: chat.key, action: params.action });
        return true;
      },
    },
  };
}

const ACTIONS = [
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
] as const;

function chatAction(raw: unknown): (typeof ACTIONS)[number] {
  const action = ACTIONS.find((known) => known === String(raw).toLowerCase());
  if (!action) throw badRequest('wrong parameter action in request');
  return action;
}
