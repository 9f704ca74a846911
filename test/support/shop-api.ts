import { createSandbox } from '@sharj/sandbox';
import { onTestFinished } from 'vitest';
import { createResellerApi } from '#app/running-shop/reseller-api.ts';
import { createFormatters } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { readConfig } from '#config/config.ts';
import { defaultOperators } from '#domain/operators.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import type { ApiDeps } from '#server/api/api.ts';
import { createServer } from '#server/server.ts';
import { assembleShop } from '#shop/shop.ts';
import { openDatabase } from '#storage/database.ts';
import { type DatabaseKind, makeDatabase } from './databases.ts';

export const agentId = 501;
export const ownerId = 900;
const gatewayToken = 'canary-gateway';
const texts = loadTexts(new URL('../../locales', import.meta.url).pathname);
const names = { operator2Path: 'second', operatorNames: ['one', 'two', 'three', 'four', 'five'] as const };

/** Tests ask as fast as a machine. */
const generous = { address: { burst: 1e6, perSecond: 1e6 }, token: { burst: 1e6, perSecond: 1e6 } };

interface ShopApiOptions {
  readonly database?: DatabaseKind;
  readonly products?: number;
  /** What the agent has, in rials. */
  readonly balance?: number;
  readonly now?: () => number;
  readonly limits?: ApiDeps['limits'];
  readonly waitMs?: number;
  /** False: as in the moment of its start. */
  readonly isLoaded?: boolean;
  readonly publicUrl?: string;
}

/** A shop without a bot that sells by its own API, through a sandbox gateway; its agent has a token. */
export async function startShopApi(options: ShopApiOptions = {}) {
  const { database: kind = 'sqlite', products = 420, balance = 50_000_000_000, now = Date.now } = options;
  const { limits = generous, waitMs, isLoaded = true, publicUrl: PUBLIC_URL } = options;
  const lines: string[] = [];
  const log = createLog('debug', { write: (line) => void lines.push(line) });
  const sandbox = await createSandbox({
    ...names,
    token: gatewayToken,
    products,
    database: ':memory:',
    host: '127.0.0.1',
    port: 0,
  });
  const made = await makeDatabase(kind);
  const database = await openDatabase(made.settings, { log });
  const gateway = createGateway({
    ...names,
    baseUrl: sandbox.url,
    token: gatewayToken,
    purchaseStyle: 'post-form',
    successPattern: null,
    log,
    now,
    random: Math.random,
  });
  const shop = assembleShop({
    database,
    gateway,
    log,
    operators: defaultOperators,
    ownerIds: [ownerId],
    vatPercent: 10,
    quoteMinutes: 10,
    keyHours: 24,
    isApiOn: true,
    mostBots: 1,
    now,
  });
  const tell = {
    deliver: async () => ({ kind: 'delivered', messages: [] }) as const,
    tellOwner: async () => ({ kind: 'delivered' }) as const,
  };
  const { purchaseWorker } = shop.createWorkers(tell as unknown as Parameters<typeof shop.createWorkers>[0]);
  await shop.people.loadOrCreate({ id: agentId, name: 'Agent', language: 'en' });
  await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
  if (balance > 0)
    await shop.wallet.grant({ key: 'test', personId: agentId, amount: balance, actor: 'test', note: null });
  await shop.apiAccess.allow(ownerId, agentId, true);
  await shop.agentBots.allow(ownerId, agentId, true);
  const token = await shop.apiTokens.create(agentId, 'site');
  if (!token.ok) throw new Error(token.error.code);
  if (isLoaded) await shop.catalogue.refresh();

  const gatewaySettings = { GATEWAY_URL: sandbox.url, GATEWAY_TOKEN: gatewayToken };
  const config = readConfig({ ...gatewaySettings, BOT_TOKEN: '1:a', API: 'on', PUBLIC_URL });
  if (!config.ok || config.value.mode !== 'bot') throw new Error('settings');
  const stopping = new AbortController();
  const apps = createResellerApi({
    config: { ...config.value, gateway: { ...config.value.gateway, ...names } },
    shop,
    formatterFor: createFormatters({ texts, operators: defaultOperators }),
    metrics: { apiCall: () => undefined },
    log,
    now,
    stopping: stopping.signal,
    overrides: { limits, ...(waitMs === undefined ? {} : { waitMs }) },
  });
  const server = createServer({ host: '127.0.0.1', port: 0, apps, stopping: stopping.signal });
  await server.start();
  purchaseWorker.start();
  onTestFinished(async () => {
    stopping.abort();
    await server.close();
    await purchaseWorker.stop();
    await shop.catalogue.stop();
    await gateway.close();
    await database.close();
    await sandbox.close();
    await made.remove();
  });

  const headers = { authorization: `Bearer ${token.value.token}` };
  return {
    url: server.url(),
    token: token.value.token,
    tokenId: token.value.id,
    shop,
    database,
    sandbox,
    lines,
    purchaseWorker,
    stopping,
    call: (path: string, init: RequestInit = {}) =>
      fetch(`${server.url()}${path}`, { ...init, headers: { ...headers, ...init.headers } }),
    buy: (key: string, fields: Record<string, string>) =>
      fetch(`${server.url()}/api/top-up/package/`, {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': key },
        body: new URLSearchParams(fields),
      }),
    /** What the gateway was asked for under its own keys. */
    upstream: async () => {
      const answer = await fetch(`${sandbox.url}/sandbox/purchases`, {
        headers: { authorization: `Bearer ${gatewayToken}` },
      });
      return (await answer.json()) as { count: number; purchases: Record<string, unknown>[] };
    },
    /** What was sold to the agent, under the agent's keys. */
    async sold() {
      const rows = await database.db
        .selectFrom('api_purchases')
        .innerJoin('orders', 'orders.id', 'api_purchases.order_id')
        .select(['api_purchases.key', 'orders.product_id', 'orders.mobile', 'orders.total as price'])
        .select(['api_purchases.code as webservice_code', 'orders.state'])
        .execute();
      return { count: rows.filter(({ state }) => state === 'delivered').length, purchases: rows };
    },
  };
}
