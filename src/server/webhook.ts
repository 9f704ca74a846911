import { createHash, timingSafeEqual } from 'node:crypto';
import { readBody } from '@sharj/wire';
import type { Api } from 'grammy';
import type { Update } from 'grammy/types';
import { Hono } from 'hono';

export interface WebhookSettings {
  readonly url: string;
  readonly secret: string;
}

/** Where the messenger puts the secret that proves an update: in a header, or in the last part of the path. */
type SecretPlace = 'header' | 'path';

interface Webhook {
  readonly app: Hono;
  /** Registers the webhook. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface WebhookDeps {
  readonly bot: { readonly api: Pick<Api, 'setWebhook'> };
  readonly settings: WebhookSettings;
  readonly secretIn: SecretPlace;
  readonly allowedUpdates: readonly (keyof Omit<Update, 'update_id'>)[];
  readonly inbox: { receive(updates: readonly Update[]): Promise<void>; isFull(): boolean };
}

const largestUpdate = 1024 * 1024;

/** Answers 200 only after an update is stored, because Telegram repeats it until then. */
export function createWebhook({ bot, settings, secretIn, allowedUpdates, inbox }: WebhookDeps): Webhook {
  const app = new Hono();
  const expected = digest(settings.secret);
  let open = false;

  const path = new URL(settings.url).pathname.replace(/\/+$/, '');
  const isHeader = secretIn === 'header';

  app.post(isHeader ? new URL(settings.url).pathname : `${path}/:secret`, async (context) => {
    // Compares digests in constant time, so that neither length nor a common prefix can be measured.
    const secret = isHeader ? context.req.header('x-telegram-bot-api-secret-token') : context.req.param('secret');
    const actual = digest(secret ?? '');
    if (!timingSafeEqual(actual, expected)) return context.body(null, 401);
    // While starting, stopping or full, Telegram repeats the update.
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
      const url = isHeader ? settings.url : `${settings.url.replace(/\/+$/, '')}/${settings.secret}`;
      const secret = isHeader ? { secret_token: settings.secret } : {};
      await bot.api.setWebhook(url, { ...secret, allowed_updates: [...allowedUpdates] });
    },
    stop: async () => {
      open = false;
    },
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Null if the body is not an update. */
function readUpdate(body: Buffer | null): Update | null {
  if (body === null) return null;
  try {
    const update: unknown = JSON.parse(body.toString('utf8'));
    return typeof update === 'object' && update !== null && 'update_id' in update ? (update as Update) : null;
  } catch {
    return null;
  }
}
