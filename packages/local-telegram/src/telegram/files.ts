import { randomBytes } from 'node:crypto';
import type { Keep } from './keep.ts';
import type { BotRecord, FileRecord } from './model.ts';

export interface Files {
  /** Adds a file for the bots of a chat. Other bots cannot use its id. */
  add(bots: readonly number[], folder: string, bytes: Uint8Array, mime: string, name?: string): FileRecord;
  byId(fileId: string): FileRecord | undefined;
  byPath(path: string): FileRecord | undefined;
}

export const knowsFile = (bot: BotRecord, { bots }: FileRecord): boolean => bots?.includes(bot.user.id) ?? true;

const EXTENSION: Readonly<Record<string, string>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/webp': '.webp',
  'audio/ogg': '.oga',
};

export function createFiles(keep: Keep): Files {
  const byId = new Map<string, FileRecord>();
  const byPath = new Map<string, FileRecord>();

  function remember(file: FileRecord): void {
    byId.set(file.file_id, file);
    byPath.set(file.path, file);
  }

  for (const { value, bytes } of keep.load('file')) {
    remember({ ...(value as Omit<FileRecord, 'bytes'>), bytes: bytes ?? new Uint8Array() });
  }

  return {
    add(bots, folder, bytes, mime, name) {
      const extension = /\.[a-zA-Z0-9]{1,8}$/.exec(name ?? '')?.[0] ?? EXTENSION[mime] ?? '';
      const file: FileRecord = {
        file_id: `AgAC${randomBytes(30).toString('base64url')}`,
        file_unique_id: `AQAD${randomBytes(8).toString('base64url')}`,
        path: `${folder}/file_${byId.size}${extension}`,
        name,
        mime,
        bytes,
        bots,
      };
      remember(file);
      const { bytes: _, ...facts } = file;
      keep.put('file', file.file_id, facts, bytes);
      return file;
    },
    byId: (fileId) => byId.get(fileId),
    byPath: (path) => byPath.get(path),
  };
}
