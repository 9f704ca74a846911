import { describe, expect, test } from 'vitest';
import { dayMs, midnight } from '#domain/calendar.ts';
import { openDatabase } from '#storage/database.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  type Asked,
  buyerId,
  newNumber,
  openWorld,
  ownerId,
  quiet,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

/** The price of the top-up. */
const each = 11_000;
const item = { kind: 'product', productId: topUpId, amount: null } as const;

describe.each(sampledDatabases())('the daily limit on %s', (kind) => {
  const storage = useDatabase(kind);

  const open = (customer: number | null, agent: number | null = null) =>
    openWorld(storage.database, { dailyLimits: { customer, agent } });
  const fund = (world: ShopWorld, personId: number, amount = 1_000_000) =>
    world.shop.wallet.grant({ key: `fund:${personId}`, personId, amount, actor: 'owner', note: null });
  async function confirm(world: ShopWorld, asked: Asked = {}) {
    const order = await world.quote(asked);
    const by = order.buyerId;
    return world.shop.orders.confirm({ orderId: order.id, by, idempotencySource: `tap:${order.id}`, messageId: null });
  }
  async function makeAgent({ shop, database }: ShopWorld, id: number) {
    await shop.people.loadOrCreate({ id, name: 'Agent', language: 'en' });
    await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', id).execute();
  }
  async function list(world: ShopWorld, name: string, by: number, count: number) {
    const listed = Array.from({ length: count }, (_, at) => ({
      mobile: `98912${name}${String(at).padStart(6, '0')}`,
      problem: null,
    }));
    const { id } = await world.shop.batches.draft(name, by, listed);
    await world.shop.batches.price(id, by, item, false);
    return id;
  }
  const held = async (world: ShopWorld, id: number) => (await world.shop.wallet.read(id)).held;

  test('up to the limit and no rial more; what is left and when it is reset is reported', async () => {
    const world = await open(2 * each);
    await fund(world, buyerId);
    expect(await confirm(world)).toMatchObject({ ok: true });
    expect(await world.shop.dailyLimit.today(buyerId)).toMatchObject({ limit: 2 * each, left: each });
    expect(await confirm(world)).toMatchObject({ ok: true });
    const anew = midnight(world.clock.now()) + dayMs;
    const failure = { code: 'daily-limit', limit: 2 * each, left: 0, anew };
    const third = await world.quote();
    const tap = { orderId: third.id, by: buyerId, idempotencySource: 'tap', messageId: null };
    expect(await world.shop.orders.confirm(tap)).toEqual({ ok: false, error: { failure, again: null } });
    // Nothing changed: it is still a quote, and no money is held.
    expect(await world.stands(third)).toMatchObject({ state: 'quoted', confirmedAt: null });
    expect(await held(world, buyerId)).toBe(2 * each);
    world.clock.pass(anew - world.clock.now());
    expect(await confirm(world)).toMatchObject({ ok: true });
  });

  test('one rial short of two is one', async () => {
    const world = await open(2 * each - 1);
    await fund(world, buyerId);
    expect(await confirm(world)).toMatchObject({ ok: true });
    expect(await confirm(world)).toMatchObject({ ok: false, error: { failure: { left: each - 1 } } });
  });

  test('rejected orders do not count', async () => {
    const world = await open(each);
    await fund(world, buyerId);
    expect(await confirm(world)).toMatchObject({ ok: true });
    expect(await confirm(world)).toMatchObject({ ok: false });
    // The gateway rejects an incomplete request.
    await storage.database.db.updateTable('orders').set({ body: 'product_id=1' }).execute();
    await world.purchaseWorker.runOnce();
    expect(await confirm(world)).toMatchObject({ ok: true });
  });

  test('each role has its own, and the owner none', async () => {
    const world = await open(each, 3 * each);
    for (const id of [buyerId, strangerId, ownerId]) await fund(world, id);
    await makeAgent(world, strangerId);
    const bought = async (buyer: number) => {
      let count = 0;
      for (let nth = 0; nth < 5; nth += 1) if ((await confirm(world, { buyer })).ok) count += 1;
      return count;
    };
    expect([await bought(buyerId), await bought(strangerId), await bought(ownerId)]).toEqual([1, 3, 5]);
  });

  test("an agent's own shop has no more at this one than is left for today", async () => {
    const world = await open(null, 3 * each);
    await makeAgent(world, buyerId);
    await fund(world, buyerId, 4 * each);
    const balance = () => world.shop.resoldCatalogue.balanceOf(buyerId);
    expect(await balance()).toBe(3 * each);
    await confirm(world);
    await confirm(world);
    expect(await balance()).toBe(each);
    world.clock.pass(dayMs);
    expect(await balance()).toBe(2 * each);
  });

  test('a role without one is not limited by that of the other', async () => {
    const world = await open(null, each);
    await fund(world, buyerId);
    expect(await world.shop.dailyLimit.today(buyerId)).toBeNull();
    expect(await world.shop.dailyLimit.wouldExceedDailyLimit(buyerId, each)).toBeNull();
    for (let times = 0; times < 2; times += 1) expect(await confirm(world)).toMatchObject({ ok: true });
  });

  test('two at once, from two processes: one of them', async () => {
    const world = await open(each);
    const other = await openDatabase(storage.settings, { log: quiet });
    const second = await world.another(other);
    await fund(world, buyerId);
    const orders = await Promise.all(Array.from({ length: 6 }, () => world.quote({ mobile: newNumber() })));
    const results = await Promise.all(
      orders.map(({ id }, nth) =>
        (nth % 2 === 0 ? world : second).shop.orders.confirm({
          orderId: id,
          by: buyerId,
          idempotencySource: `tap:${id}`,
          messageId: null,
        }),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await held(world, buyerId)).toBe(each);
    await other.close();
  });

  test('a list is confirmed as a whole or not at all, and a list and a sale at once do not both pass', async () => {
    const world = await open(null, 5 * each);
    await makeAgent(world, buyerId);
    await fund(world, buyerId);
    const long = await list(world, '1', buyerId, 6);
    expect(await world.shop.batches.confirm(long, buyerId, null, null)).toMatchObject({
      ok: false,
      error: { code: 'daily-limit', left: 5 * each },
    });
    expect(await held(world, buyerId)).toBe(0);
    expect(await world.shop.batches.own(long, buyerId)).toMatchObject({ ok: true, value: { state: 'draft' } });
    const short = await list(world, '2', buyerId, 5);
    const single = await world.quote();
    const [asList, asOne] = await Promise.all([
      world.shop.batches.confirm(short, buyerId, null, null),
      world.shop.orders.confirm({ orderId: single.id, by: buyerId, idempotencySource: 'tap', messageId: null }),
    ]);
    expect([asList.ok, asOne.ok].filter(Boolean)).toHaveLength(1);
    expect(await held(world, buyerId)).toBeLessThanOrEqual(5 * each);
  });

  test('an invoice above it is refused before payment', async () => {
    const world = await open(each - 1);
    const order = await world.quote();
    const { invoices: invoicePayments } = world.shop.payments;
    expect(await invoicePayments.due(order.id, buyerId)).toMatchObject({ ok: false, error: { code: 'daily-limit' } });
    expect(await invoicePayments.mayPay(order.id, buyerId, each)).toMatchObject({
      ok: false,
      error: { code: 'daily-limit' },
    });
  });

  test('two allowed payments: one buys, the other stays in the wallet', async () => {
    const world = await open(each);
    const { wallet } = world.shop;
    const { invoices: invoicePayments } = world.shop.payments;
    const orders = [await world.quote(), await world.quote({ mobile: newNumber() })];
    for (const { id } of orders) expect(await invoicePayments.mayPay(id, buyerId, each)).toMatchObject({ ok: true });
    const paid = await Promise.all(
      orders.map(({ id }) => invoicePayments.paid({ chargeId: `c:${id}`, payload: id, by: buyerId, amount: each })),
    );
    expect(paid.map(({ kind: what }) => what).toSorted()).toEqual(['confirmed', 'kept']);
    expect(paid.find(({ kind: what }) => what === 'kept')?.failure).toMatchObject({ code: 'daily-limit', left: 0 });
    expect(await wallet.read(buyerId)).toMatchObject({ balance: 2 * each, held: each, available: each });
    expect(await wallet.findLedgerMismatches()).toEqual([]);
  });
});
