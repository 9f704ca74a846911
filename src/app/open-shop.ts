import type { Texts } from '#bot/core/texts.ts';
import type { BotConfig } from '#config/config.ts';
import { createGateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import manifest from '#package.json' with { type: 'json' };
import { createMetrics } from '#server/metrics.ts';
import { readMetricsSnapshot } from '#shop/reports/metrics-snapshot.ts';
import { assembleShop } from '#shop/shop.ts';
import { type DatabaseDeps, openDatabase } from '#storage/database.ts';
import { takeOwnership } from '#storage/owner-lock.ts';
import { dropLeases } from '#storage/process-lease.ts';
import { withGatewayMetrics } from './gateway-metrics.ts';
import { createPaymentSetup } from './online-payments.ts';

interface OpenShopOptions {
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly timeouts: Omit<DatabaseDeps, 'log'>;
  readonly purchaseMs: number | undefined;
  readonly texts: Texts;
}

/** Opens the database and the gateway client and assembles the shop on them, with metrics. */
export async function openShop(config: BotConfig, options: OpenShopOptions) {
  const { log, now, random, timeouts, purchaseMs, texts } = options;
  const ownership = config.database.kind === 'sqlite' ? takeOwnership(config.database.file) : null;
  const release = (): void => ownership?.release();
  const database = await openDatabase(config.database, { log, ...timeouts }).catch((error: unknown) => {
    release();
    throw error;
  });
  // The only process on this database: earlier leases belong to a process that has ended.
  if (ownership) await dropLeases(database);
  const metrics = createMetrics(async () => {
    const { ageMs, balance } = shop.catalogue.status();
    const { isSet, last, problem } = await shop.backups.status();
    return {
      ...(await readMetricsSnapshot(database, now())),
      backupSeconds: isSet && last ? Math.max(0, (now() - last.at) / 1_000) : null,
      hasBackupFailed: isSet && problem !== null,
      catalogueSeconds: ageMs === null ? null : ageMs / 1_000,
      gatewayRials: balance,
    };
  });
  const deadlines = purchaseMs === undefined ? {} : { purchase: purchaseMs };
  const settings = { ...config.gateway, baseUrl: config.gateway.url, deadlines };
  const gateway = withGatewayMetrics(createGateway({ ...settings, log, now, random }), metrics);
  const payments = createPaymentSetup(config, texts);
  const { operators, ownerIds, vatPercent, quoteMinutes, keyHours, dailyLimits, lowBalance } = config;
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
    payments,
    supportChatId: config.supportChatId,
    isApiOn: config.api,
    backup: config.backup && { ...config.backup, database: config.database, release: manifest.version },
    now,
    random,
  });
  await shop.ownerList.refresh(database.db);
  return { database, shop, gateway, providers: payments.providers, metrics, release };
}
