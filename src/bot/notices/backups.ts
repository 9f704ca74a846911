import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { type Api, InputFile } from 'grammy';
import { adminActions } from '#bot/actions/admin.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { edit, send } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { grammySignal } from '#bot/telegram/grammy-signal.ts';
import { isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { BackupProgress, ShowBackup } from '#shop/running/backups/backup-progress.ts';
import type { MadeBackup } from '#shop/running/backups/backups.ts';

interface Deps extends Pick<Services, 'people' | 'formatterFor' | 'ownerIds'> {
  readonly api: Api;
  /** Null: the owners. */
  readonly chatId: number | null;
  readonly log: Log;
  readonly partBytes?: number | undefined;
}

/** Telegram accepts 50 MB. */
const mostBytes = 45 * 1_024 * 1_024;

/** Sends an archive as documents to a chat, or to every owner who can be reached. False: no owner can be. */
export function createBackupDelivery(deps: Deps) {
  const { api, people, formatterFor, ownerIds, chatId, log, partBytes = mostBytes } = deps;

  async function sendTo(to: number, { file, bytes, at }: MadeBackup, uploaded: string[], signal: AbortSignal) {
    const owner = await people.find(to);
    const format = formatterFor(owner?.language, owner?.unit);
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
        // Opened when it is sent: an error of a stream that is never read would be unhandled.
        uploaded[part] ?? new InputFile(() => createReadStream(file, range), name),
        { caption, parse_mode: 'HTML', disable_notification: true },
        grammySignal(signal),
      );
      uploaded[part] ??= document.file_id;
    }
  }

  return async (backup: MadeBackup, stopping: AbortSignal): Promise<boolean> => {
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
    if (failures.length < recipients.length || recipients.length === 0) return true;
    if (chatId === null && failures.every(isUnreachable)) return false;
    throw failures.find((error) => !isUnreachable(error)) ?? failures[0];
  };
}

/** Shows an owner who asked for a backup how it goes, in the message in which they asked. */
export function createBackupReports({ api, people, formatterFor, log }: Omit<Deps, 'chatId'>): ShowBackup {
  return async ({ chatId, messageId }, progress) => {
    const owner = await people.find(chatId);
    const screen = backupScreen(formatterFor(owner?.language, owner?.unit), progress);
    const isEnd = progress.step === 'done' || progress.step === 'failed';
    try {
      const isShown = await edit(api, chatId, messageId, screen);
      if (isEnd && !isShown) await send(api, chatId, screen);
    } catch (error) {
      log.warn({ to: chatId, ...problemOf(error) }, 'progress of a backup not shown');
    }
  };
}

/** The worker keeps editing this message, so its button opens a new one. */
export const backupScreen = (format: Formatter, progress: BackupProgress): Screen => ({
  text: progressText(format, progress),
  keys: [[newMessageButton(format.plain('key-backup'), adminActions.backup())]],
});

function progressText(format: Formatter, progress: BackupProgress): string {
  switch (progress.step) {
    case 'writing':
      return progress.of === null
        ? format.html('backup-writing-rows', { rows: progress.rows })
        : format.html('backup-writing', { rows: progress.rows, percent: percentOf(progress.rows, progress.of) });
    case 'checking':
      return format.html('backup-checking', { percent: percentOf(progress.rows, progress.of) });
    case 'sending':
      return format.html('backup-sending');
    case 'failed':
      return format.html('alert-backup-failed', { why: untrusted(progress.why, 200) });
    case 'done': {
      const { at, bytes, rows } = progress.backup;
      const count = Math.max(0.01, Math.round(bytes / 10_000) / 100);
      const size = format.plain('amount-mb', { count });
      return format.html('backup-done', { time: format.when(at), size, rows });
    }
  }
}

/** A shop grows: it is not over before it is. */
const percentOf = (rows: number, of: number): number => Math.min(99, Math.floor((rows / Math.max(1, of)) * 100));
