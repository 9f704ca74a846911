import { randomUUID } from 'node:crypto';
import { handleUpdate, type TelegramBot } from '#bot/bot.ts';
import { createConnection, type Route, type UpdateSource } from '#bot/intake/connection.ts';
import { createFailureNotice } from '#bot/intake/failure-notice.ts';
import { createFloodGuard } from '#bot/intake/flood-guard.ts';
import { createInbox, defaultInboxTimings, type InboxTimings } from '#bot/intake/inbox.ts';
import { createPolling, defaultPollingTimings, type PollingTimings } from '#bot/intake/polling.ts';
import { defaultRateLimits, type Kind, type RateLimits } from '#bot/intake/rate-limiter.ts';
import { allowedUpdates } from '#bot/intake/update-identity.ts';
import type { ChatScreens } from '#bot/kit/chat-screens.ts';
import type { Texts } from '#bot/kit/texts.ts';
import type { Messenger } from '#bot/telegram/messenger.ts';
import type { Log } from '#log.ts';
import { createWebhook, type WebhookSettings } from '#server/webhook.ts';
import type { OrderMessages } from '#shop/base/outbox/order-messages.ts';
import type { SalesPause } from '#shop/base/sales-pause/sales-pause.ts';
import type { Seal } from '#shop/base/seal.ts';
import type { CardPayments } from '#shop/money/payments/card-payments.ts';
import type { People } from '#shop/people/people/people.ts';
import type { Prices } from '#shop/pricing/prices/prices.ts';
import type { PromoCodes } from '#shop/pricing/prices/promo-codes.ts';
import type { ShopProfiles } from '#shop/running/shop-profile/shop-profile.ts';
import type { Support } from '#shop/support/support/support.ts';
import type { Database } from '#storage/database.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { createLease } from '#storage/process-lease.ts';

interface UpdatesDeps {
  readonly bot: TelegramBot;
  /** Null for long polling. */
  readonly webhook: WebhookSettings | null;
  readonly webhookSecret: Messenger['webhookSecret'];
  readonly route: Route;
  readonly database: Database;
  readonly people: People;
  readonly support: Pick<Support, 'group'>;
  readonly salesPause: Pick<SalesPause, 'noted'>;
  readonly promoCodes: Pick<PromoCodes, 'noted'>;
  readonly transfers: Pick<CardPayments, 'noted'>;
  readonly shopProfile: Pick<ShopProfiles, 'noted'>;
  readonly prices: Pick<Prices, 'note'>;
  readonly orderMessages: Pick<OrderMessages, 'redraw'>;
  readonly texts: Texts;
  readonly screens: ChatScreens;
  /** Seals tokens of bots that people send; null masks them. */
  readonly seal: Seal | null;
  readonly log: Log;
  readonly now: () => number;
  readonly steady: () => number;
  readonly onLimited: (kind: Kind) => void;
  /** Called when Telegram has answered and updates arrive. */
  readonly onConnected: () => void;
  readonly timings: {
    readonly inbox: Partial<InboxTimings> | undefined;
    readonly polling: Partial<PollingTimings> | undefined;
    readonly rateLimits: Partial<RateLimits>;
  };
}

/** Limit of waiting updates for one chat: the burst that the highest rate limit allows. */
const mostOfChat = 120;

/** Connects the source of updates, the rate limit and the inbox to the bot. */
export function createUpdates(deps: UpdatesDeps) {
  const { bot, database, people, support, salesPause, promoCodes, prices, shopProfile, orderMessages } = deps;
  const { transfers, texts, screens, log, now, onLimited } = deps;
  const { api } = bot;
  const timings = { ...defaultInboxTimings, ...deps.timings.inbox };
  const { leaseMs } = timings;
  const owner = randomUUID();
  const limits = { ...defaultRateLimits, ...deps.timings.rateLimits };
  const guard = createFloodGuard({
    api,
    people,
    isSupportGroup: support.group.is,
    texts,
    limits,
    steady: deps.steady,
    onLimited,
  });
  const inbox = createInbox({
    store: createInboxStore({ database, now, owner, leaseMs, mostOfChat }),
    screens,
    seal: deps.seal,
    onHeld: ({ chatId, opening, isTroubled, hasPromos, hasTransfer, shopRevision }) => {
      salesPause.noted(isTroubled);
      promoCodes.noted(hasPromos);
      transfers.noted(chatId, hasTransfer);
      shopProfile.noted(shopRevision);
      return opening && prices.note(chatId, opening.priceRules);
    },
    handle: (update) => handleUpdate(bot, update),
    admit: guard.admit,
    isVital: ({ chatId }) => support.group.is(chatId),
    onRefused: guard.refuse,
    onLost: orderMessages.redraw,
    apologise: createFailureNotice({ api, people, texts, log }),
    log,
    now,
    timings,
  });
  const failed = Promise.withResolvers<Error>();
  const { pauseMs, longestPauseMs } = { ...defaultPollingTimings, ...deps.timings.polling };
  const connect = (source: UpdateSource) =>
    createConnection({
      bot,
      source,
      route: deps.route,
      log,
      onConnected: () => {
        inbox.start();
        deps.onConnected();
      },
      onRefused: failed.resolve,
      pauseMs,
      longestPauseMs,
    });
  if (deps.webhook) {
    const webhook = createWebhook({ bot, settings: deps.webhook, secretIn: deps.webhookSecret, allowedUpdates, inbox });
    return { inbox, source: connect(webhook), app: webhook.app, failed: failed.promise };
  }
  const lease = createLease('polling', { database, now, owner, leaseMs });
  const source = createPolling({
    bot,
    inbox,
    log,
    lease,
    onConflict: failed.resolve,
    timings: { leaseMs, ...deps.timings.polling },
  });
  return { inbox, source: connect(source), app: null, failed: failed.promise };
}
