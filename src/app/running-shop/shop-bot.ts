import { setTimeout } from 'node:timers/promises';
import { createBot } from '#bot/bot.ts';
import type { Route } from '#bot/intake/connection.ts';
import type { InboxTimings } from '#bot/intake/inbox.ts';
import type { PollingTimings } from '#bot/intake/polling.ts';
import type { RateLimits } from '#bot/intake/rate-limiter.ts';
import { createBackgroundTasks } from '#bot/kit/background-tasks.ts';
import { createChatScreens } from '#bot/kit/chat-screens.ts';
import { createFormatters } from '#bot/kit/formatter.ts';
import { createSlipDelivery } from '#bot/money/payment-desk/slip-delivery.ts';
import { createInquiry } from '#bot/money/payments/inquiry.ts';
import { createAlertSender } from '#bot/notices/alerts.ts';
import { createBackupDelivery, createBackupReports } from '#bot/notices/backups.ts';
import { createReceipts } from '#bot/notices/receipts.ts';
import type { Services } from '#bot/parts.ts';
import type { Renderer } from '#bot/pictures/renderer.ts';
import { createPendingFiles } from '#bot/running/files/pending-files.ts';
import { publishBotProfile } from '#bot/running/shop-profile/publish.ts';
import { createBroadcastDelivery } from '#bot/support/broadcasts/delivery.ts';
import { createSupportDelivery } from '#bot/support/support/delivery.ts';
import { dialectOf } from '#bot/telegram/dialect.ts';
import { type Messenger, messengers } from '#bot/telegram/messenger.ts';
import { proxyName } from '#bot/telegram/proxy-agent.ts';
import { createTransport } from '#bot/telegram/transport.ts';
import type { BotConfig } from '#config/config.ts';
import { createHookSender } from '#server/hook-sender.ts';
import type { Metrics } from '#server/metrics.ts';
import type { HttpServer } from '#server/server.ts';
import type { Shop } from '#shop/shop.ts';
import { conversationNamespace } from '#storage/chat-leases.ts';
import type { DatabaseDeps } from '#storage/database.ts';
import { createKeyValue } from '#storage/key-value.ts';
import { createPages } from './online-payments.ts';
import { type OpenShopOptions, openShop } from './open-shop.ts';
import { createResellerApi } from './reseller-api.ts';
import { createShutdown } from './shutdown.ts';
import { createUpdates } from './updates.ts';

export type Timings = NonNullable<Parameters<Shop['createWorkers']>[1]> & {
  readonly polling?: Partial<PollingTimings>;
  readonly inbox?: Partial<InboxTimings>;
  readonly database?: Omit<DatabaseDeps, 'log'>;
  readonly rateLimits?: Partial<RateLimits>;
  readonly purchaseMs?: number;
  /** How long another process may still be sending a file before its reader hears of a failure. */
  readonly pendingFileMs?: number;
  /** The largest file of a backup. */
  readonly backupPartBytes?: number;
  readonly stopMs?: number;
  readonly closeMs?: number;
  /** Interval between checks for changed agents' bots. */
  readonly agentBotsMs?: number;
};

/** What the bots of one process share, and what each one gets. */
export interface ShopBotOptions extends Omit<OpenShopOptions, 'timeouts'> {
  readonly timings: Timings;
  readonly renderer: Renderer;
  readonly metrics: Pick<Metrics, 'update' | 'limited' | 'ended' | 'told' | 'apiCall'>;
  /** Allows agents' addresses on this machine and without TLS. */
  readonly isAnyHookAllowed: boolean;
  /** Closed with the bot. */
  readonly server: Pick<HttpServer, 'close'>;
}

export type ShopBot = Awaited<ReturnType<typeof openShopBot>>;

/** How long the start waits for a catalogue. Without one, people still see their orders. */
const catalogueMs = 5_000;

