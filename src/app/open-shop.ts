import type { Texts } from '#bot/core/texts.ts';
import type { BotConfig } from '#config/config.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import manifest from '#package.json' with { type: 'json' };
import type { ShopParts } from '#shop/base.ts';
import { noteGateway } from '#shop/orders/note-gateway.ts';
import { assembleShop } from '#shop/shop.ts';
import { type Database, type DatabaseDeps, openDatabase } from '#storage/database.ts';
import { takeOwnership } from '#storage/owner-lock.ts';
import { dropLeases } from '#storage/process-lease.ts';
import { lockSwitch } from '#storage/switches.ts';
import { createPaymentSetup } from './online-payments.ts';

export interface OpenShopOptions extends Pick<ShopParts, 'seal' | 'supplier'> {
  readonly gateway: Gateway;
  readonly log: Log;
  readonly now: () => number;
  readonly random: () => number;
  readonly timeouts: Omit<DatabaseDeps, 'log'>;
  readonly texts: Texts;
}

/** Opens the database and assembles the shop on it. */
export async function openShop(config: BotConfig, options: OpenShopOptions) {
  const { gateway, log, now, random, timeouts, texts, seal, supplier } = options;
  const ownership = config.database.kind === 'sqlite' ? takeOwnership(config.database.file) : null;
  const release = (): void => ownership?.release();
  const database = await openDatabase(config.database, { log, ...timeouts }).catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    return { database, ...(await shopOn(database)), release };
  } catch (error) {
    // The process may go on, and try again.
    await database.close().catch(() => undefined);
    release();
    throw error;
  }

  /** The same id is another person elsewhere, and has another wallet. */
  async function keepMessenger(database: Database): Promise<void> {
    const { messenger: value } = config;
    const row = { name: 'messenger', value, actor: 'start', at: now() };
    const before = await database.transaction((tx) => lockSwitch(tx, row));
    if (before !== value) throw new Error(`The database is that of a bot on ${before}, and MESSENGER is ${value}.`);
  }

  async function shopOn(database: Database) {
    // The only process on this database: earlier leases belong to a process that has ended.
    if (ownership) await dropLeases(database);
    const payments = createPaymentSetup(config, texts);
    const { operators, ownerIds, vatPercent, quoteMinutes, keyHours, dailyLimits, lowBalance } = config;
    const gatewayUrl = supplier ? null : config.gateway.url;
    const shop = assembleShop({
      database,
      gateway,
      gatewayUrl,
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
      mostBots: config.agentBots,
      seal: seal ?? null,
      supplier: supplier ?? null,
      backup: config.backup && { ...config.backup, database: config.database, release: manifest.version },
      now,
      random,
    });
    await keepMessenger(database);
    if (gatewayUrl !== null) {
      const inReview = await noteGateway({ ...shop, gatewayUrl });
      if (inReview > 0) log.error({ orders: inReview }, 'another gateway than before: sent orders are in review');
    }
    await shop.ownerList.refresh(database.db);
    await shop.shopProfile.refresh();
    return { shop, providers: payments.providers };
  }
}
