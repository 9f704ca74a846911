import type { Document, PhotoSize } from '@grammyjs/types';
import { badRequest, notFound } from '#telegram/failure.ts';
import { knowsFile } from '#telegram/files.ts';
import { imageSize } from '#telegram/image-size.ts';
import type { BotRecord, FileRecord } from '#telegram/model.ts';
import { file, messageEntities, optionalFlag, optionalText, parseMode, text, uploadOnly } from '#telegram/readers.ts';
import type { Upload } from '#telegram/request.ts';
import { botUser } from '#telegram/world.ts';
import { repliedMessage, sendableChat } from './access.ts';
import type { MethodDeps } from './deps.ts';
import { captionOf } from './messages.ts';
import type { Methods } from './method.ts';
import { sending } from './shapes.ts';

const MAX_PHOTO_BYTES = 10 * 1024 * 1024;
const MAX_DOWNLOAD_BYTES = 20 * 1024 * 1024;

const captioned = { caption: optionalText, parse_mode: parseMode, caption_entities: messageEntities };

export function createMediaMethods({ files, world }: MethodDeps): Methods<'sendPhoto' | 'sendDocument' | 'getFile'> {
  async function stored(bot: BotRecord, input: Upload | string, what: string, folder: string): Promise<FileRecord> {
    if (typeof input !== 'string') return keep(bot, input, folder);
    if (input === '') throw badRequest(`there is no ${what} in the request`);
    if (/^https?:\/\//i.test(input)) return keep(bot, await fetched(input), folder);
    const file = files.byId(input);
    if (!file || !knowsFile(bot, file)) throw badRequest('wrong file identifier/HTTP URL specified');
    return file;
  }

  function keep(bot: BotRecord, upload: Upload, folder: string): FileRecord {
    if (upload.bytes.length === 0) throw badRequest('file must be non-empty');
    const type = upload.type || 'application/octet-stream';
    return files.add([bot.user.id], folder, upload.bytes, type, upload.name);
  }

  return {
    sendPhoto: {
      params: {
        ...sending,
        ...captioned,
        photo: file,
        show_caption_above_media: optionalFlag,
        has_spoiler: optionalFlag,
      },
      async run(bot, params) {
        const caption = captionOf(params);
        const chat = sendableChat(world, bot, params);
        const record = await stored(bot, params.photo, 'photo', 'photos');
        if (record.bytes.length > MAX_PHOTO_BYTES) throw badRequest('file is too big');
        const photo = [photoSize(record)];
        const content = {
          ...repliedMessage(chat, params),
          ...(params.protect_content ? { has_protected_content: true as const } : {}),
          ...(params.has_spoiler ? { has_media_spoiler: true as const } : {}),
          ...caption,
          photo,
        };
        return { ...world.post(chat, botUser(bot), content, params.reply_markup).message, photo };
      },
    },

    sendDocument: {
      params: {
        ...sending,
        ...captioned,
        document: file,
        thumbnail: uploadOnly,
        disable_content_type_detection: optionalFlag,
      },
      async run(bot, params) {
        const caption = captionOf(params);
        const chat = sendableChat(world, bot, params);
        const record = await stored(bot, params.document, 'document', 'documents');
        const document: Document = {
          ...(record.name === undefined ? {} : { file_name: record.name }),
          mime_type: record.mime,
          file_id: record.file_id,
          file_unique_id: record.file_unique_id,
          file_size: record.bytes.length,
        };
        const content = {
          ...repliedMessage(chat, params),
          ...(params.protect_content ? { has_protected_content: true as const } : {}),
          ...caption,
          document,
        };
        return { ...world.post(chat, botUser(bot), content, params.reply_markup).message, document };
      },
    },

    getFile: {
      params: { file_id: text },
      run(bot, params) {
        if (params.file_id === '') throw badRequest('file_id not specified');
        const record = files.byId(params.file_id);
        if (!record) throw badRequest('invalid file_id');
        if (!knowsFile(bot, record)) throw badRequest('wrong file_id or the file is temporarily unavailable');
        if (record.bytes.length > MAX_DOWNLOAD_BYTES) throw badRequest('file is too big');
        const { file_id, file_unique_id, path } = record;
        return { file_id, file_unique_id, file_size: record.bytes.length, file_path: path };
      },
    },
  };
}

export function photoSize(record: FileRecord): PhotoSize {
  const size = imageSize(record.bytes);
  if (!size) throw badRequest('IMAGE_PROCESS_FAILED');
  if (size.width + size.height > 10_000 || size.width === 0 || size.height === 0)
    throw badRequest('PHOTO_INVALID_DIMENSIONS');
  const { file_id, file_unique_id } = record;
  return { file_id, file_unique_id, file_size: record.bytes.length, ...size };
}

async function fetched(url: string): Promise<Upload> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(10_000) });
    if (!response.ok) throw notFound();
    const type = response.headers.get('content-type') ?? 'application/octet-stream';
    const name = new URL(url).pathname.split('/').at(-1) ?? 'file';
    return { name, type, bytes: new Uint8Array(await response.arrayBuffer()) };
  } catch {
    throw badRequest('failed to get HTTP URL content');
  }
}
