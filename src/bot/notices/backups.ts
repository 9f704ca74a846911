import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { type Api, InputFile } from 'grammy';
import type { Services } from '#bot/core/services.ts';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { problemOf } from '#bot/telegram/problem.ts';
import { shopLanguage } from '#domain/language.ts';
import type { Log } from '#log.ts';
import type { MadeBackup } from '#shop/backups/backups.ts';

interface Deps extends Pick<Services, 'people' | 'formatterFor' | 'ownerIds'> {
  readonly api: Api;
  /** Null: the owners. */
  readonly chatId: number | null;
  readonly log: Log;
  readonly partBytes?: number | undefined;
}

/** Telegram accepts 50 MB. */
const mostBytes = 45 * 1_024 * 1_024;

/** Sends an archive as documents to a chat, or to every owner who can be reached. */
export function createBackupDelivery(deps: Deps) {
  const { api, people, formatterFor, ownerIds, chatId, log, partBytes = mostBytes } = deps;

  async function sendTo(to: number, { file, bytes, at }: MadeBackup, uploaded: string[], signal: AbortSignal) {
    const owner = await people.find(to);
    const format = formatterFor(owner?.language ?? shopLanguage, owner?.unit ?? 'toman');
    const parts = Math.ceil(bytes / partBytes);
    for (let part = 0; part < parts; part += 1) {
      // Of one length, so that `*` in a shell names them in order.
      const nth = String(part + 1).padStart(String(parts).length, '0');
      const name = parts === 1 ? basename(file) : `${basename(file)}.${nth}-${parts}`;
      const range = { start: part * partBytes, end: (part + 1) * partBytes - 1 };
      const caption =
        parts === 1
          ? format.html('backup-caption', { time: format.when(at) })
          : format.html('backup-caption-part', { time: format.when(at), part: part + 1, parts });
      const { document } = await api.sendDocument(
        to,
        // Opened when it is sent: nobody would listen to the errors of a stream that is not.
        uploaded[part] ?? new InputFile(() => createReadStream(file, range), name),
        { caption, parse_mode: 'HTML', disable_notification: true },
        grammySignal(signal),
      );
      uploaded[part] ??= document.file_id;
    }
  }

  return async (backup: MadeBackup, stopping: AbortSignal): Promise<void> => {
    const uploaded: string[] = [];
    const recipients = chatId === null ? ownerIds : [chatId];
    const failures: unknown[] = [];
    for (const to of recipients)
      await sendTo(to, backup, uploaded, stopping).catch((error: unknown) => {
        stopping.throwIfAborted();
        log.warn({ to, ...problemOf(error) }, 'backup not sent to one of its recipients');
        failures.push(error);
      });
    // With one that has it the shop is safe: an owner may never have started the bot.
    if (failures.length > 0 && failures.length === recipients.length) throw failures[0];
  };
}
