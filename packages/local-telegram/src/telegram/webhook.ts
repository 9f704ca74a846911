import type { Update } from '@grammyjs/types';
import { type Clock, unixTime } from './clock.ts';
import type { Events } from './events.ts';
import type { BotRecord } from './model.ts';
import type { Updates } from './updates.ts';
import type { TelegramWorld } from './world.ts';

/** Posts queued updates to the bot's webhook, one at a time for a chat. */
export interface WebhookDelivery {
  /** Sends what can be sent now. */
  wake(bot: BotRecord): void;
  /** Drops retries after the webhook was changed or removed. */
  reset(bot: BotRecord): void;
  close(): void;
}

export type RunMethod = (bot: BotRecord, method: string, params: Record<string, unknown>) => Promise<unknown>;

interface Lane {
  attempts: number;
  busy: boolean;
  cancelRetry: (() => void) | undefined;
}

interface Sender {
  readonly lanes: Map<string, Lane>;
  readonly abort: AbortController;
  connections: number;
}

const MAX_DELAY_SECONDS = 60;
const MAX_RETRY_AFTER_SECONDS = 3600;
const READ_TIMEOUT_MS = 60_000;

/** A webhook may answer with one call, but not with these. */
const NOT_AS_REPLY = /^(get|setwebhook|deletewebhook|close|logout)/i;

export function createWebhookDelivery(deps: {
  clock: Clock;
  events: Events;
  updates: Updates;
  world: TelegramWorld;
  run: RunMethod;
}): WebhookDelivery {
  const { clock, events, updates, world, run } = deps;
  const senders = new Map<number, Sender>();

  function senderOf(bot: BotRecord): Sender {
    let sender = senders.get(bot.user.id);
    if (!sender) {
      sender = { lanes: new Map(), abort: new AbortController(), connections: 0 };
      senders.set(bot.user.id, sender);
    }
    return sender;
  }

  function wake(bot: BotRecord): void {
    if (!bot.webhook) return;
    const sender = senderOf(bot);
    for (const { update, chat } of updates.pending(bot)) {
      if (sender.connections >= bot.webhook.maxConnections) return;
      const lane = sender.lanes.get(chat) ?? { attempts: 0, busy: false, cancelRetry: undefined };
      if (lane.busy || lane.cancelRetry) continue;
      lane.busy = true;
      sender.lanes.set(chat, lane);
      sender.connections += 1;
      void deliver(bot, sender, lane, chat, update);
    }
  }

  async function deliver(bot: BotRecord, sender: Sender, lane: Lane, chat: string, update: Update): Promise<void> {
    const outcome = await post(bot, sender, update);
    sender.connections -= 1;
    lane.busy = false;
    if (senders.get(bot.user.id) !== sender || !bot.webhook) return;
    if (outcome.ok) {
      sender.lanes.delete(chat);
      updates.confirm(bot, update.update_id);
    } else {
      bot.webhook.lastErrorDate = unixTime(clock);
      bot.webhook.lastErrorMessage = outcome.error;
      world.saveBot(bot);
      // The first retry is immediate; then pauses double.
      const backOff = lane.attempts === 0 ? 0 : Math.min(MAX_DELAY_SECONDS, 2 ** lane.attempts);
      const seconds = Math.min(outcome.retryAfter, MAX_RETRY_AFTER_SECONDS) || backOff;
      lane.attempts += 1;
      lane.cancelRetry = clock.schedule(() => {
        lane.cancelRetry = undefined;
        wake(bot);
      }, seconds * 1000);
    }
    wake(bot);
  }

  async function post(bot: BotRecord, sender: Sender, update: Update): Promise<Outcome> {
    const webhook = bot.webhook;
    if (!webhook) return { ok: false, error: 'Webhook connection closed', retryAfter: 0 };
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (webhook.secret !== undefined) headers['x-telegram-bot-api-secret-token'] = webhook.secret;
    const timeout = new AbortController();
    const cancelTimeout = clock.schedule(() => timeout.abort(), READ_TIMEOUT_MS);
    try {
      events.emit({ type: 'delivered', botId: bot.user.id, update });
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers,
        body: JSON.stringify(update),
        redirect: 'manual',
        signal: AbortSignal.any([sender.abort.signal, timeout.signal]),
      });
      const body = await response.text();
      if (response.ok) {
        await reply(bot, body);
        return { ok: true };
      }
      const error = `Wrong response from the webhook: ${response.status} ${response.statusText}`;
      return { ok: false, error, retryAfter: Number(response.headers.get('retry-after')) || 0 };
    } catch (error) {
      if (timeout.signal.aborted) return { ok: false, error: 'Read timeout expired', retryAfter: 0 };
      return { ok: false, error: refused(error) ? 'Connection refused' : 'Webhook connection closed', retryAfter: 0 };
    } finally {
      cancelTimeout();
    }
  }

  async function reply(bot: BotRecord, body: string): Promise<void> {
    const call = readCall(body);
    if (!call || NOT_AS_REPLY.test(call.method)) return;
    // The bot does not learn the result of such a call.
    await run(bot, call.method, call.params);
  }

  function reset(bot: BotRecord): void {
    const sender = senders.get(bot.user.id);
    senders.delete(bot.user.id);
    sender?.abort.abort();
    for (const lane of sender?.lanes.values() ?? []) lane.cancelRetry?.();
  }

  return {
    wake,
    reset,
    close() {
      for (const bot of world.bots()) reset(bot);
    },
  };
}

type Outcome = { readonly ok: true } | { readonly ok: false; readonly error: string; readonly retryAfter: number };

const refused = (error: unknown): boolean =>
  error instanceof Error &&
  error.cause instanceof Error &&
  'code' in error.cause &&
  error.cause.code === 'ECONNREFUSED';

function readCall(body: string): { method: string; params: Record<string, unknown> } | undefined {
  if (!body.startsWith('{')) return undefined;
  try {
    const { method, ...params } = JSON.parse(body) as Record<string, unknown>;
    return typeof method === 'string' ? { method, params } : undefined;
  } catch {
    return undefined;
  }
}
