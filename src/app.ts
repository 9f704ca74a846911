import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { measured } from './app/measured-gateway.ts';
import { startPlayground } from './app/playground.ts';
import { assembleShop, type Shop } from './app/shop.ts';
import { createStopping } from './app/stopping.ts';
import { createAlerts } from './bot/alerts.ts';
import { allowedUpdates, createBot, handleUpdate } from './bot/bot.ts';
import { createBackgroundTasks } from './bot/core/background-tasks.ts';
import { createChatScreens } from './bot/core/chat-screens.ts';
import { createFailureNotice } from './bot/core/failure-notice.ts';
import { createFloodGuard } from './bot/core/flood-guard.ts';
import { createFormatters } from './bot/core/formatter.ts';
import { createInbox, defaultInboxTimings, type InboxTimings } from './bot/core/inbox.ts';
import { publishBotProfile } from './bot/core/publish-bot-profile.ts';
import { defaultRateLimits, type RateLimits } from './bot/core/rate-limiter.ts';
import type { Services } from './bot/core/services.ts';
import { loadTexts } from './bot/core/texts.ts';
import { createBroadcastDelivery } from './bot/features/broadcasts/delivery.ts';
import { createPendingFiles } from './bot/features/files/pending-files.ts';
import { createRenderer } from './bot/pictures/renderer.ts';
import { createPolling, type PollingTimings } from './bot/polling.ts';
import { createReceipts } from './bot/receipts.ts';
import { createTransport } from './bot/transport.ts';
import type { BotConfig, Config, SandboxConfig } from './config.ts';
import { err, ok, type Result } from './domain/result.ts';
import { createGateway } from './gateway/gateway.ts';
import { createLog, type Log } from './log.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createHealth, joined, remembered } from './server/health.ts';
import { createMetrics } from './server/metrics.ts';
import { type HttpServer, portProblem, startServer } from './server/server.ts';
import { createWebhook } from './server/webhook.ts';
import { readFacts } from './shop/reports/facts.ts';
import { backupSqlite } from './storage/backup.ts';
import { type DatabaseDeps, openDatabase } from './storage/database.ts';
import { createInboxStore } from './storage/inbox.ts';
import { createKeyValue } from './storage/key-value.ts';
import { createLease, dropLeases } from './storage/leases.ts';
import { takeOwnership } from './storage/owner-lock.ts';

export { assembleShop, type Shop, type ShopParts } from './app/shop.ts';

export interface Running {
  /** Stops taking, finishes what is in hand, closes; in ten seconds at most, whoever hangs. */
  stop(): Promise<void>;
  /** Resolves with the reason when it cannot go on: then it must be stopped. */
  readonly failed?: Promise<Error>;
}

export interface RunningBot extends Running {
  /** Where its HTTP server listens. */
  readonly url: string;
}

/** Time, chance and pace, for tests; everything else is real. */
export interface BotSurroundings {
  readonly log: Log;
  readonly now?: () => number;
  readonly random?: () => number;
  readonly pace?: Pace;
}

type Pace = NonNullable<Parameters<Shop['createWorkers']>[1]> & {
  readonly polling?: Partial<PollingTimings>;
  readonly inbox?: Partial<InboxTimings>;
  readonly database?: Pick<DatabaseDeps, 'patienceMs' | 'silenceMs' | 'waitMs'>;
  readonly admission?: Partial<RateLimits>;
  readonly purchaseMs?: number;
  /** How long a file that an earlier process promised may still be on its way. */
  readonly promisedMs?: number;
  /** How long a stop waits for what is in hand. */
  readonly stopMs?: number;
};

const locales = new URL('../locales', import.meta.url).pathname;
/** A gateway that is slow or down must not keep people from their orders: the shelves fill when it answers. */
const shelvesMs = 5_000;
const telegramMs = 10_000;
/** How many updates of one chat may wait: as many as the fastest may send at once. */
const mostOfChat = 120;

