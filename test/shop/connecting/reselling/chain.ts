import { onTestFinished } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import { err } from '#domain/result.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { createShopGateway } from '#shop/connecting/reselling/shop-gateway.ts';
import { commissionOf } from '#shop/pricing/prices/commission.ts';
import { assembleShop } from '#shop/shop.ts';
import { type Database, openDatabase } from '#storage/database.ts';
import { createUnevenClock } from '#test/support/clock.ts';
import { type DatabaseKind, makeDatabase } from '#test/support/databases.ts';
import { forgetful } from '#test/support/restored.ts';
import { openWorld, ownerId, quiet, topUpId } from '#test/support/shop.ts';

export const agentId = 501;
export const customerId = 9_001;
export const mobile = '989121234567';

/** The agent's own shop below the shop, as `src/app/agent-bots.ts` puts it together, without bots; workers run by hand. */
export async function openChain(
  kind: DatabaseKind,
  options: {
    credit?: number;
    random?: () => number;
    limit?: number;
    waitMs?: number;
    ownerIds?: readonly number[];
  } = {},
) {
  const { credit = 50_000_000, random = () => 0.5, limit = null, waitMs = 5, ownerIds = [ownerId] } = options;
  const [upper, lower] = [await makeDatabase(kind), await makeDatabase(kind)];
  const above = await openDatabase(upper.settings, { log: quiet });
  const below = await openDatabase(lower.settings, { log: quiet });
  const gate: { isDown: boolean; isMissing: boolean } = { isDown: false, isMissing: false };
  const clock = createUnevenClock();
  const world = await openWorld(above, {
    clock,
    random,
    ownerIds,
    dailyLimits: { customer: null, agent: limit },
    sendHook: async () => ({ ok: true, value: 200 }),
    gateway: (real: Gateway): Gateway => {
      const { buyPackage } = forgetful(real, clock.now, 24);
      return {
        ...real,
        buyPackage: async (request, more) => {
          if (gate.isDown) return err({ kind: 'unsure', why: 'status 503', retryAfterMs: null });
          return gate.isMissing ? err({ kind: 'rejected', status: 404, message: '' }) : buyPackage(request, more);
        },
      };
    },
  });
  const { shop } = world;
  /** Exchanged when the shop above is restored. */
  const upperShop = { parent: world };
  await shop.people.loadOrCreate({ id: agentId, name: 'Agent', language: 'en' });
  await above.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
  await shop.wallet.setCreditLimit(agentId, credit);
  await above.db
    .insertInto('agent_bots')
    .values({
      ...{ person_id: agentId, slug: '0123456789', allowed_at: clock.now(), paused_at: null, bot_id: null },
      ...{ username: null, token: null, merchants: null, passphrase: null, connected_at: null, problem: null },
    })
    .execute();
  const selling: { isOn: boolean } = { isOn: true };
  const purchases = () => upperShop.parent.shop.apiPurchases;
  const gateway = createShopGateway({
    catalogue: shop.resoldCatalogue,
    // Without the 25 seconds of real time.
    purchases: {
      buy: (...request) => purchases().buy(...request),
      untilEnd: (order, _, signal) => purchases().untilEnd(order, waitMs, signal),
    },
    reseller: { personId: agentId, language: 'en', token: null },
    maySell: async () => selling.isOn,
    words: ({ code }) => code,
  });
  /** The agent's shop on another database as well: one that was restored. */
  async function openChild(database: Database) {
    const shopBelow = assembleShop({
      ...{ database, gateway, log: quiet, operators: defaultOperators, ownerIds: [agentId] },
      ...{ vatPercent: 10, quoteMinutes: 10, keyHours: 24, now: clock.now, random },
      supplier: {
        catalogue: shop.catalogue,
        account: async () => (selling.isOn ? shop.resoldCatalogue.accountOf(agentId) : null),
        merchants: { methods: async () => null, set: async () => ({ ok: true, value: false }) },
      },
    });
    const tell = {
      deliver: async () => ({ kind: 'delivered', messages: [] }) as const,
      tellOwner: async () => ({ kind: 'delivered' }) as const,
      announcing: { send: async () => ({ kind: 'sent' }) as const, report: async () => true },
      deliverSupport: async () => ({ kind: 'done', how: 'sent' }) as const,
    } as unknown as Parameters<typeof shopBelow.createWorkers>[0];
    await shopBelow.catalogue.askBalance(1_000);
    return { child: shopBelow, workers: shopBelow.createWorkers(tell) };
  }
  const { child, workers } = await openChild(below);
  await child.people.loadOrCreate({ id: customerId, name: 'Customer', language: 'en' });
  await child.wallet.grant({ key: 'x', personId: customerId, amount: 10_000_000, actor: 'test', note: null });
  onTestFinished(async () => {
    await above.close();
    await below.close();
    await upper.remove();
    await lower.remove();
  });
  let bought = 0;
  return {
    parent: world,
    upperShop,
    child,
    openChild,
    settings: { upper: upper.settings, lower: lower.settings },
    clock,
    gate,
    selling,
    above,
    below,
    worker: workers.purchaseWorker,
    workers,
    compare: async () => child.setCommission(commissionOf(await shop.prices.rules(agentId)), agentId),
    /** Quoted and confirmed by the customer. */
    async confirm(productId = topUpId, to = mobile) {
      bought += 1;
      const wanted = { item: { kind: 'product', productId, amount: null }, mobile: to, simType: 'prepaid' } as const;
      const quote = await child.orders.quote({ idempotencySource: `u${bought}`, buyerId: customerId, wanted });
      if (!quote.ok) return quote.error.code;
      const { id } = quote.value;
      const done = await child.orders.confirm({
        orderId: id,
        by: customerId,
        idempotencySource: `t${bought}`,
        messageId: bought,
      });
      return done.ok ? done.value : done.error.failure.code;
    },
    childOrders: () => below.db.selectFrom('orders').selectAll().execute(),
    parentOrders: () => above.db.selectFrom('orders').selectAll().execute(),
  };
}
