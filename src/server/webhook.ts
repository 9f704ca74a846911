import { createHash, timingSafeEqual } from 'node:crypto';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { Hono } from 'hono';
import { readBody } from '../read-body.ts';

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

export interface Webhook {
  readonly app: Hono;
  /** Registers the webhook. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface WebhookDeps {
  readonly bot: { readonly api: Pick<Api, 'setWebhook'> };
  readonly settings: WebhookSettings;
  readonly allowedUpdates: readonly (keyof Omit<Update, 'update_id'>)[];
  readonly inbox: { receive(updates: readonly Update[]): Promise<void>; isFull(): boolean };
}

const largestUpdate = 1024 * 1024;

/** Answers 200 once an update is stored; Telegram repeats it until then. */
export function createWebhook({ bot, settings, allowedUpdates, inbox }: WebhookDeps): Webhook {
  const app = new Hono();
  const expected = digest(settings.secret);
  let open = false;

  app.post(new URL(settings.url).pathname, async (context) => {
    // By digest and in constant time: neither the length nor a common prefix can be measured.
    const given = digest(context.req.header('x-telegram-bot-api-secret-token') ?? '');
    if (!timingSafeEqual(given, expected)) return context.body(null, 401);
    // Starting, stopping or full: Telegram repeats the update.
    if (!open || inbox.isFull()) return context.body(null, 503);
    const update = readUpdate(await readBody(context.req.raw, largestUpdate));
    if (!update) return context.body(null, 400);
    await inbox.receive([update]);
    return context.body(null, 200);
  });

  return {
    app,
    start: async () => {
      open = true;
      await bot.api.setWebhook(settings.url, { secret_token: settings.secret, allowed_updates: [...allowedUpdates] });
    },
    stop: async () => {
      open = false;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Null: not an update. */
function readUpdate(body: Buffer | null): Update | null {
  if (body === null) return null;
  try {
    const update: unknown = JSON.parse(body.toString('utf8'));
    return typeof update === 'object' && update !== null && 'update_id' in update ? (update as Update) : null;
  } catch {
    return null;
  }
}
