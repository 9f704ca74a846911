import { createHash, timingSafeEqual } from 'node:crypto';
import type { Bot, Context } from 'grammy';
import type { Update } from 'grammy/types';
import { Hono } from 'hono';
import type { Log } from '../log.ts';
import { readBody } from './body.ts';

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

export interface Webhook {
  readonly app: Hono;
  /** Tells Telegram where to send updates. */
  start(): Promise<void>;
  /** Takes nothing new and waits for what is being handled, until it is too late for that. */
  stop(tooLate: AbortSignal): Promise<void>;
  /** Resolves when nothing is being handled any more, too late or not. */
  over(): Promise<unknown>;
}

export interface WebhookDeps<C extends Context> {
  readonly bot: Bot<C>;
  readonly settings: WebhookSettings;
  readonly allowedUpdates: readonly (keyof Omit<Update, 'update_id'>)[];
  readonly log: Log;
  readonly answerMs?: number | undefined;
}

/**
 * Telegram gives up on an answer after a minute at most; long before that it is told to come again. It is never told that
 * an update is done before it is: whatever became of us then, it would not come again.
 */
const usualAnswerMs = 9_000;
/** How many of those that were done after their answer are remembered. */
const mostDoneLate = 1_000;
const largestUpdate = 1024 * 1024;

/** Updates that come to us. Telegram sends one again until it is answered with 200, so what failed comes again. */
export function createWebhook<C extends Context>({
  bot,
  settings,
  allowedUpdates,
  log,
  answerMs = usualAnswerMs,
}: WebhookDeps<C>): Webhook {
  const app = new Hono();
  /** By the update's id: one that comes again joins itself. */
  const handling = new Map<number, Promise<boolean>>();
  const late = new Set<number>();
  const doneLate = new Set<number>();
  const expected = digest(settings.secret);
  const cutOff = Promise.withResolvers<'cut off'>();
  let open = false;

  app.post(new URL(settings.url).pathname, async (context) => {
    // Compared by digest and in constant time: neither the length nor a matching start can be measured.
    const given = digest(context.req.header('x-telegram-bot-api-secret-token') ?? '');
    if (!timingSafeEqual(given, expected)) return context.body(null, 401);
    // Not yet, or no more: Telegram keeps it and comes again.
    if (!open) return context.body(null, 503);
    const update = readUpdate(await readBody(context.req.raw, largestUpdate));
    if (!update) return context.body(null, 400);
    const id = update.update_id;
    if (doneLate.delete(id)) return context.body(null, 200);
    const handled = await Promise.race([within(answerMs, handling.get(id) ?? handle(update)), cutOff.promise]);
    if (handled === null) late.add(id);
    if (handled === null || handled === 'cut off') return context.body(null, 503);
    return context.body(null, handled ? 200 : 500);
  });

  /** False: it met something that no handler foresaw, and shall come again. */
  function handle(update: Update): Promise<boolean> {
    const handled = bot.handleUpdate(update).then(
      () => true,
      (error: unknown) => {
        log.error({ update: update.update_id, name: error instanceof Error ? error.name : 'unknown' }, 'not handled');
        return false;
      },
    );
    handling.set(update.update_id, handled);
    void handled.then((well) => ended(update.update_id, well));
    return handled;
  }

  function ended(id: number, well: boolean): void {
    handling.delete(id);
    if (!late.delete(id) || !well) return;
    doneLate.add(id);
    for (const oldest of doneLate) {
      if (doneLate.size <= mostDoneLate) break;
      doneLate.delete(oldest);
    }
  }

  return {
    app,
    start: async () => {
      await bot.init();
      open = true;
      await bot.api.setWebhook(settings.url, { secret_token: settings.secret, allowed_updates: [...allowedUpdates] });
    },
    stop: async (tooLate) => {
      open = false;
      const end = () => cutOff.resolve('cut off');
      tooLate.addEventListener('abort', end);
      await Promise.race([Promise.all(handling.values()), cutOff.promise]);
      tooLate.removeEventListener('abort', end);
      if (handling.size > 0) log.error({ updates: handling.size }, 'stopped with updates in hand; they come again');
    },
    over: () => Promise.all(handling.values()),
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

function readUpdate(body: string | null): Update | null {
  if (body === null) return null;
  try {
    const update: unknown = JSON.parse(body);
    const isUpdate = typeof update === 'object' && update !== null && 'update_id' in update;
    return isUpdate && Number.isSafeInteger(update.update_id) ? (update as Update) : null;
  } catch {
    return null;
  }
}

/** What came of it, or null when it takes longer than this: it goes on all the same. */
function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, ms, null);
    void work.then(resolve).finally(() => clearTimeout(late));
  });
}
