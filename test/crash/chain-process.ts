import { createResellerApi } from '#app/running-shop/reseller-api.ts';
import { createFormatters } from '#bot/kit/formatter.ts';
import { loadTexts } from '#bot/kit/texts.ts';
import { readConfig } from '#config/config.ts';
import { defaultOperators } from '#domain/operators.ts';
import { createGateway } from '#gateway/gateway.ts';
import { createLog } from '#log.ts';
import { createServer } from '#server/server.ts';
import { assembleShop } from '#shop/shop.ts';
import { type DatabaseSettings, openDatabase } from '#storage/database.ts';

/** One of the two shops of a chain, in a process that dies: the upper shop sells to the lower one over its API. */
export interface ChainOrders {
  readonly role: 'upper' | 'lower';
  readonly settings: DatabaseSettings;
  readonly gatewayUrl: string;
  readonly gatewayToken: string;
  /** The port of the upper shop's API; 0 takes any. */
  readonly port: number;
  /** A clock that runs faster than the real one, so that pauses are short. */
  readonly clock: { readonly from: number; readonly times: number };
  readonly locales: string;
}

export const agentId = 501;
export const buyerOf = (order: number): number => 1_000 + (order % 20);
const ownerId = 900;
const buyersMoney = 1_000_000_000_000;

const { role, settings, gatewayUrl, gatewayToken, port, clock, locales } = JSON.parse(
  process.argv[2] ?? '',
) as ChainOrders;
const now = () => Math.round(clock.from + (Date.now() - clock.from) * clock.times);
const log = createLog('silent');
const names = { operator2Path: 'second', operatorNames: ['one', 'two', 'three', 'four', 'five'] as const };
const database = await openDatabase(settings, { log });
const gateway = createGateway({
  ...names,
  baseUrl: gatewayUrl,
  token: gatewayToken,
  purchaseStyle: 'post-form',
  successPattern: null,
  deadlines: { purchase: 3_000 },
  log,
  now: Date.now,
  random: Math.random,
});
const shop = assembleShop({
  database,
  gateway,
  log,
  operators: defaultOperators,
  ownerIds: [ownerId],
  vatPercent: 10,
  quoteMinutes: 1_440,
  keyHours: 8_760,
  isApiOn: true,
  now,
});
const say = (message: object): void => void process.send?.(message);
const tell = {
  deliver: async () => ({ kind: 'delivered', messages: [] }) as const,
  tellOwner: async () => ({ kind: 'delivered' }) as const,
} as unknown as Parameters<typeof shop.createWorkers>[0];
const { purchaseWorker, receiptWorker } = shop.createWorkers(tell, { everyMs: 50, leaseMs: 60_000 });
const fill = (personId: number) =>
  shop.wallet.grant({ key: `test:${personId}`, personId, amount: buyersMoney, actor: 'test', note: null });

await (role === 'upper' ? startUpper() : startLower());

async function startUpper(): Promise<void> {
  await shop.people.loadOrCreate({ id: agentId, name: 'Agent', language: 'en' });
  await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
  await fill(agentId);
  await shop.apiAccess.allow(ownerId, agentId, true);
  await shop.catalogue.start();
  const config = readConfig({ BOT_TOKEN: '1:a', GATEWAY_URL: gatewayUrl, GATEWAY_TOKEN: gatewayToken, API: 'on' });
  if (!config.ok || config.value.mode !== 'bot') throw new Error('settings');
  const stopping = new AbortController();
  const many = { burst: 1e6, perSecond: 1e6 };
  const apps = createResellerApi({
    config: { ...config.value, gateway: { ...config.value.gateway, ...names } },
    shop,
    formatterFor: createFormatters({ texts: loadTexts(locales), operators: defaultOperators }),
    metrics: { apiCall: () => undefined },
    log,
    now,
    stopping: stopping.signal,
    overrides: { waitMs: 2_000, limits: { address: many, token: many } },
  });
  const server = createServer({ host: '127.0.0.1', port, apps, stopping: stopping.signal });
  await server.start();
  purchaseWorker.start();
  process.on('message', async () => {
    const token = await shop.apiTokens.create(agentId, 'lower');
    if (token.ok) say({ token: token.value.token });
  });
  say({ url: server.url() });
}

async function startLower(): Promise<void> {
  await shop.catalogue.start();
  purchaseWorker.start();
  receiptWorker.start();
  const products = shop.catalogue
    .products()
    .filter(({ onSale, maxPrice, type }) => onSale && maxPrice === null && type === 'data')
    .slice(0, 40);
  process.on('message', async ({ order }: { order: number }) => {
    const product = products[order % products.length];
    if (!product) return;
    const buyerId = buyerOf(order);
    await fill(buyerId);
    const item = { kind: 'product', productId: product.id, amount: null } as const;
    const mobile = `98912${String(order).padStart(7, '0')}`;
    const wanted = { item, mobile, simType: product.simType };
    const quoted = await shop.orders.quote({ idempotencySource: `order ${order}`, buyerId, wanted });
    if (!quoted.ok) return say({ failed: order, why: quoted.error.code });
    const request = { orderId: quoted.value.id, by: buyerId, idempotencySource: `tap ${order}`, messageId: null };
    const confirmed = await shop.orders.confirm(request);
    say(confirmed.ok ? { confirmed: order } : { failed: order, why: confirmed.error.failure.code });
  });
  say({ url: '' });
}
