import type { Message } from '@grammyjs/types';
import { badRequest } from '../failure.ts';
import { chatId, integer, messageEntities, optionalFlag, optionalText, parseMode, unsupported } from '../readers.ts';
import { botUser } from '../world.ts';
import { readableChat, repliedMessage, writableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import { captionOf, refusePayButton } from './messages.ts';
import type { Methods } from './method.ts';
import { sending } from './shapes.ts';

/** What is copied; buttons, quotations and the origin of a forward are not. */
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

const { business_connection_id: _, ephemeral_message_parameters: __, ...taken } = sending;

export function createCopyMethods({ world }: MethodDeps): Methods<'copyMessage'> {
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
        refusePayButton(params.reply_markup);
        const chat = writableChat(world, bot, params.chat_id);
        const original = readableChat(world, bot, params.from_chat_id).messages.get(params.message_id)?.message;
        if (!original) throw badRequest('message to copy not found');
        // Service messages, invoices and protected ones.
        if (!things.some((thing) => original[thing] !== undefined) || original.has_protected_content)
          throw badRequest("message can't be copied");
        const captioned = params.caption !== undefined && media.some((thing) => original[thing] !== undefined);
        const kept = contents
          .filter((field) => original[field] !== undefined && !(captioned && field.startsWith('caption')))
          .map((field) => [field, original[field]]);
        const content: Partial<Message> = {
          ...repliedMessage(chat, params),
          ...(params.protect_content ? { has_protected_content: true as const } : {}),
          ...Object.fromEntries(kept),
          ...(captioned ? captionOf(params) : {}),
        };
        const { message_id } = world.post(chat, botUser(bot), content, params.reply_markup).message;
        return { message_id };
      },
    },
  };
}
