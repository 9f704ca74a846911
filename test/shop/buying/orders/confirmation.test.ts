import { describe, expect, test } from 'vitest';
import { defaultOperators } from '#domain/operators.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { createPricing } from '#shop/buying/orders/pricing.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  countRows,
  openWorld,
  ownerId,
  type ShopWorld,
  strangerId,
  subscriber,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const everybodysOffer = { kind: 'offer', code: '40100', type: 'DATA' } as const;
let taps = 0;

function confirm({ shop }: ShopWorld, order: Order, by = order.buyerId) {
  taps += 1;
  return shop.orders.confirm({ orderId: order.id, by, idempotencySource: `tap:${taps}`, messageId: 5 });
}

const fund = ({ shop }: ShopWorld, amount: number, personId = buyerId) =>
  shop.wallet.grant({ key: `fund:${personId}:${amount}`, personId, amount, actor: 'owner', note: null });

describe.each(sampledDatabases())('confirmation on %s', (kind) => {
  const place = useDatabase(kind);

  test('turns a quote into an order and holds its money', async () => {
    const world = await openWorld(place.database);
    await fund(world, 20_000);
    const order = await world.quote();
    const confirmed = await confirm(world, order);
    expect(confirmed).toEqual({ ok: true, value: await world.stands(order) });
    expect(await world.stands(order)).toMatchObject({ state: 'confirmed', confirmedAt: world.clock.now() });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 20_000, held: 11_000, available: 9_000 });
    expect(await world.shop.orders.events(order.id)).toMatchObject([
      { from: null, to: 'quoted', actor: 'person:100' },
      { from: 'quoted', to: 'confirmed', actor: 'person:100' },
    ]);
  });

  test('fifty taps at once confirm once and hold once', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote();
    const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(world, order)));
    expect(answers.filter((answer) => answer.ok && answer.value.state === 'confirmed')).toHaveLength(50);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 1_000_000, held: 11_000 });
    expect(await world.shop.orders.events(order.id)).toHaveLength(2);
  });

  test('is for the buyer only', async () => {
    const world = await openWorld(place.database);
    await fund(world, 20_000, strangerId);
    const order = await world.quote();
    const before = await countRows(world.database);
    for (const by of [strangerId, ownerId]) {
      expect(await confirm(world, order, by)).toEqual({
        ok: false,
        error: { failure: { code: 'order-not-yours' }, again: null },
      });
      expect(await world.shop.orders.cancel(order.id, by)).toEqual({ ok: false, error: { code: 'order-not-yours' } });
    }
    expect(await world.stands(order)).toEqual(order);
    expect(await countRows(world.database)).toEqual(before);
  });

  test('refuses an unknown order', async () => {
    const world = await openWorld(place.database);
    const before = await countRows(world.database);
    const request = { orderId: 'nothing', by: buyerId, idempotencySource: 'tap', messageId: null };
    expect(await world.shop.orders.confirm(request)).toMatchObject({ error: { failure: { code: 'order-unknown' } } });
    expect(await world.shop.orders.cancel('nothing', buyerId)).toMatchObject({ error: { code: 'order-unknown' } });
    expect(await countRows(world.database)).toEqual(before);
  });

  test('an empty wallet leaves the quote unchanged, holds nothing, and reports the missing amount', async () => {
    const world = await openWorld(place.database);
    await fund(world, 10_999);
    const order = await world.quote();
    const before = await countRows(world.database);
    expect(await confirm(world, order)).toEqual({
      ok: false,
      error: { failure: { code: 'wallet-too-small', missing: 1 }, again: null },
    });
    expect(await world.stands(order)).toEqual(order);
    expect(await countRows(world.database)).toEqual(before);
    await fund(world, 1);
    expect(await confirm(world, order)).toMatchObject({ ok: true, value: { state: 'confirmed' } });
  });

  test('a failed confirmation moves no money', async () => {
    const world = await openWorld(place.database);
    const order = await world.quote();
    expect(await confirm(world, order)).toMatchObject({ error: { failure: { code: 'wallet-too-small' } } });
    expect(await countRows(world.database)).toMatchObject({ ledger: 0, receipt_jobs: 0, order_messages: 0 });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
  });

  test('a repeated confirmation is one order; ended and cancelled ones are returned as they are', async () => {
    const world = await openWorld(place.database);
    const delivered = await world.buy();
    await world.purchaseWorker.runOnce();
    const cancelled = await world.quote();
    await world.shop.orders.cancel(cancelled.id, buyerId);
    const before = await countRows(world.database);
    expect(await confirm(world, delivered)).toMatchObject({ ok: true, value: { state: 'delivered' } });
    expect(await confirm(world, cancelled)).toMatchObject({ ok: true, value: { state: 'cancelled' } });
    // The tapped message shows the bought order from now on, and nothing else changed.
    expect(await countRows(world.database)).toEqual({ ...before, order_messages: 2 });
    await world.receipts.runOnce();
    expect(world.screens.get(5)).toBe('delivered');
    expect(await world.sandbox.sold()).toBe(1);
  });

  test('cancelling leaves the money free, and is too late once confirmed', async () => {
    const world = await openWorld(place.database);
    const order = await world.quote();
    expect(await world.shop.orders.cancel(order.id, buyerId)).toMatchObject({
      ok: true,
      value: { state: 'cancelled' },
    });
    expect(await world.shop.orders.events(order.id)).toMatchObject([
      { to: 'quoted' },
      { from: 'quoted', to: 'cancelled' },
    ]);
    const bought = await world.buy();
    expect(await world.shop.orders.cancel(bought.id, buyerId)).toMatchObject({
      ok: true,
      value: { state: 'confirmed' },
    });
    expect((await world.shop.wallet.read(buyerId)).held).toBe(bought.total);
  });

  test('of a confirmation and a cancellation at once one happens', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    for (let round = 0; round < 5; round += 1) {
      const order = await world.quote();
      const [confirmed] = await Promise.all([confirm(world, order), world.shop.orders.cancel(order.id, buyerId)]);
      const { state } = await world.stands(order);
      expect(['confirmed', 'cancelled']).toContain(state);
      expect(confirmed).toMatchObject({ ok: true, value: { state } });
      expect(await world.shop.orders.events(order.id)).toHaveLength(2);
    }
  });

  test('an expired quote is quoted again at the current price, with its own key', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote();
    world.clock.pass(10 * minute);
    world.market.products.set(topUpId, { price: 12_000 });
    const answer = await confirm(world, order);
    expect(answer).toMatchObject({
      ok: false,
      error: { failure: { code: 'quote-expired' }, again: { state: 'quoted', total: 13_200, buyerId } },
    });
    expect(await world.stands(order)).toMatchObject({ state: 'expired', endedAt: world.clock.now() });
    await expectKeysOfTheirOwn(world);
    expect((await world.shop.wallet.read(buyerId)).held).toBe(0);
  });

  test('so is a quote that the expiry worker expired', async () => {
    const world = await openWorld(place.database);
    const order = await world.quote();
    world.clock.pass(10 * minute);
    await world.expiryWorker.runOnce();
    expect(await confirm(world, order)).toMatchObject({
      error: { failure: { code: 'quote-expired' }, again: { state: 'quoted', total: 11_000 } },
    });
  });

  test('a repeated tap finds the same new quote', async () => {
    const world = await openWorld(place.database);
    const order = await world.quote();
    world.clock.pass(10 * minute);
    const tap = () =>
      world.shop.orders.confirm({ orderId: order.id, by: buyerId, idempotencySource: 'tap', messageId: 5 });
    const [first, second] = [await tap(), await tap()];
    expect(first.ok).toBe(false);
    expect(second).toEqual(first);
    expect(await countRows(world.database)).toMatchObject({ orders: 2 });
  });

  test.each([
    ['a product', { kind: 'product', productId: topUpId, amount: null } as const, 11_000, 12_100],
    ['an offer', everybodysOffer, 33_000, 35_200],
  ])('when the price of %s changed, the old quote expires and a new one asks again', async (_, item, was, now) => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote({ item });
    world.market.products.set(topUpId, { price: 11_000 });
    world.market.offers.set('40100', { amount: 32_000 });
    const answer = await confirm(world, order);
    expect(answer).toMatchObject({
      ok: false,
      error: { failure: { code: 'price-moved', was, now }, again: { state: 'quoted', total: now } },
    });
    expect(await world.stands(order)).toMatchObject({ state: 'expired' });
    expect(await world.shop.orders.events(order.id)).toMatchObject([
      { to: 'quoted' },
      { to: 'expired', why: 'price-moved' },
    ]);
    await expectKeysOfTheirOwn(world);
    expect((await world.shop.wallet.read(buyerId)).held).toBe(0);
    const again = answer.ok ? null : answer.error.again;
    if (!again) throw new Error('There is no new quote.');
    expect(await confirm(world, again)).toMatchObject({ ok: true, value: { state: 'confirmed', total: now } });
  });

  test.each([
    ['gone', 'product-gone'],
    [{ onSale: false }, 'product-off-sale'],
  ] as const)('a product that is %j is not confirmed', async (change, code) => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote();
    world.market.products.set(topUpId, change);
    expect(await confirm(world, order)).toEqual({ ok: false, error: { failure: { code }, again: null } });
    expect(await world.stands(order)).toMatchObject({ state: 'expired' });
    expect((await world.shop.wallet.read(buyerId)).held).toBe(0);
  });

  test('an offer that is gone is not confirmed', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote({ item: everybodysOffer });
    world.market.offers.set('40100', 'gone');
    expect(await confirm(world, order)).toEqual({ ok: false, error: { failure: { code: 'offer-gone' }, again: null } });
    expect(await world.stands(order)).toMatchObject({ state: 'expired' });
  });

  test('a price check without an answer keeps the quoted price', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const product = await world.quote();
    const offer = await world.quote({ item: everybodysOffer });
    await world.sandbox.fault('filter', '503');
    await world.sandbox.fault('offers', 'cut-before');
    expect(await confirm(world, product)).toMatchObject({ ok: true, value: { state: 'confirmed', total: 11_000 } });
    expect(await confirm(world, offer)).toMatchObject({ ok: true, value: { state: 'confirmed', total: 33_000 } });
  });

  test('nothing is confirmed while sales are paused, and the quote stays', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote();
    await world.shop.salesPause.pause('gateway', '', 'settler');
    expect(await confirm(world, order)).toMatchObject({ error: { failure: { code: 'selling-paused' }, again: null } });
    expect(await world.stands(order)).toEqual(order);
    await world.shop.salesPause.resume('gateway');
    expect(await confirm(world, order)).toMatchObject({ ok: true, value: { state: 'confirmed' } });
  });

  test('a tap that learns of a new price too late shows the order that another tap confirmed', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote();
    // The first tap sees a changed price; before it acts, a second tap without an answer has confirmed.
    const slow = await openWorld(place.database, {
      clock: world.clock,
      sandbox: world.sandbox,
      gateway: (real) => ({
        ...real,
        filterProducts: async (query, options) => {
          const answer = await real.filterProducts(query, options);
          await confirm(world, order);
          return answer;
        },
      }),
    });
    slow.market.products.set(topUpId, { price: 11_000 });
    expect(await confirm(slow, order)).toMatchObject({ ok: true, value: { state: 'confirmed', total: 11_000 } });
    slow.market.products.set(topUpId, 'gone');
    expect(await countRows(world.database)).toMatchObject({ orders: 1 });
  });

  test('a tap on a quote that another tap just expired quotes again', async () => {
    const world = await openWorld(place.database);
    await fund(world, 1_000_000);
    const order = await world.quote();
    const slow = await openWorld(place.database, {
      clock: world.clock,
      sandbox: world.sandbox,
      gateway: (real) => ({
        ...real,
        filterProducts: async (query, options) => {
          const answer = await real.filterProducts(query, options);
          world.market.products.set(topUpId, { price: 11_000 });
          await confirm(world, order);
          return answer;
        },
      }),
    });
    expect(await confirm(slow, order)).toMatchObject({
      ok: false,
      error: { failure: { code: 'quote-expired' }, again: { state: 'quoted' } },
    });
    expect((await world.shop.wallet.read(buyerId)).held).toBe(0);
  });
});

