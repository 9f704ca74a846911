import { type Api, GrammyError } from 'grammy';
import { edit, send } from '#bot/kit/show.ts';
import type { Services } from '#bot/parts.ts';
import { askedPauseMs, isFlooded, isTransient, isUnreachable, problemOf } from '#bot/telegram/problem.ts';
import type { Log } from '#log.ts';
import type { BroadcastWorkerDeps, SendResult } from '#shop/support/broadcasts/broadcast-worker.ts';
import { type Broadcast, type BroadcastButton, labelFor } from '#shop/support/broadcasts/broadcasts.ts';
import type { BroadcastsDeps } from './handlers.ts';
import { progressScreen } from './screens.ts';

type Deps = Pick<Services, 'people' | 'formatterFor'> & { readonly api: Api; readonly log: Log };

/** Later than this the owner gets a new message, because an edit makes no sound. */
const noticedMs = 5_000;

/** A copy keeps formatting and media, and hides its sender. */
export function copyOf(api: Api): BroadcastsDeps['copy'] {
  return async (chatId, messageId) => {
    try {
      const { message_id } = await api.copyMessage(chatId, chatId, messageId);
      return message_id;
    } catch (error) {
      if (error instanceof GrammyError && error.error_code === 400) return null;
      throw error;
    }
  };
}

export function createBroadcastDelivery(deps: Deps): Pick<BroadcastWorkerDeps, 'send' | 'report'> {
  const { api, people, formatterFor, log } = deps;
  async function sendCopy(broadcast: Broadcast, personId: number): Promise<SendResult> {
    const { id, ownerId, messageId } = broadcast;
    const keyboard = broadcast.button === null ? {} : await keyboardFor(broadcast.button, personId);
    try {
      await api.copyMessage(personId, ownerId, messageId, keyboard);
      return { kind: 'sent' };
    } catch (error) {
      if (isFlooded(error)) return { kind: 'later', retryAfterMs: askedPauseMs(error) ?? 1_000 };
      log.warn({ announcement: id, ...problemOf(error) }, 'broadcast message not delivered');
      // Not `isUnreachable`: "chat not found" may mean the chat that is copied from.
      if (error instanceof GrammyError && error.error_code === 403) {
        await people.markUnreachable(personId);
        return { kind: 'blocked' };
      }
      if (isTransient(error)) return { kind: 'unsure' };
      return { kind: isLost(error) ? 'lost' : 'failed' };
    }
  }

  async function keyboardFor({ label, data }: BroadcastButton, personId: number) {
    const reader = await people.find(personId);
    const text = labelFor({ label }, formatterFor(reader?.language).language);
    return { reply_markup: { inline_keyboard: [[{ text, callback_data: data }]] } };
  }

  async function report(announcement: Broadcast, how: 'aloud' | 'quietly'): Promise<boolean> {
    const { ownerId, shownIn, startedAt, endedAt } = announcement;
    const owner = await people.find(ownerId);
    const format = formatterFor(owner?.language, owner?.unit);
    const screen = progressScreen(format, announcement, 'watched');
    try {
      const isShown = shownIn !== null && (await edit(api, ownerId, shownIn, screen));
      const late = endedAt !== null && endedAt - (startedAt ?? endedAt) > noticedMs;
      if (how === 'aloud' && endedAt !== null && (late || !isShown)) await send(api, ownerId, screen);
      return true;
    } catch (error) {
      log.warn({ announcement: announcement.id, ...problemOf(error) }, 'broadcast progress not shown');
      return isUnreachable(error);
    }
  }

  return { send: sendCopy, report };
}

const isLost = (error: unknown): boolean =>
  error instanceof GrammyError && /message to copy not found|message can't be copied/i.test(error.description);