/** A shop with its bot and workers, ready to start. */
export async function openShopBot(config: BotConfig, options: ShopBotOptions) {
  const { log, clock, timings, texts, gateway, renderer, metrics, server, seal = null } = options;
  const { polling, database: timeouts = {}, rateLimits = {}, pendingFileMs, ...others } = timings;
  const { stopMs, closeMs, backupPartBytes: partBytes, ...loops } = others;
  const { database, shop, providers, release } = await openShop(config, { ...options, timeouts });
  const { now, steady } = clock;
  const { operators, shopLanguage } = config;
  const messenger = messengers[config.messenger];
  const transport = createTransport(log, config.telegramProxy, dialectOf(messenger), (date) =>
    clock.heard('telegram', date),
  );
  const hookSender = createHookSender({ now, isAnyAllowed: options.isAnyHookAllowed });
  const backgroundTasks = createBackgroundTasks({ log });
  const screens = createChatScreens();
  const pendingFiles = createPendingFiles({ store: createKeyValue(database, 'files', now), waitMs: pendingFileMs });
  const services: Services = {
    ...shop,
    invoices: config.payments && {
      ...config.payments,
      exponent: messenger.currencyExponent ?? config.payments.exponent,
      inquiry: messenger.paymentInquiry,
    },
    intake: config.webhook ? 'webhook' : 'polling',
    shopLanguage,
    apiUrl: config.publicUrl === null ? null : `${config.publicUrl}/api`,
    formatterFor: createFormatters({
      texts,
      operators,
      messenger,
      shopLanguage,
      shopName: () => shop.shopProfile.current().name,
    }),
  };
  const bot = createBot({
    token: config.botToken,
    apiRoot: config.apiRoot ?? messenger.apiRoot,
    messenger,
    transport,
    services,
    texts,
    typing: createKeyValue<never>(database, conversationNamespace, now, (key) => screens.takeConversation(Number(key))),
    screens,
    backgroundTasks,
    pendingFiles,
    renderer,
    log,
    onHandled: metrics.update,
  });
  const delivery = { ...services, api: bot.api, log };
  const username = () => (bot.isInited() ? bot.botInfo.username : null);
  const workers = shop.createWorkers(
    {
      deliver: createReceipts(delivery),
      tellOwner: createAlertSender(delivery, createSlipDelivery(delivery)),
      announcing: createBroadcastDelivery(delivery),
      deliverSupport: createSupportDelivery({ ...delivery, username }),
      sendBackup: createBackupDelivery({ ...delivery, chatId: config.backup?.chatId ?? null, partBytes }),
      showBackup: createBackupReports(delivery),
      onEnded: metrics.ended,
      onTold: (ms) => metrics.told(ms / 1_000),
      sendHook: hookSender.send,
      ...(messenger.paymentInquiry ? { inquireInvoice: createInquiry(bot.api) } : {}),
    },
    loops,
  );
  const stopping = new AbortController();
  const { inbox, source, failed, app } = createUpdates({
    bot,
    webhook: config.webhook,
    webhookSecret: messenger.webhookSecret,
    route: routeOf(config, messenger),
    database,
    people: shop.people,
    support: shop.support,
    salesPause: shop.salesPause,
    promoCodes: shop.promoCodes,
    transfers: shop.payments.card,
    prices: shop.prices,
    shopProfile: shop.shopProfile,
    orderMessages: shop.orderMessages,
    texts,
    screens,
    seal,
    log,
    now,
    steady,
    onLimited: metrics.limited,
    onConnected: () => {
      void pendingFiles.notifyInterrupted(delivery, stopping.signal);
      if (messenger.profile) void publishBotProfile(bot, texts, shop.shopProfile.current(), log, stopping.signal);
    },
    timings: { inbox: timings.inbox, polling, rateLimits },
  });
  const chatUrl = () => (bot.isInited() ? `${messenger.linkRoot}/${bot.botInfo.username}` : null);
  const pages = createPages({ config, shop, texts, chatUrl, now });
  const { formatterFor } = services;
  const api = createResellerApi({ config, shop, formatterFor, metrics, log, now, stopping: stopping.signal });
  const { catalogue } = shop;
  const parts = { source, inbox, backgroundTasks, renderer, workers, catalogue, gateway, providers, transport };
  const { stop, close } = createShutdown({ ...parts, hookSender, server, database, release, log }, stopMs, closeMs);

  return {
    database,
    shop,
    api: bot.api,
    formatterFor,
    /** Aborted when the bot begins to stop. */
    stopping: stopping.signal,
    /** Resolves with the reason why the bot must stop. */
    failed,
    apps: { webhook: app, others: [...pages, ...api] },
    async start(): Promise<void> {
      // Workers start before Telegram is reached, because orders in progress do not need it.
      for (const worker of Object.values(workers)) worker.start();
      try {
        await Promise.race([catalogue.start(), setTimeout(catalogueMs, undefined, { ref: false })]);
        await source.start();
      } catch (error) {
        await close();
        throw error;
      }
    },
    stop: (others: Promise<void> = Promise.resolve()): Promise<void> => {
      stopping.abort();
      return stop(others);
    },
    close,
  };
}

const routeOf = ({ apiRoot, telegramProxy }: BotConfig, messenger: Messenger): Route => ({
  api: apiRoot ?? messenger.apiRoot,
  proxy: telegramProxy === null ? null : proxyName(telegramProxy),
});
