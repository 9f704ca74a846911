import type { Texts } from '#bot/kit/texts.ts';
import { build } from '#build.ts';
import type { BotConfig } from '#config/config.ts';
import type { Gateway } from '#gateway/gateway.ts';
import type { Log } from '#log.ts';
import type { ShopParts } from '#shop/assemble-base.ts';
import type { Clock } from '#shop/base/clock.ts';
import { noteGateway } from '#shop/buying/orders/note-gateway.ts';
import { assembleShop } from '#shop/shop.ts';
import { type Database, type DatabaseDeps, openDatabase } from '#storage/database.ts';
import { takeOwnership } from '#storage/owner-lock.ts';
import { dropLeases } from '#storage/process-lease.ts';
import { lockSwitch, shopSwitch } from '#storage/switches.ts';
import { createPaymentSetup } from './online-payments.ts';

export interface OpenShopOptions extends Pick<ShopParts, 'seal' | 'supplier'> {
  /** The name of an agent's shop; null for the main one. */
  readonly slug: string | null;
  readonly gateway: Gateway;
  readonly log: Log;
  readonly clock: Clock;
  readonly random: () => number;
  readonly timeouts: Omit<DatabaseDeps, 'log'>;
  readonly texts: Texts;
}

const mainShop = 'main';
const titleOf = (shop: string): string => (shop === mainShop ? 'the main shop' : `the agent's shop ${shop}`);

/** Opens the database and assembles the shop on it. */
export async function openShop(config: BotConfig, options: OpenShopOptions) {
  const { slug, gateway, log, clock, random, timeouts, texts, seal, supplier } = options;
  const { now } = clock;
  const ownership =
    config.database.kind === 'sqlite' && timeouts.isShared !== true ? takeOwnership(config.database.file) : null;
  const release = (): void => ownership?.release();
  const database = await openDatabase(config.database, { log, ...timeouts }).catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    return { database, ...(await shopOn(database)), release };
  } catch (error) {
    // The process may continue and try again.
    await database.close().catch(() => undefined);
    release();
    throw error;
  }

  /** Rejects a database of another shop or messenger, where the same id is a different person. */
  async function keepIdentity(database: Database): Promise<void> {
    await database.transaction(async (tx) => {
      const keep = (name: string, value: string) => lockSwitch(tx, { name, value, actor: 'start', at: now() });
      const shop = await keep(shopSwitch, slug ?? mainShop);
      if (shop !== (slug ?? mainShop))
        throw new Error(
          `The database belongs to ${titleOf(shop)}, not to ${titleOf(slug ?? mainShop)}. Nothing is sold.`,
        );
      const { messenger } = config;
      const before = await keep('messenger', messenger);
      if (before !== messenger)
        throw new Error(`The database belongs to a bot on ${before}, but MESSENGER is ${messenger}.`);
    });
  }

  async function shopOn(database: Database) {
    await keepIdentity(database);
    // Earlier leases belong to an ended process.
    if (database.isAlone) await dropLeases(database);
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
      backup: config.backup && { ...config.backup, database: config.database, release: build.version },
      clock,
      random,
    });
    if (gatewayUrl !== null) {
      const inReview = await noteGateway({ ...shop, gatewayUrl });
      if (inReview > 0) log.error({ orders: inReview }, 'the gateway has changed: sent orders are in review');
    }
    await shop.ownerList.refresh(database.db);
    await shop.shopProfile.refresh();
    return { shop, providers: payments.providers };
  }
}
