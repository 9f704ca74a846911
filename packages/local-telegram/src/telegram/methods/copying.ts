import type { Message } from '@grammyjs/types';
import { badRequest } from '#telegram/failure.ts';
import {
  chatId,
  integer,
  json,
  messageEntities,
  optionalFlag,
  optionalInteger,
  optionalText,
  parseMode,
  type Reader,
  unsupported,
} from '#telegram/readers.ts';
import { botUser } from '#telegram/world.ts';
import { readableChat, repliedMessage, sendableChat, topicMessage, writableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import { captionOf } from './messages.ts';
import type { Methods } from './method.ts';
import { sendingToTopics } from './shapes.ts';

/** The copied fields. Buttons, quotations and the origin of a forward stay behind. */
const contents = [
  'text',
  'entities',
  'link_preview_options',
  'caption',
  'caption_entities',
  'show_caption_above_media',
  'has_media_spoiler',
  'photo',
  'document',
  'sticker',
  'voice',
  'contact',
  'location',
] as const satisfies readonly (keyof Message)[];
const media = ['photo', 'document', 'voice'] as const satisfies readonly (keyof Message)[];
const things = ['text', ...media, 'sticker', 'contact', 'location'] as const satisfies readonly (keyof Message)[];

const { business_connection_id: _, ephemeral_message_parameters: __, ...taken } = sendingToTopics;

const MAX_COPIED = 100;

const messageIds: Reader<number[]> = (raw) => {
  const ids = json(raw, 'message identifiers');
  if (!Array.isArray(ids) || ids.length === 0) throw badRequest('message identifiers are not specified');
  if (ids.length > MAX_COPIED) throw badRequest('too many messages to copy');
  const numbers = ids.map(Number);
  if (numbers.some((id, at) => at > 0 && id <= (numbers[at - 1] ?? 0)))
    throw badRequest('message identifiers must be in a strictly increasing order');
  return numbers;
};

/** Service messages, invoices and protected ones cannot be copied. */
const canBeCopied = (original: Message): boolean =>
  things.some((thing) => original[thing] !== undefined) && !original.has_protected_content;

export function createCopyMethods({ world }: MethodDeps): Methods<'copyMessage' | 'copyMessages'> {
  let albums = 0;
  return {
    copyMessage: {
      params: {
        ...taken,
        from_chat_id: chatId,
        message_id: integer,
        video_start_timestamp: unsupported,
        caption: optionalText,
        parse_mode: parseMode,
        caption_entities: messageEntities,
        show_caption_above_media: optionalFlag,
      },
      run(bot, params) {
        const chat = sendableChat(world, bot, params);
        const place = topicMessage(chat, bot, params.message_thread_id);
        const original = readableChat(world, bot, params.from_chat_id).messages.get(params.message_id)?.message;
        if (!original) throw badRequest('message to copy not found');
        if (!canBeCopied(original)) throw badRequest("message can't be copied");
        const captioned = params.caption !== undefined && media.some((thing) => original[thing] !== undefined);
        const kept = contents
          .filter((field) => original[field] !== undefined && !(captioned && field.startsWith('caption')))
          .map((field) => [field, original[field]]);
        const content: Partial<Message> = {
          ...place,
          ...repliedMessage(chat, params),
          ...(params.protect_content ? { has_protected_content: true as const } : {}),
          ...Object.fromEntries(kept),
          ...(captioned ? captionOf(params) : {}),
        };
        const { message_id } = world.post(chat, botUser(bot), content, params.reply_markup).message;
        return { message_id };
      },
    },

    copyMessages: {
      params: {
        chat_id: chatId,
        message_thread_id: optionalInteger,
        direct_messages_topic_id: unsupported,
        from_chat_id: chatId,
        message_ids: messageIds,
        disable_notification: optionalFlag,
        protect_content: optionalFlag,
        remove_caption: optionalFlag,
      },
      run(bot, params) {
        const chat = writableChat(world, bot, params.chat_id);
        const place = topicMessage(chat, bot, params.message_thread_id);
        const from = readableChat(world, bot, params.from_chat_id);
        // Skips messages that are missing or cannot be copied.
        const originals = params.message_ids.flatMap((id) => from.messages.get(id)?.message ?? []).filter(canBeCopied);
        if (originals.length === 0) throw badRequest('there are no messages to copy');
        albums += 1;
        const kept = contents.filter((field) => !(params.remove_caption && field.startsWith('caption')));
        return originals.map((original) => {
          const grouped = originals.length > 1 && original.media_group_id !== undefined;
          const content: Partial<Message> = {
            ...place,
            ...(params.protect_content ? { has_protected_content: true as const } : {}),
            ...(grouped ? { media_group_id: `copied-${albums}` } : {}),
            ...Object.fromEntries(
              kept.flatMap((field) => (original[field] === undefined ? [] : [[field, original[field]]])),
            ),
          };
          return { message_id: world.post(chat, botUser(bot), content).message.message_id };
        });
      },
    },
  };
}