export async function startBot(
  config: BotConfig,
  { log, now = Date.now, random = Math.random, pace = {} }: BotSurroundings,
): Promise<RunningBot> {
  const {
    polling,
    database: patience = {},
    admission = {},
    inbox: inboxTimings = {},
    purchaseMs,
    promisedMs,
    stopMs,
    ...loops
  } = pace;
  const {
    gateway: settings,
    operators,
    ownerIds,
    vatPercent,
    quoteMinutes,
    keyHours,
    dailyLimits,
    lowBalance,
  } = config;
  const ownership = config.database.kind === 'sqlite' ? takeOwnership(config.database.file) : null;
  const database = await openDatabase(config.database, { log, ...patience }).catch((error: unknown) => {
    ownership?.release();
    throw error;
  });
  // This is the only process: what an earlier one held is free.
  if (ownership) await dropLeases(database);
  const deadlines = purchaseMs === undefined ? {} : { purchase: purchaseMs };
  const metrics = createMetrics(async () => {
    const { ageMs, balance } = shop.catalogue.status();
    return {
      ...(await readFacts(database, now())),
      catalogueSeconds: ageMs === null ? null : ageMs / 1_000,
      gatewayRials: balance,
    };
  });
  const gateway = measured(createGateway({ ...settings, baseUrl: settings.url, deadlines, log, now, random }), metrics);
  const shop = assembleShop({
    database,
    gateway,
    log,
    operators,
    ownerIds,
    vatPercent,
    quoteMinutes,
    keyHours,
    dailyLimits,
    lowBalance,
    now,
    random,
    ...(loops.leaseMs === undefined ? {} : { leaseMs: loops.leaseMs }),
  });
  const texts = loadTexts(locales);
  const transport = createTransport(log);
  const services: Services = {
    ...shop,
    payments: config.payments,
    intake: config.webhook ? 'webhook' : 'polling',
    operators,
    vatPercent,
    ownerIds,
    now,
    formatterFor: createFormatters(texts, operators),
  };
  const typing = createKeyValue<never>(database, 'typing', now);
  const screens = createChatScreens();
  const { botToken: token, apiRoot } = config;
  const backgroundTasks = createBackgroundTasks({ log });
  const pendingFiles = createPendingFiles({
    store: createKeyValue<number>(database, 'files', now),
    waitMs: promisedMs,
  });
  const renderer = createRenderer({ log });
  const bot = createBot({
    token,
    apiRoot,
    transport,
    services,
    texts,
    typing,
    screens,
    backgroundTasks,
    pendingFiles,
    renderer,
    log,
    onHandled: metrics.update,
  });
  const tell = { ...services, api: bot.api, log };
  const workers = shop.createWorkers(
    {
      deliver: createReceipts(tell),
      tellOwner: createAlerts(tell),
      announcing: createBroadcastDelivery(tell),
      onEnded: metrics.ended,
    },
    loops,
  );
  const timings = { ...defaultInboxTimings, ...inboxTimings };
  const owner = randomUUID();
  const { leaseMs } = timings;
  const guard = createFloodGuard({
    api: bot.api,
    people: shop.people,
    texts,
    limits: { ...defaultRateLimits, ...admission },
    now,
    onLimited: metrics.limited,
  });
  const inbox = createInbox({
    store: createInboxStore({ database, now, owner, leaseMs, mostOfChat }),
    screens,
    handle: (update) => handleUpdate(bot, update),
    admit: guard.admit,
    onRefused: guard.refuse,
    apologise: createFailureNotice({ api: bot.api, people: shop.people, texts, log }),
    log,
    now,
    timings,
  });
  const conflict = Promise.withResolvers<Error>();
  const webhook = config.webhook && createWebhook({ bot, settings: config.webhook, allowedUpdates, inbox });
  const lease = createLease('polling', { database, now, owner, leaseMs });
  const updates =
    webhook ??
    createPolling({ bot, inbox, log, lease, onConflict: conflict.resolve, timings: { leaseMs, ...polling } });
  const checks = {
    database: joined(async () => {
      await database.db.selectFrom('switches').select('name').limit(1).execute();
      return null;
    }),
    gateway: async () => shop.catalogue.status().problem?.failure.kind ?? null,
    telegram: remembered(
      async () => {
        await bot.api.getMe();
        return null;
      },
      telegramMs,
      now,
    ),
  };
  let server: HttpServer | null = null;
  const { catalogue } = shop;
  const parts = {
    updates,
    inbox,
    backgroundTasks,
    renderer,
    workers,
    catalogue,
    gateway,
    transport,
    server: () => server,
    database,
    release: async () => ownership?.release(),
    log,
  };
  const { stop, close } = createStopping(parts, stopMs);
  const stopping = new AbortController();

  // Orders on their way are settled even while Telegram cannot be reached.
  for (const worker of Object.values(workers)) worker.start();
  try {
    const apps = [createHealth({ checks, metrics, stopping: stopping.signal }), ...(webhook ? [webhook.app] : [])];
    server = await startServer({ host: config.host, port: config.port, apps, stopping: stopping.signal });
    await Promise.race([shop.catalogue.start(), setTimeout(shelvesMs, undefined, { ref: false })]);
    await updates.start();
    inbox.start();
  } catch (error) {
    await close();
    throw error;
  }
  void pendingFiles.notifyInterrupted(tell, stopping.signal);
  void publishBotProfile(bot.api, texts, log, stopping.signal);
  return {
    url: server.url,
    failed: conflict.promise,
    stop: () => {
      stopping.abort();
      return stop();
    },
  };
}

/** Whatever the settings ask for. */
export function start(config: Config | SandboxConfig): Promise<Running> {
  switch (config.mode) {
    case 'bot':
      return startBot(config, { log: createLog(config.logLevel) });
    case 'playground':
      return startPlayground(config);
    case 'gateway':
      return startSandbox(config);
  }
}

/** A copy of the database, taken while the bot runs. What it says is for the person who asked for it. */
export async function backUp(config: Config | SandboxConfig, copy: string): Promise<Result<string, string>> {
  if (config.mode === 'gateway' || config.database.kind !== 'sqlite')
    return err('Only SQLite is copied here; PostgreSQL has pg_dump.');
  if (copy === '') return err('Name the file to write: npm run backup -- backup.db');
  try {
    await backupSqlite(config.database.file, copy);
    return ok(`Copied to ${copy}.`);
  } catch (error) {
    return err(error instanceof Error ? error.message : 'The copy could not be made.');
  }
}

async function startSandbox(config: SandboxConfig): Promise<Running> {
  const sandbox = await createSandbox(config).catch((error: unknown) => {
    throw portProblem(error, config.port);
  });
  process.stdout.write(`${sandbox.banner()}\n`);
  return { stop: () => sandbox.close() };
}
