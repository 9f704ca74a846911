import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { err } from '#domain/result.ts';
import { pendingWhy } from '#gateway/purchase-outcome.ts';
import { claimOrders, claimReceiptJobs } from '#shop/base/jobs/leases.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { hour, minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { gatewayToken, openSandbox } from '#test/support/sandbox-gateway.ts';
import { buyerId, openWorld, rangedTopUpId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

/** Runs the receipt worker; returns the states that the buyer was shown. */
const tellAll = async ({ receipts, told }: ShopWorld, { id }: Order) => {
  await receipts.runOnce();
  return told.filter((order) => order.id === id).map(({ state }) => state);
};

const rowOf = ({ database }: ShopWorld, { id }: Order) =>
  database.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe.each(sampledDatabases())('the purchase worker on %s', (kind) => {
  const place = useDatabase(kind);

  test('buys a confirmed order: state, money and receipt together', async () => {
    const world = await openWorld(place.database);
    const offer = await world.buy({ item: { kind: 'offer', code: '40100', type: 'DATA' } });
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    expect(await world.stands(offer)).toMatchObject({ state: 'delivered', endedAt: world.clock.now() });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    expect(await tellAll(world, offer)).toEqual(['delivered']);
    const { idempotency_key: key, body, route, confirmed_at: since } = await rowOf(world, offer);
    expect(world.market.sent).toEqual([{ key, body, route, since }]);
    expect(await world.sandbox.purchases()).toEqual([
      {
        key,
        product_id: 510,
        mobile: offer.mobile,
        price: 33_000,
        webservice_code: offer.code,
        outcome: 'bought',
      },
    ]);
    expect(await world.purchaseWorker.runOnce()).toBe(0);
  });

  test('changed settings do not change how an order in flight is sent; an order without a route follows them', async () => {
    const world = await openWorld(place.database, {
      gateway: (real) => ({ ...real, purchaseRoute: () => 'post-json /api/top-up' }),
    });
    const inFlight = await world.buy();
    const later = await openWorld(place.database, { sandbox: world.sandbox, clock: world.clock });
    const older = await later.buy({ idempotencySource: 'older' });
    expect(await rowOf(world, inFlight)).toMatchObject({ route: 'post-json /api/top-up' });
    expect(await rowOf(world, older)).toMatchObject({ route: 'post-form /api/top-up/package/' });
    await later.purchaseWorker.runOnce();
    expect(later.market.sent.map(({ route }) => route)).toContain('post-json /api/top-up');
    expect(await world.stands(inFlight)).toMatchObject({ state: 'delivered' });
    expect(await world.stands(older)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.purchases()).toHaveLength(2);
  });

  test('every kind of item reaches the gateway as quoted', async () => {
    const world = await openWorld(place.database);
    const profiled = world.product((one) => one.profileId !== null && one.type === 'data' && one.onSale);
    await world.buy({ item: { kind: 'offer', code: '40100', type: 'DATA' }, simType: 'postpaid' });
    await world.buy({ item: { kind: 'product', productId: rangedTopUpId, amount: 123_456 } });
    await world.buy({ item: { kind: 'product', productId: profiled.id, amount: null } });
    await world.purchaseWorker.runOnce();
    const sold = (await world.sandbox.purchases()).map(({ product_id, outcome, price }) => [
      product_id,
      outcome,
      price,
    ]);
    expect(sold).toHaveLength(3);
    expect(sold).toContainEqual([511, 'bought', 33_000]);
    expect(sold).toContainEqual([rangedTopUpId, 'bought', 123_456]);
    expect(sold).toContainEqual([profiled.id, 'bought', Math.round(profiled.price * 1.1)]);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
  });

  test('a rejection releases the money and shows the gateway’s message', async () => {
    const world = await openWorld(place.database);
    // Its price at the gateway has changed.
    const order = await world.buy();
    await place.database.db
      .updateTable('orders')
      .set((eb) => ({ body: sql`replace(${eb.ref('body')}, '11000', '12000')` }))
      .execute();
    await world.purchaseWorker.runOnce();
    const outcome = 'مبلغ ارسالی با قیمت محصول برابر نیست.';
    expect(await world.stands(order)).toMatchObject({ state: 'rejected', outcome });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 0, available: 11_000 });
    expect(await tellAll(world, order)).toEqual(['rejected']);
    expect(await world.sandbox.sold()).toBe(0);
  });

  test.each([
    'slow',
    'cut-before',
    'cut-after',
    '500',
    '503',
    '429',
    'empty',
    'broken-json',
    'html',
    'wrong-types',
    'huge',
    'redirect',
  ])('after %s it is unsure, then the same key and bytes again: delivered, bought once', async (fault) => {
    const world = await openWorld(place.database, fault === 'slow' ? { purchaseMs: 3_000 } : {});
    await world.sandbox.fault('purchase', fault, 1);
    const order = await world.buy();
    expect(await tellAll(world, order)).toEqual(['confirmed']);
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'unsure', attempts: 1 });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 11_000 });
    expect(await tellAll(world, order)).toEqual(['confirmed', 'unsure']);
    const { next_attempt_at, lease_until, idempotency_key: key, body, route, confirmed_at } = await rowOf(world, order);
    expect(lease_until).toBe(0);
    // Half of the first second, by this test's random numbers; the sandbox's 429 names a whole one.
    expect(next_attempt_at - world.clock.now()).toBe(fault === '429' ? second : second / 2);
    expect(await world.purchaseWorker.runOnce()).toBe(0);
    world.clock.pass(second);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered', attempts: 2 });
    expect(world.market.sent).toEqual([
      { key, body, route, since: confirmed_at },
      { key, body, route, since: confirmed_at },
    ]);
    expect(await world.sandbox.sold()).toBe(1);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    expect(await tellAll(world, order)).toEqual(['confirmed', 'unsure', 'delivered']);
  });

  test('a gateway that is down is asked every half minute at least, however long, and the buyer is told once', async () => {
    const world = await openWorld(place.database, { random: () => 1 });
    await world.sandbox.fault('purchase', '503');
    const order = await world.buy();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      expect(await world.purchaseWorker.runOnce()).toBe(1);
      const wait = (await rowOf(world, order)).next_attempt_at - world.clock.now();
      waits.push(wait / second);
      world.clock.pass(wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 25, 25, 25, 25, 25, 25, 25, 25, 25]);
    expect(await tellAll(world, order)).toEqual(['unsure']);
    await world.sandbox.fault('purchase', null);
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.shop.orders.events(order.id)).toHaveLength(4);
  });

  test('a restart during an outage makes no order wait for longer', async () => {
    const world = await openWorld(place.database, { random: () => 1 });
    await world.sandbox.fault('purchase', '503');
    const order = await world.buy();
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await world.purchaseWorker.runOnce();
      world.clock.pass(25 * second);
    }
    const { sandbox, clock } = world;
    const restarted = await openWorld(place.database, { sandbox, clock, random: () => 1 });
    expect(await restarted.purchaseWorker.runOnce()).toBe(1);
    expect((await rowOf(world, order)).next_attempt_at - clock.now()).toBe(25 * second);
  });

  test('an order that alone gets no answer is asked about less and less often', async () => {
    const world = await openWorld(place.database, { random: () => 1 });
    const order = await world.buy();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 14; attempt += 1) {
      await world.sandbox.fault('purchase', '503', 1);
      expect(await world.purchaseWorker.runOnce()).toBe(1);
      const wait = (await rowOf(world, order)).next_attempt_at - world.clock.now();
      waits.push(wait / second);
      await world.buy();
      await world.purchaseWorker.runOnce();
      world.clock.pass(wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600]);
    expect(await world.stands(order)).toMatchObject({ state: 'unsure' });
  });

  test('the first answer after an outage makes every waiting order due at once', async () => {
    const world = await openWorld(place.database, { random: () => 1 });
    await world.sandbox.fault('purchase', '503');
    const orders: Order[] = [];
    for (let at = 0; at < 6; at += 1) orders.push(await world.buy());
    for (let round = 0; round < 8; round += 1) {
      await world.purchaseWorker.runOnce();
      world.clock.pass(25 * second);
    }
    const { db } = place.database;
    const later = world.clock.now() + hour;
    await db
      .updateTable('orders')
      .set({ next_attempt_at: later })
      .where('id', '<>', orders[0]?.id ?? '')
      .execute();
    await world.sandbox.fault('purchase', null);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    expect(await world.shop.outage.since()).toBeNull();
    expect(await world.purchaseWorker.runOnce()).toBe(5);
    for (const order of orders) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.sold()).toBe(6);
  });

  test('an order that gets no answer once more after an outage is asked about soon', async () => {
    const world = await openWorld(place.database, { random: () => 1 });
    await world.sandbox.fault('purchase', '503');
    const order = await world.buy();
    for (let round = 0; round < 20; round += 1) {
      await world.purchaseWorker.runOnce();
      world.clock.pass(25 * second);
    }
    expect((await rowOf(world, order)).attempts).toBeGreaterThan(15);
    await place.database.db.updateTable('orders').set({ next_attempt_at: world.clock.now() }).execute();
    world.clock.pass(1);
    const other = await world.buy();
    await place.database.db.updateTable('orders').set({ next_attempt_at: 0 }).where('id', '=', other.id).execute();
    await world.sandbox.fault('purchase', null);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    expect(await world.stands(other)).toMatchObject({ state: 'delivered' });
    await world.sandbox.fault('purchase', '503', 1);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    expect((await rowOf(world, order)).next_attempt_at - world.clock.now()).toBe(second);
  });

  test('the breaker postpones and never fails an order', async () => {
    const world = await openWorld(place.database, { random: () => 0 });
    await world.sandbox.fault('purchase', '503');
    const orders: Order[] = [];
    for (let at = 0; at < 6; at += 1) orders.push(await world.buy());
    expect(await world.purchaseWorker.runOnce()).toBe(6);
    expect(await world.purchaseWorker.runOnce()).toBe(0);
    await world.sandbox.fault('purchase', null);
    world.clock.pass(2 * second);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    expect(await world.purchaseWorker.runOnce()).toBe(5);
    for (const order of orders) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.sold()).toBe(6);
  });

  test('while nothing is answered one order asks, after ever longer pauses; an answer ends them', async () => {
    const world = await openWorld(place.database, { random: () => 0 });
    await world.sandbox.fault('purchase', '503');
    for (let at = 0; at < 6; at += 1) await world.buy();
    expect(await world.purchaseWorker.runOnce()).toBe(6);
    for (const pause of [2, 4, 8, 16, 25, 25]) {
      world.clock.pass(pause * second - 1);
      expect(await world.purchaseWorker.runOnce()).toBe(0);
      world.clock.pass(1);
      expect(await world.purchaseWorker.runOnce()).toBe(1);
    }
    await world.sandbox.fault('purchase', null);
    world.clock.pass(minute);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    await world.sandbox.fault('purchase', '503');
    expect(await world.purchaseWorker.runOnce()).toBe(5);
    world.clock.pass(2 * second);
    expect(await world.purchaseWorker.runOnce()).toBe(1);
  });

  test.each([
    ['still works on it', err({ kind: 'unsure', why: pendingWhy, retryAfterMs: null } as const)],
    ['says something unrecognised', err({ kind: 'unrecognised', status: 200, message: 'hm' } as const)],
  ])('a gateway that %s answers: failures before it do not count', async (_, answer) => {
    const gatewayNow: { isAnswering: boolean } = { isAnswering: false };
    const world = await openWorld(place.database, {
      random: () => 1,
      gateway: (real) => ({
        ...real,
        buyPackage: async (wish) => (gatewayNow.isAnswering ? answer : real.buyPackage(wish)),
      }),
    });
    await world.sandbox.fault('purchase', '503');
    for (let at = 0; at < 4; at += 1) await world.buy();
    expect(await world.purchaseWorker.runOnce()).toBe(4);
    gatewayNow.isAnswering = true;
    await world.buy();
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    gatewayNow.isAnswering = false;
    for (let at = 0; at < 4; at += 1) await world.buy();
    expect(await world.purchaseWorker.runOnce()).toBe(4);
    await world.buy();
    expect(await world.purchaseWorker.runOnce()).toBe(1);
    // The fifth in a row was one too many.
    await world.buy();
    expect(await world.purchaseWorker.runOnce()).toBe(0);
  });

  test('after the lifetime of a key the order goes to review, its money held, the owner alerted once', async () => {
    const world = await openWorld(place.database, { keyHours: 24 });
    const other = await world.another();
    await world.sandbox.fault('purchase', '503');
    const order = await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(24 * hour - 1);
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'unsure' });
    expect(await tellAll(world, order)).toEqual(['unsure']);
    world.clock.pass(2 * minute);
    const sent = world.market.sent.length;
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    expect(await world.stands(order)).toMatchObject({ state: 'review' });
    expect(world.market.sent).toHaveLength(sent);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 11_000, available: 0 });
    expect(await tellAll(world, order)).toEqual(['unsure', 'review']);
    await Promise.all([world.alertWorker.runOnce(), other.alertWorker.runOnce()]);
    expect([...world.alerts, ...other.alerts]).toEqual([
      { kind: 'order-in-review', orderId: order.id, code: order.code },
    ]);
    await world.sandbox.fault('purchase', null);
    world.clock.pass(hour);
    expect(await world.purchaseWorker.runOnce()).toBe(0);
    expect(await world.sandbox.sold()).toBe(0);
  });

  test('an unrecognised answer goes to review at once, its money held, the owner alerted once', async () => {
    const world = await openWorld(place.database, { successPattern: /was delivered/ });
    const order = await world.buy();
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'review', attempts: 1 });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 11_000 });
    const message = 'خرید با موفقیت انجام شد.';
    expect((await world.shop.orders.events(order.id)).at(-1)).toMatchObject({ to: 'review', why: message });
    world.clock.pass(hour);
    expect(await world.purchaseWorker.runOnce()).toBe(0);
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'answer-unrecognised', orderId: order.id, code: order.code, message }]);
    await world.shop.manualReview.decide({ orderId: order.id, by: 1, to: 'delivered', why: 'asked' });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
  });

  test('a refused token makes orders wait and sales pause; a waiting order finds out when it works', async () => {
    const world = await openWorld(place.database);
    await world.sandbox.fault('purchase', '401');
    const [first, second] = [await world.buy(), await world.buy()];
    await world.purchaseWorker.runOnce();
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'token-refused' }]);
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'gateway' });
    for (const order of [first, second]) {
      expect(await world.stands(order)).toMatchObject({ state: 'unsure' });
      expect(await tellAll(world, order)).toEqual(['unsure']);
      expect((await rowOf(world, order)).next_attempt_at - world.clock.now()).toBeLessThanOrEqual(30 * 1_000);
    }
    expect((await world.shop.wallet.read(buyerId)).held).toBe(22_000);
    await world.sandbox.fault('purchase', null);
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toBeNull();
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'token-refused' }, { kind: 'token-accepted' }]);
    for (const order of [first, second]) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
  });

  test('however often a token was refused, orders try the next one within half a minute', async () => {
    const world = await openWorld(place.database, { random: () => 1 });
    await world.sandbox.fault('purchase', '401');
    const order = await world.buy();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 8; attempt += 1) {
      expect(await world.purchaseWorker.runOnce()).toBe(1);
      const wait = (await rowOf(world, order)).next_attempt_at - world.clock.now();
      waits.push(wait / second);
      world.clock.pass(wait);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
    await world.sandbox.fault('purchase', null);
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
  });

  test('a token that may read but not buy pauses sales once, with one alert', async () => {
    const world = await openWorld(place.database);
    await world.sandbox.fault('purchase', '401');
    await world.buy();
    for (let passed = 0; passed < 3 * minute; passed += 5 * second) {
      await world.purchaseWorker.runOnce();
      expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'gateway' });
      world.clock.pass(5 * second);
    }
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'token-refused' }]);
  });

  test('an order that the gateway still works on ends a pause when new ones are taken, not before', async () => {
    const pending = err({ kind: 'unsure', why: pendingWhy, retryAfterMs: null } as const);
    const world = await openWorld(place.database, {
      gateway: (real) => ({ ...real, buyPackage: async () => pending }),
    });
    await world.buy();
    await world.shop.tokenPause.begin();
    for (const [fault, by] of [
      ['401', 'gateway'],
      [null, undefined],
    ] as const) {
      await world.sandbox.fault('products', fault);
      world.clock.pass(minute);
      expect(await world.purchaseWorker.runOnce()).toBe(1);
      expect((await world.shop.salesPause.paused())?.by).toBe(by);
    }
  });

  test('an order that was taken before is delivered, and the shop that refuses new ones stays closed', async () => {
    const world = await openWorld(place.database);
    await world.buy();
    await world.shop.tokenPause.begin();
    await world.sandbox.fault('products', '401');
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'gateway' });
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'token-refused' }]);
  });

  test('without a waiting order, a read tests the token now and then', async () => {
    const world = await openWorld(place.database);
    await world.sandbox.fault('products', '401');
    await world.shop.salesPause.pause('gateway', '', 'settler');
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'gateway' });
    await world.sandbox.fault('products', null);
    world.clock.pass(29 * second);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'gateway' });
    world.clock.pass(second);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toBeNull();
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'token-accepted' }]);
  });

  test('a working gateway does not end the owner’s own pause', async () => {
    const world = await openWorld(place.database);
    await world.buy();
    await world.shop.salesPause.pause('owner', 'Back at nine', 'person:1');
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'owner' });
    expect(await world.alertWorker.runOnce()).toBe(0);
    expect(world.alerts).toEqual([]);
  });

  test('picks up open orders at the start', async () => {
    const world = await openWorld(place.database);
    await world.sandbox.fault('purchase', 'cut-after', 1);
    const [unsure, confirmed] = [await world.buy(), await world.buy()];
    const claimed = await claimOrders(place.database, { now: world.clock.now(), leaseMs: minute, limit: 1 });
    expect(claimed).toHaveLength(1);
    await world.purchaseWorker.runOnce();
    // The process that had claimed one of them is gone; a new one starts.
    const next = await world.another();
    world.clock.pass(minute);
    expect(await next.purchaseWorker.runOnce()).toBe(2);
    for (const order of [unsure, confirmed]) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.sold()).toBe(2);
  });

  test('two workers on one database never take the same order during its lease', async () => {
    const world = await openWorld(place.database);
    for (let at = 0; at < 30; at += 1) await world.buy();
    const claim = (limit: number) => claimOrders(place.database, { now: world.clock.now(), leaseMs: minute, limit });
    const ids = new Set<string>();
    let taken = 0;
    for (let round = 0; round < 20 && taken < 30; round += 1) {
      const claims = await Promise.all([claim(5), claim(7), claim(5), claim(7)]);
      for (const { id, attempts } of claims.flat()) {
        ids.add(id);
        taken += 1;
        expect(attempts).toBe(1);
      }
    }
    expect([taken, ids.size]).toEqual([30, 30]);
    expect(await claim(100)).toEqual([]);
    world.clock.pass(minute);
    expect(await claim(100)).toHaveLength(30);
  });

  test.each([
    ['orders', claimOrders],
    ['receipt jobs', claimReceiptJobs],
  ] as const)('a claim of %s in the middle of another one finds nothing left of it', async (_, claim) => {
    const world = await openWorld(place.database);
    for (let at = 0; at < 5; at += 1) await world.buy();
    const terms = { now: world.clock.now(), leaseMs: minute, limit: 10 };
    const claims: Promise<unknown[]>[] = [];
    await place.database.transaction(async (tx) => {
      expect(await claim({ ...place.database, db: tx }, terms)).toHaveLength(5);
      claims.push(claim(place.database, terms));
      // SQLite's second claim waits for this one; PostgreSQL's need not.
      if (kind === 'postgres') expect(await Promise.all(claims)).toEqual([[]]);
    });
    expect(await Promise.all(claims)).toEqual([[]]);
  });

  test('two workers with too short leases both ask, and it is bought and paid once', async () => {
    const world = await openWorld(place.database, { pace: { leaseMs: 0 } });
    const other = await world.another();
    const orders: Order[] = [];
    for (let at = 0; at < 8; at += 1) orders.push(await world.buy());
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce(), world.purchaseWorker.runOnce()]);
    for (const order of orders) {
      expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
      expect(await tellAll(world, order)).toEqual(['delivered']);
      expect(await world.shop.orders.events(order.id)).toHaveLength(3);
    }
    expect(await world.sandbox.sold()).toBe(8);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    expect(await world.shop.wallet.findLedgerMismatches()).toEqual([]);
  });

  test.each(['unsure', 'review'] as const)(
    'a sale that is heard of after another process moved the order to %s still ends it, once',
    async (meanwhile) => {
      const sandbox = await openSandbox();
      const world = await openWorld(place.database, { sandbox, keyHours: 24 });
      const order = await world.buy();
      const other = await openWorld(place.database, { clock: world.clock, sandbox });
      world.market.afterPurchase = async () => {
        world.market.afterPurchase = () => Promise.resolve();
        // This process held its answer for longer than its lease; another one took over.
        world.clock.pass(meanwhile === 'review' ? 25 * hour : minute);
        await sandbox.fault('purchase', '503', 1);
        await other.purchaseWorker.runOnce();
        expect(await world.stands(order)).toMatchObject({ state: meanwhile });
      };
      await world.purchaseWorker.runOnce();
      expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
      expect(await tellAll(world, order)).toEqual(['delivered']);
      expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
      world.clock.pass(hour);
      await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
      expect(await tellAll(world, order)).toEqual(['delivered']);
      expect(await world.sandbox.sold()).toBe(1);
      expect(await world.shop.wallet.findLedgerMismatches()).toEqual([]);
    },
  );

  test.each([
    ['unsure', 'cut-after', {}],
    ['unrecognised', null, { successPattern: /was delivered/ }],
  ] as const)('a late %s answer does not undo an end, and no owner is alerted', async (_, fault, options) => {
    const world = await openWorld(place.database, options);
    const order = await world.buy();
    const other = await openWorld(place.database, { clock: world.clock, sandbox: world.sandbox });
    await world.sandbox.fault('purchase', fault, 1);
    world.market.afterPurchase = async () => {
      world.clock.pass(minute);
      await other.purchaseWorker.runOnce();
    };
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await tellAll(world, order)).toEqual(['delivered']);
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([]);
  });

  test('stopping waits for the running call; later confirmations wait for the next start', async () => {
    const world = await openWorld(place.database, { pace: { everyMs: 1_000_000 } });
    const order = await world.buy();
    const called = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    world.market.afterPurchase = () => {
      called.resolve();
      return answer.promise;
    };
    world.purchaseWorker.start();
    await called.promise;
    let stopped = false;
    const stopping = world.purchaseWorker.stop().then(() => {
      stopped = true;
    });
    const late = await world.buy();
    world.purchaseWorker.wake();
    expect(stopped).toBe(false);
    answer.resolve();
    await stopping;
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.stands(late)).toMatchObject({ state: 'confirmed', attempts: 0 });
  });
});

test('a wrong token buys nothing, for as long as it is wrong', async () => {
  const { makeDatabase } = await import('#test/support/databases.ts');
  const { openDatabase } = await import('#storage/database.ts');
  const { quiet } = await import('#test/support/shop.ts');
  const made = await makeDatabase('sqlite');
  const database = await openDatabase(made.settings, { log: quiet });
  const good = await openWorld(database);
  const order = await good.buy();
  const bad = await openWorld(database, { sandbox: good.sandbox, clock: good.clock, token: `not ${gatewayToken}` });
  for (let round = 0; round < 5; round += 1) {
    await bad.purchaseWorker.runOnce();
    good.clock.pass(minute);
  }
  expect(bad.market.sent).toHaveLength(5);
  expect(await good.sandbox.purchases()).toEqual([]);
  await good.purchaseWorker.runOnce();
  expect(await good.stands(order)).toMatchObject({ state: 'delivered' });
  await database.close();
  await made.remove();
});
