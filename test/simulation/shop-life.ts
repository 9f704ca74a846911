import { Hono } from 'hono';
import { openShopBot, type ShopBotOptions } from '#app/running-shop/shop-bot.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { readConfig } from '#config/config.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import { createClock } from '#shop/base/clock.ts';
import { createWallet } from '#shop/base/wallet/wallet.ts';
import { openDatabase } from '#storage/database.ts';
import { disk } from './disk.ts';
import { note } from './kernel/journal.ts';
import type { Life } from './kernel/life.ts';
import { random } from './kernel/random.ts';
import type { Running } from './lives.ts';
import { type GatewayHost, gatewayToken, operatorNames, shopHost, successPattern, telegramHost } from './outside.ts';
import type { ShopServer } from './shop-server.ts';
import { gatedDialect } from './sql-gates.ts';

export const ownerId = 900_000_001;

export const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);

const nothing = () => undefined;

export interface ShopSettings {
  readonly botToken: string;
  /** Other processes use the same database. Each of them takes updates by the webhook. */
  readonly isShared: boolean;
  readonly gatewayHost: GatewayHost;
}

export function settings({ botToken, isShared, gatewayHost }: ShopSettings) {
  const parsed = readConfig({
    BOT_TOKEN: botToken,
    BOT_API_ROOT: `http://${telegramHost}`,
    GATEWAY_URL: `http://${gatewayHost}`,
    GATEWAY_TOKEN: gatewayToken,
    GATEWAY_SUCCESS_PATTERN: successPattern,
    DATABASE_URL: `sqlite:${disk.file}`,
    OWNER_IDS: String(ownerId),
    AGENT_BOTS: '0',
    QUOTE_MINUTES: '2',
    LOG_LEVEL: 'silent',
    ...(isShared ? { WEBHOOK_URL: `https://${shopHost}/updates`, WEBHOOK_SECRET: 'a-secret-of-the-webhook' } : {}),
  });
  if (!parsed.ok || parsed.value.mode !== 'bot') throw new Error(`The settings are wrong: ${JSON.stringify(parsed)}`);
  const { gateway } = parsed.value;
  return { ...parsed.value, gateway: { ...gateway, operatorNames } };
}

/** Starts the shop as `startBot` does, in the context of a life; there are no pictures. `failed` resolves when it must stop. */
export async function startShop(life: Life, server: ShopServer, given: ShopSettings): Promise<Running> {
  const config = settings(given);
  const log = createLog('debug', { write: (line) => note(line.trim().replaceAll(disk.folder, '')) });
  const clock = createClock({ wall: () => Date.now() });
  const shared = { log, random: () => random.shop.next() };
  const onDate = (date: string) => clock.heard('gateway', date);
  const options: ShopBotOptions = {
    ...shared,
    clock,
    texts,
    gateway: createGateway({ ...config.gateway, baseUrl: config.gateway.url, now: clock.now, onDate, ...shared }),
    timings: { database: { wrap: gatedDialect, isShared: given.isShared } },
    renderer: { render: async () => new Uint8Array(), close: async () => undefined },
    metrics: { update: nothing, limited: nothing, ended: nothing, apiCall: nothing },
    isAnyHookAllowed: true,
    server: { close: async () => undefined },
    slug: null,
    seal: null,
  };
  const bot = await openShopBot(config, options);
  const http = new Hono();
  for (const app of [bot.apps.webhook, ...bot.apps.others]) if (app) http.route('/', app);
  server.open(life, (request, env) => http.fetch(request, env));
  await bot.start();
  return bot;
}

export interface Grant {
  readonly personId: number;
  readonly rials: number;
}

/** A database with money in the wallets, as the owner gave it before the run. */
export async function fillWallets(grants: readonly Grant[]): Promise<void> {
  const database = await openDatabase({ kind: 'sqlite', file: disk.file }, { log: createLog('silent') });
  const wallet = createWallet({ database, now: Date.now, isOwner: () => false });
  for (const { personId, rials: amount } of grants)
    await wallet.grant({ key: `start:${personId}`, personId, amount, actor: 'simulation', note: null });
  await database.close();
}
