import { describe, expect, test } from 'vitest';
import { apiPart, methodPart } from '#shop/buying/orders/daily-totals.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import {
  buyerId,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  subscriber,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';
import { sumsAgainst } from '#test/support/sums.ts';

const ranged = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;
const stored = ({ database: { db } }: Pick<ShopWorld, 'database'>) =>
  db
    .selectFrom('daily_sales')
    .selectAll()
    .orderBy('seller_id')
    .orderBy('part')
    .orderBy('day')
    .orderBy('part_id')
    .execute();
const differences = async ({ database }: Pick<ShopWorld, 'database'>) =>
  sumsAgainst(await database.db.selectFrom('orders').selectAll().execute(), await stored({ database }));

/** Without price rules nothing is taken off, and no cost is known. */
const unpriced = { discount: 0, known: 0, cost: 0, profit: 0 };

describe.each(sampledDatabases())('the sums of each day on %s', (kind) => {
  const place = useDatabase(kind);

  test('count deliveries, for the buyer and the shop, by operator and by product', async () => {
    const world = await openWorld(place.database);
    await world.buy();
    await world.buy({ item: ranged(50_000), buyer: strangerId });
    await settleAll(world);
    await world.buy();
    await settleAll(world);
    const { titleEn, title } = await world.quote();
    const day = Math.floor((world.clock.now() + 3.5 * hour) / (24 * hour));
    const all = await stored(world);
    expect(all.filter(({ seller_id }) => seller_id === buyerId)).toEqual([
      {
        ...{ seller_id: buyerId, part: 'operator', day, part_id: 1 },
        ...{ count: 2, base: 20_000, vat: 2_000, total: 22_000, ...unpriced, title: null, title_en: null },
      },
      {
        ...{ seller_id: buyerId, part: 'product', day, part_id: topUpId },
        ...{ count: 2, base: 20_000, vat: 2_000, total: 22_000, ...unpriced, title, title_en: titleEn },
      },
    ]);
    expect(all.filter(({ seller_id }) => seller_id === 0)).toMatchObject([
      { part: 'operator', part_id: 1, count: 3, total: 72_000 },
      { part: 'product', part_id: rangedTopUpId, count: 1, total: 50_000 },
      { part: 'product', part_id: topUpId, count: 2, total: 22_000 },
    ]);
    expect(await differences(world)).toEqual([]);
  });

  test('omit open and rejected orders, and count an owner’s decision', async () => {
    const world = await openWorld(place.database);
    const refused = await world.buy();
    await world.database.db.updateTable('orders').set({ body: '' }).where('id', '=', refused.id).execute();
    await world.purchaseWorker.runOnce();
    await world.sandbox.fault('purchase', 'cut-before');
    const [bought, not] = [await world.buy(), await world.buy()];
    await world.purchaseWorker.runOnce();
    expect(await stored(world)).toEqual([]);
    const dayBefore = Math.floor((world.clock.now() + 3.5 * hour) / (24 * hour));
    world.clock.pass(25 * hour);
    await world.purchaseWorker.runOnce();
    for (const [orderId, to] of [
      [bought.id, 'delivered'],
      [bought.id, 'delivered'],
      [not.id, 'rejected'],
    ] as const) {
      await world.shop.manualReview.decide({ orderId, to, by: ownerId, why: 'asked the operator' });
    }
    // The day of the confirmation, not of the answer.
    expect(await stored(world)).toMatchObject(
      [0, 0, buyerId, buyerId].map((seller_id) => ({ seller_id, day: dayBefore, count: 1, total: 11_000 })),
    );
    expect(await differences(world)).toEqual([]);
  });

  test('count personal offers together', async () => {
    const world = await openWorld(place.database);
    const offers = await world.shop.offers.listed(subscriber);
    if (!offers.ok) throw new Error(offers.error.code);
    const [first, second] = offers.value;
    for (const offer of [first, second]) {
      if (!offer) throw new Error('The sandbox has offers for this number.');
      await world.buy({ item: { kind: 'offer', code: offer.code, type: offer.type } });
    }
    await settleAll(world);
    expect((await stored(world)).filter(({ part }) => part === 'offer')).toMatchObject([
      { seller_id: 0, part_id: 510, count: 2, title: null, title_en: null },
      { seller_id: buyerId, part_id: 510, count: 2, title: null, title_en: null },
    ]);
    expect(await differences(world)).toEqual([]);
  });

  test('count by themselves what was paid for otherwise, and what the API bought', async () => {
    const world = await openWorld(place.database);
    const [byCard, byApi] = [await world.buy(), await world.buy({ item: ranged(50_000), buyer: strangerId })];
    const { db } = world.database;
    await db.updateTable('orders').set({ paid_by: 'card' }).where('id', '=', byCard.id).execute();
    await db.updateTable('orders').set({ source: 'api' }).where('id', '=', byApi.id).execute();
    await world.buy();
    await settleAll(world);
    const apart = async () => (await stored(world)).filter(({ part }) => part === 'method' || part === 'source');
    expect(await apart()).toMatchObject([
      { seller_id: 0, part: 'method', part_id: methodPart('card'), count: 1, total: 11_000 },
      { seller_id: 0, part: 'source', part_id: apiPart, count: 1, total: 50_000 },
      { seller_id: strangerId, part: 'source', part_id: apiPart, count: 1, total: 50_000 },
    ]);
    expect(await differences(world)).toEqual([]);
    for (const { id } of [byCard, byApi]) expect(await world.shop.reverse(id, ownerId)).toMatchObject({ ok: true });
    for (const sums of await apart()) expect(sums).toMatchObject({ count: 0, base: 0, vat: 0, total: 0, discount: 0 });
    expect(await differences(world)).toEqual([]);
  });

  test('a day in Tehran begins at 20:30 UTC', async () => {
    const world = await openWorld(place.database);
    world.clock.pass(Date.UTC(2026, 0, 5, 20, 29, 59, 999) - world.clock.now());
    await world.buy();
    world.clock.pass(1);
    await world.buy();
    await settleAll(world);
    const days = (await stored(world)).filter(({ seller_id, part }) => seller_id === 0 && part === 'operator');
    const fifth = Date.UTC(2026, 0, 5) / (24 * hour);
    expect(days.map(({ day, count }) => [day, count])).toEqual([
      [fifth, 1],
      [fifth + 1, 1],
    ]);
    expect(await differences(world)).toEqual([]);
  });

  test('lose nothing when two processes end many orders at once', async () => {
    const world = await openWorld(place.database, { pace: { concurrency: 8 } });
    const second = await world.another();
    for (let at = 0; at < 24; at += 1) {
      world.clock.pass(minute);
      await world.buy({ item: ranged(10_000 + at), buyer: at % 2 === 0 ? buyerId : strangerId });
    }
    // Each takes eight at a time.
    for (let round = 0; round < 2; round += 1)
      await Promise.all([world.purchaseWorker.runOnce(), second.purchaseWorker.runOnce()]);
    await settleAll(world);
    const [shop] = await stored(world);
    expect(shop).toMatchObject({ seller_id: 0, count: 24 });
    expect(await differences(world)).toEqual([]);
  });
});
