import { fileURLToPath } from 'node:url';
import { type LoadedTexts, loadTexts } from '#bot/kit/texts.ts';
import { createRenderer } from '#bot/pictures/renderer.ts';
import { build } from '#build.ts';
import type { BotConfig } from '#config/config.ts';
import { createGateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import { createHealth } from '#server/health.ts';
import { createMetrics } from '#server/metrics.ts';
import { createServer } from '#server/server.ts';
import { type Clock, createClock } from '#shop/base/clock.ts';
import { createSeal } from '#shop/base/seal.ts';
import { readMetricsSnapshot } from '#shop/running/reports/metrics-snapshot.ts';
import { createAgentBotRunner } from './agent-bots.ts';
import { readFreeSpace } from './free-space.ts';
import { withGatewayMetrics } from './gateway-metrics.ts';
import { createChecks } from './health-checks.ts';
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
