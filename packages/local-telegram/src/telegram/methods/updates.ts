import type { WebhookInfo } from '@grammyjs/types';
import { badRequest, conflict } from '#telegram/failure.ts';
import type { BotRecord, UpdateKind } from '#telegram/model.ts';
import {
  flag,
  integer,
  json,
  optionalFlag,
  optionalInteger,
  optionalText,
  text,
  uploadOnly,
} from '#telegram/readers.ts';
import type { MethodDeps } from './deps.ts';
import type { Methods } from './method.ts';

type UpdateMethods = Methods<'getUpdates' | 'setWebhook' | 'deleteWebhook' | 'getWebhookInfo'>;

const MAX_TIMEOUT_SECONDS = 50;
const WEBHOOK_PORTS = ['', '443', '80', '88', '8443'];

/** Undefined keeps the earlier choice. An empty list means the default kinds. */
function allowedUpdates(raw: unknown): UpdateKind[] | undefined {
  const value = typeof raw === 'string' && !raw.startsWith('[') ? undefined : json(raw, 'allowed updates');
  return Array.isArray(value) ? value.map((kind) => String(kind).toLowerCase() as UpdateKind) : undefined;
}

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

export function createUpdateMethods({ world, updates, webhook }: MethodDeps): UpdateMethods {
  function allow(bot: BotRecord, kinds: readonly UpdateKind[] | undefined): void {
    if (kinds === undefined) return;
    bot.allowedUpdates = kinds.length === 0 ? undefined : [...kinds];
    world.saveBot(bot);
  }

  function removeWebhook(bot: BotRecord, dropPending: boolean | undefined): true {
    webhook.reset(bot);
    bot.webhook = undefined;
    if (dropPending) updates.dropAll(bot);
    world.saveBot(bot);
    return true;
  }

  return {
    getUpdates: {
      params: {
        offset: optionalInteger,
        limit: optionalInteger,
        timeout: optionalInteger,
        allowed_updates: allowedUpdates,
      },
      async run(bot, params, signal) {
        if (bot.webhook) {
          throw conflict(
            "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
          );
        }
        allow(bot, params.allowed_updates);
        return updates.poll(bot, {
          offset: params.offset ?? 0,
          limit: clamp(params.limit || 100, 1, 100),
          timeoutSeconds: clamp(params.timeout ?? 0, 0, MAX_TIMEOUT_SECONDS),
          signal,
        });
      },
    },

    setWebhook: {
      params: {
        url: text,
        certificate: uploadOnly,
        ip_address: optionalText,
        max_connections: integer,
        allowed_updates: allowedUpdates,
        drop_pending_updates: optionalFlag,
        secret_token: optionalText,
      },
      run(bot, params) {
        if (params.url === '') return removeWebhook(bot, params.drop_pending_updates);
        checkWebhookUrl(params.url);
        const secret = params.secret_token;
        if (secret !== undefined && secret.length > 256) throw badRequest('secret token is too long');
        if (secret !== undefined && !/^[\w-]+$/.test(secret))
          throw badRequest('secret token contains unallowed characters');
        updates.interrupt(bot, conflict('terminated by setWebhook request'));
        removeWebhook(bot, params.drop_pending_updates);
        allow(bot, params.allowed_updates);
        bot.webhook = {
          url: params.url,
          secret,
          maxConnections: clamp(params.max_connections || 40, 1, 100),
          ipAddress: params.ip_address,
          hasCertificate: params.certificate !== undefined,
          lastErrorDate: undefined,
          lastErrorMessage: undefined,
        };
        world.saveBot(bot);
        webhook.wake(bot);
        return true;
      },
    },

    deleteWebhook: {
      params: { drop_pending_updates: flag },
      run: (bot, params) => removeWebhook(bot, params.drop_pending_updates),
    },

    getWebhookInfo: {
      params: {},
      run: (bot) => webhookInfo(bot, updates.pendingCount(bot)),
    },
  };
}

function webhookInfo(bot: BotRecord, pending: number): WebhookInfo {
  const { webhook } = bot;
  const info: WebhookInfo = {
    url: webhook?.url ?? '',
    has_custom_certificate: webhook?.hasCertificate ?? false,
    pending_update_count: pending,
  };
  if (bot.allowedUpdates) info.allowed_updates = [...bot.allowedUpdates];
  if (!webhook) return info;
  info.max_connections = webhook.maxConnections;
  if (webhook.ipAddress !== undefined) info.ip_address = webhook.ipAddress;
  if (webhook.lastErrorDate !== undefined) info.last_error_date = webhook.lastErrorDate;
  if (webhook.lastErrorMessage !== undefined) info.last_error_message = webhook.lastErrorMessage;
  return info;
}

/**
 * Allows plain HTTP and any port only on this machine, like the local mode of a Bot API server. Telegram's rules apply
 * otherwise.
 */
function checkWebhookUrl(given: string): void {
  const full = given.includes('://') ? given : `https://${given}`;
  if (!URL.canParse(full)) throw badRequest('invalid webhook URL specified');
  const url = new URL(full);
  if (['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return;
  if (url.protocol !== 'https:') throw badRequest('bad webhook: An HTTPS URL must be provided for webhook');
  if (!WEBHOOK_PORTS.includes(url.port)) {
    throw badRequest('bad webhook: Webhook can be set up only on ports 80, 88, 443 or 8443');
  }
}