test('the price check respects its deadline, however slow the gateway is', async () => {
  const never = new Promise<never>(() => undefined);
  const asked: number[] = [];
  const catalogue = {
    product: () => null,
    freshProduct: () => never,
  };
  const offers = {
    find: () => never,
    findFresh: async (_mobile: string, _code: string, _type: string, deadlineMs: number) => {
      asked.push(deadlineMs);
      return { ok: false, error: { code: 'offers-unavailable' } } as const;
    },
  };
  const pricing = createPricing({
    catalogue,
    offers,
    prices: { forBuyer: () => never },
    accountCover: async () => null,
    operators: defaultOperators,
    vatPercent: 10,
  });
  expect(await pricing.priceNow({ item: everybodysOffer, mobile: subscriber, simType: 'prepaid' }, 1)).toBeNull();
  expect(asked).toEqual([3_000]);
});

async function expectKeysOfTheirOwn({ database }: ShopWorld): Promise<void> {
  const rows = await database.db.selectFrom('orders').select(['idempotency_key', 'webservice_code', 'body']).execute();
  expect(rows.length).toBeGreaterThan(1);
  for (const column of ['idempotency_key', 'webservice_code', 'body'] as const) {
    expect(new Set(rows.map((row) => row[column])).size).toBe(rows.length);
  }
}
