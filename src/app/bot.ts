import { fileURLToPath } from 'node:url';
import type { TelegramBot } from '#bot/bot.ts';
import { type LoadedTexts, loadTexts } from '#bot/kit/texts.ts';
import { createRenderer } from '#bot/pictures/renderer.ts';
import { build } from '#build.ts';
import type { BotConfig } from '#config/config.ts';
import type { Result } from '#domain/result.ts';
import type { GatewayFailure } from '#gateway/failure.ts';
import { createGateway, type Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import { type Check, cached, createHealth, shared } from '#server/health.ts';
import { createMetrics, type Metrics } from '#server/metrics.ts';
import { createServer } from '#server/server.ts';
import { type Clock, createClock } from '#shop/base/clock.ts';
import { createSeal } from '#shop/base/seal.ts';
import type { Catalogue } from '#shop/buying/catalogue/catalogue.ts';
import { readMetricsSnapshot } from '#shop/running/reports/metrics-snapshot.ts';
import { type Database, ping } from '#storage/database.ts';
import { createAgentBotRunner } from './agent-bots.ts';
import { readFreeSpace } from './free-space.ts';
import type { Running } from './running.ts';
import { openShopBot, type Timings } from './running-shop/shop-bot.ts';

export interface RunningBot extends Running {
  readonly url: string;
}

/** For tests. */
export interface BotOverrides {
  readonly log: Log;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly timings?: Timings;
  /** Texts that are loaded already. */
  readonly texts?: LoadedTexts;
  /** Allows agents' addresses on this machine and without TLS. */
  readonly isAnyHookAllowed?: boolean;
}

const locales = fileURLToPath(new URL('../../locales', import.meta.url));

/** Starts the shop with its bot, the agents' bots, and their common HTTP server. */
export async function startBot(config: BotConfig, overrides: BotOverrides): Promise<RunningBot> {
  const { log, random = Math.random, timings = {}, texts = loadTexts(locales), clock = createClock() } = overrides;
  const { now } = clock;
  const { purchaseMs } = timings;
  const read = async () => {
    const { ageMs, balance } = shop.catalogue.status();
    const { isSet, last, problem } = await shop.backups.status();
    return {
      ...(await readMetricsSnapshot(database, now())),
      backupSeconds: isSet && last ? Math.max(0, (now() - last.at) / 1_000) : null,
      hasBackupFailed: isSet && problem !== null,
      catalogueSeconds: ageMs === null ? null : ageMs / 1_000,
      gatewayRials: balance,
      shops: await agentBots.facts(),
    };
  };
  const metrics = createMetrics({ read, freeSpace: () => readFreeSpace(config) }, build);
  const deadlines = purchaseMs === undefined ? {} : { purchase: purchaseMs };
  const settings = { ...config.gateway, baseUrl: config.gateway.url, deadlines };
  const gateway = withGatewayMetrics(
    createGateway({
      ...settings,
      log,
      now,
      random,
      onDate: (date) => clock.heard('gateway', date),
    }),
    metrics,
  );
  const renderer = createRenderer({ log });
  const shared = { log, clock, random, timings, texts, renderer, metrics };
  const isAnyHookAllowed = overrides.isAnyHookAllowed === true;
  const bot = await openShopBot(config, {
    ...shared,
    isAnyHookAllowed,
    slug: null,
    gateway,
    seal: config.agentBots === 0 ? null : createSeal(config.botToken),
    server: { close: () => server.close() },
  });
  const { shop, database, stopping } = bot;
  const agentBots = createAgentBotRunner({ ...shared, isAnyHookAllowed, config, parent: bot });
  const checks = createChecks({ database, catalogue: shop.catalogue, api: bot.api, now });
  const health = createHealth({ checks, metrics, build, stopping });
  const { webhook, others } = bot.apps;
  const apps = [health, ...(webhook ? [webhook] : []), ...others, agentBots.app];
  const server = createServer({ host: config.host, port: config.port, apps, stopping });
  try {
    await server.start();
  } catch (error) {
    await bot.close();
    throw error;
  }
  await bot.start();
  agentBots.start();
  return { url: server.url(), failed: bot.failed, stop: () => bot.stop(agentBots.stop()) };
}

/** Counts and times every call to the gateway by its outcome. */
export function withGatewayMetrics(gateway: Gateway, { gatewayCall }: Pick<Metrics, 'gatewayCall'>): Gateway {
  const timed =
    <A extends unknown[], T, E extends GatewayFailure>(name: string, call: (...args: A) => Promise<Result<T, E>>) =>
    async (...args: A): Promise<Result<T, E>> => {
      const began = performance.now();
      const result = await call(...args);
      gatewayCall(name, result.ok ? 'ok' : result.error.kind, (performance.now() - began) / 1_000);
      return result;
    };
  return {
    ...gateway,
    listProducts: timed('list', gateway.listProducts),
    filterProducts: (query, options) =>
      timed(query.name === undefined ? 'catalogue' : 'filter', gateway.filterProducts)(query, options),
    personalOffers: timed('offers', gateway.personalOffers),
    buyPackage: timed('purchase', gateway.buyPackage),
  };
}

const telegramMs = 10_000;

interface ChecksDeps {
  readonly database: Pick<Database, 'db'>;
  readonly catalogue: Pick<Catalogue, 'status'>;
  readonly api: Pick<TelegramBot['api'], 'getMe'>;
  readonly now: () => number;
}

/** The checks behind `/readyz`. */
export function createChecks({ database, catalogue, api, now }: ChecksDeps) {
  const pingDatabase: Check = async () => {
    await ping(database);
    return null;
  };
  const pingTelegram: Check = async () => {
    await api.getMe();
    return null;
  };
  return {
    database: shared(pingDatabase),
    gateway: async () => catalogue.status().problem?.failure.kind ?? null,
    telegram: cached(pingTelegram, telegramMs, now),
  };
}
