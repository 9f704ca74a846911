import { setTimeout } from 'node:timers/promises';
import { type Bot, GrammyError } from 'grammy';
import type { Update } from 'grammy/types';
import type { Log } from '../log.ts';
import { allowedUpdates } from './bot.ts';
import type { BotContext } from './context.ts';
import { problemOf } from './middleware/error-boundary.ts';

export interface Intake {
  start(): Promise<void>;
  /** Takes nothing new and waits for what is being handled. */
  stop(): Promise<void>;
}

const longPollSeconds = 30;
const pauseMs = 3_000;
/**
 * Asking for more tells Telegram that what came before is done. So it is handled first, but not for longer than this:
 * one slow chat must not hold up the others.
 */
const graceMs = 500;

export function createPolling(bot: Bot<BotContext>, log: Log): Intake {
  const handling = new Set<Promise<void>>();
  const stopping = new AbortController();
  let polling: Promise<void> = Promise.resolve();
  let offset = 0;

  function handle(update: Update): Promise<void> {
    const handled = bot
      .handleUpdate(update)
      .catch((error: unknown) => log.error({ update: update.update_id, ...problemOf(error) }, 'an update was dropped'))
      .finally(() => handling.delete(handled));
    handling.add(handled);
    return handled;
  }

  async function fetch(timeout: number, limit = 100): Promise<Update[]> {
    const query = { offset, limit, timeout, allowed_updates: [...allowedUpdates] };
    return bot.api.getUpdates(query, timeout === 0 ? undefined : (stopping.signal as never));
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const updates = await fetch(longPollSeconds);
        const handled = updates.map(handle);
        offset = (updates.at(-1)?.update_id ?? offset - 1) + 1;
        if (handled.length > 0) await within(graceMs, Promise.all(handled));
      } catch (error) {
        if (stopping.signal.aborted) return;
        log.warn(problemOf(error), 'no updates from Telegram; trying again');
        const asked = error instanceof GrammyError ? (error.parameters.retry_after ?? 0) * 1_000 : 0;
        await setTimeout(Math.max(asked, pauseMs), undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    start: async () => {
      await bot.init();
      await bot.api.deleteWebhook();
      polling = poll();
    },
    stop: async () => {
      stopping.abort();
      await polling;
      await Promise.all(handling);
      // What was handled is confirmed, so that it does not come again at the next start.
      if (offset > 0) await fetch(0, 1).catch(() => undefined);
    },
  };
}

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, setTimeout(ms, undefined, { signal: late.signal }).catch(() => undefined)]);
  late.abort();
}
