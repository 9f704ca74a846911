import type { BotConfig } from '../config.ts';
import { createGateway } from '../gateway/gateway.ts';
import type { Log } from '../log.ts';
import { createMetrics } from '../server/metrics.ts';
import { readFacts } from '../shop/reports/facts.ts';
import { type DatabaseDeps, openDatabase } from '../storage/database.ts';
import { dropLeases } from '../storage/leases.ts';
import { takeOwnership } from '../storage/owner-lock.ts';
import { measured } from './measured-gateway.ts';
import { assembleShop } from './shop.ts';

export interface OpenShopOptions {
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly timeouts: Pick<DatabaseDeps, 'patienceMs' | 'silenceMs' | 'waitMs'>;
  readonly purchaseMs: number | undefined;
  readonly leaseMs: number | undefined;
}

/** The database, the gateway and the shop on both of them, with their figures. */
export async function openShop(config: BotConfig, options: OpenShopOptions) {
  const { log, now, random, timeouts, purchaseMs, leaseMs } = options;
  const ownership = config.database.kind === 'sqlite' ? takeOwnership(config.database.file) : null;
  const release = (): void => ownership?.release();
  const database = await openDatabase(config.database, { log, ...timeouts }).catch((error: unknown) => {
    release();
    throw error;
  });
  // This is the only process on the database: leases of an earlier one are void.
  if (ownership) await dropLeases(database);
  const metrics = createMetrics(async () => {
    const { ageMs, balance } = shop.catalogue.status();
    return {
      ...(await readFacts(database, now())),
      catalogueSeconds: ageMs === null ? null : ageMs / 1_000,
      gatewayRials: balance,
    };
  });
  const deadlines = purchaseMs === undefined ? {} : { purchase: purchaseMs };
  const settings = { ...config.gateway, baseUrl: config.gateway.url, deadlines };
  const gateway = measured(createGateway({ ...settings, log, now, random }), metrics);
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
    now,
    random,
    ...(leaseMs === undefined ? {} : { leaseMs }),
  });
  return { database, shop, gateway, metrics, release };
}
