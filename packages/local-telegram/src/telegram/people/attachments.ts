import type { Message } from '@grammyjs/types';
import type { Files } from '#telegram/files.ts';
import { photoSize } from '#telegram/methods/media.ts';
import type { ChatRecord, FileRecord } from '#telegram/model.ts';

/** A PNG of one transparent pixel. */
export const SAMPLE_PHOTO: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

const SAMPLE_STICKER: Uint8Array = Buffer.from('RIFF....WEBP');

const SAMPLE_VOICE: Uint8Array = Buffer.from('OggS....');

/** Attachments as Telegram describes them to a bot. */
export interface Attachments {
  photo(bytes?: Uint8Array): Pick<Message, 'photo'>;
  document(name: string, bytes: Uint8Array): Pick<Message, 'document'>;
  sticker(emoji: string): Pick<Message, 'sticker'>;
  voice(): Pick<Message, 'voice'>;
}

export function createAttachments(files: Files, chat: () => ChatRecord): Attachments {
  const add = (folder: string, bytes: Uint8Array, mime: string, name?: string): FileRecord =>
    files.add([...chat().bots], folder, bytes, mime, name);

  return {
    photo: (bytes = SAMPLE_PHOTO) => ({ photo: [photoSize(add('photos', bytes, 'image/png'))] }),
    document(name, bytes) {
      const { file_id, file_unique_id, mime } = add('documents', bytes, 'application/octet-stream', name);
      return { document: { file_id, file_unique_id, mime_type: mime, file_name: name, file_size: bytes.length } };
    },
    sticker(emoji) {
      const { file_id, file_unique_id } = add('stickers', SAMPLE_STICKER, 'image/webp');
      const look = { width: 512, height: 512, is_animated: false, is_video: false };
      return { sticker: { file_id, file_unique_id, type: 'regular', ...look, emoji } };
    },
    voice() {
      const { file_id, file_unique_id, mime } = add('voice', SAMPLE_VOICE, 'audio/ogg');
      return { voice: { file_id, file_unique_id, duration: 2, mime_type: mime, file_size: SAMPLE_VOICE.length } };
    },
  };
}
