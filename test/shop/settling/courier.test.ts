import { describe, expect, test } from 'vitest';
import type { Order } from '../../../src/shop/orders/order.ts';
import type { Delivery } from '../../../src/shop/settling/courier.ts';
import { createKeyValue } from '../../../src/storage/key-value.ts';
import { hour, minute, second } from '../../support/clock.ts';
import { databaseKinds } from '../../support/databases.ts';
import { openWorld, useDatabase, type World } from '../../support/shop.ts';

const receipts = ({ database }: World) =>
  database.db
    .selectFrom('receipts')
    .select(['state', 'done_how', 'attempts', 'next_attempt_at', 'lease_until'])
    .orderBy('id')
    .execute();

describe.each(databaseKinds)('the courier on %s', (kind) => {
  const place = useDatabase(kind);

  test('tells a buyer the end once', async () => {
    const world = await openWorld(place.database);
    const order = await world.buy();
    expect(await world.courier.runOnce()).toBe(0);
    await world.settler.runOnce();
    expect(await world.courier.runOnce()).toBe(1);
    expect(world.told).toMatchObject([{ id: order.id, state: 'delivered', messageId: 7 }]);
    world.clock.pass(hour);
    expect(await world.courier.runOnce()).toBe(0);
    expect(await receipts(world)).toMatchObject([{ done_how: 'delivered' }]);
  });

  test('tries again later, less and less often, not before the time that Telegram named', async () => {
    const answers: Delivery[] = [
      { kind: 'later', retryAfterMs: null },
      { kind: 'later', retryAfterMs: 30 * second },
      { kind: 'delivered' },
    ];
    const world = await openWorld(place.database, {
      random: () => 1,
      deliver: async () => answers.shift() ?? { kind: 'delivered' },
    });
    await world.buy();
    await world.settler.runOnce();
    await world.courier.runOnce();
    const wait = async () => ((await receipts(world))[0]?.next_attempt_at ?? 0) - world.clock.now();
    expect(await wait()).toBe(second);
    expect(await world.courier.runOnce()).toBe(0);
    world.clock.pass(second);
    expect(await world.courier.runOnce()).toBe(1);
    expect(await wait()).toBe(30 * second);
    world.clock.pass(30 * second);
    expect(await world.courier.runOnce()).toBe(1);
    expect(world.told).toHaveLength(1);
    expect(await receipts(world)).toMatchObject([{ done_how: 'delivered', attempts: 3 }]);
  });

  test('notes who cannot be reached and leaves it at that', async () => {
    const world = await openWorld(place.database, { deliver: async () => ({ kind: 'unreachable' }) });
    await world.buy();
    await world.settler.runOnce();
    await world.courier.runOnce();
    world.clock.pass(24 * hour);
    expect(await world.courier.runOnce()).toBe(0);
    expect(await receipts(world)).toMatchObject([{ done_how: 'unreachable' }]);
    expect(world.told).toEqual([]);
  });

  test('"still checking" is not told when the end is known, nor when the owner already looks at it', async () => {
    const world = await openWorld(place.database, { keyHours: 1 });
    await world.counter.fault('purchase', 'cut-after', 1);
    const ended = await world.buy();
    await world.settler.runOnce();
    world.clock.pass(second);
    await world.settler.runOnce();
    await world.counter.fault('purchase', '503');
    const reviewed = await world.buy();
    await world.settler.runOnce();
    world.clock.pass(2 * hour);
    await world.settler.runOnce();
    await world.courier.runOnce();
    const news = world.told.map(({ id, state }) => [id, state]);
    expect(news).toHaveLength(2);
    expect(news).toEqual(
      expect.arrayContaining([
        [ended.id, 'delivered'],
        [reviewed.id, 'review'],
      ]),
    );
    expect(await receipts(world)).toMatchObject([
      { state: 'unsure', done_how: 'superseded' },
      { state: 'delivered', done_how: 'delivered' },
      { state: 'unsure', done_how: 'superseded' },
      { state: 'review', done_how: 'delivered' },
    ]);
  });

  test('"still checking", left over a receipt by someone who died while telling it, is set right', async () => {
    let dies = true;
    const world = await openWorld(place.database, {
      deliver: async () => {
        if (!dies) return { kind: 'delivered' };
        dies = false;
        throw new Error('killed after it was sent, before it was written down');
      },
    });
    await world.counter.fault('purchase', 'cut-after', 1);
    const order = await world.buy();
    await world.settler.runOnce();
    await world.courier.runOnce();
    world.clock.pass(second);
    await world.settler.runOnce();
    await world.courier.runOnce();
    expect(world.told).toMatchObject([{ id: order.id, state: 'delivered' }]);
    world.clock.pass(hour);
    await world.courier.runOnce();
    expect(world.told).toMatchObject([
      { id: order.id, state: 'delivered' },
      { id: order.id, state: 'delivered' },
    ]);
    expect(await receipts(world)).toMatchObject([
      { state: 'unsure', done_how: 'superseded' },
      { state: 'delivered', done_how: 'delivered' },
    ]);
    world.clock.pass(hour);
    expect(await world.courier.runOnce()).toBe(0);
  });

  test('"still checking" is told while it is true', async () => {
    const world = await openWorld(place.database);
    await world.counter.fault('purchase', '503');
    const order = await world.buy();
    await world.settler.runOnce();
    await world.courier.runOnce();
    await world.counter.fault('purchase', null);
    world.clock.pass(second);
    await world.settler.runOnce();
    await world.courier.runOnce();
    expect(world.told).toMatchObject([
      { id: order.id, state: 'unsure' },
      { id: order.id, state: 'delivered' },
    ]);
  });

  test('a delivery that breaks is tried again when its lease is over', async () => {
    const state: { broken: boolean } = { broken: true };
    const world = await openWorld(place.database, {
      deliver: async () => {
        if (state.broken) throw new Error('a bug in a screen');
        return { kind: 'delivered' };
      },
    });
    await world.buy();
    await world.settler.runOnce();
    expect(await world.courier.runOnce()).toBe(1);
    expect(await world.courier.runOnce()).toBe(0);
    state.broken = false;
    world.clock.pass(minute);
    expect(await world.courier.runOnce()).toBe(1);
    expect(world.told).toHaveLength(1);
  });

  test('two couriers share the work and tell everyone once', async () => {
    const shown: Order[] = [];
    const world = await openWorld(place.database, {
      deliver: async (order) => {
        shown.push(order);
        return { kind: 'delivered' };
      },
    });
    const other = await world.another();
    for (let at = 0; at < 12; at += 1) await world.buy();
    await world.settler.runOnce();
    for (let round = 0; round < 10 && shown.length < 12; round += 1) {
      await Promise.all([world.courier.runOnce(), other.courier.runOnce()]);
    }
    expect(shown).toHaveLength(12);
    expect(new Set(shown.map(({ id }) => id)).size).toBe(12);
  });

  test('the settler wakes the courier: news goes out without waiting for its round', async () => {
    const arrived = Promise.withResolvers<Order>();
    const world = await openWorld(place.database, {
      pace: { everyMs: 1_000_000 },
      deliver: async (order) => {
        arrived.resolve(order);
        return { kind: 'delivered' };
      },
    });
    world.courier.start();
    const order = await world.buy();
    await world.settler.runOnce();
    expect((await arrived.promise).id).toBe(order.id);
    await world.courier.stop();
  });
});

describe.each(databaseKinds)('the sweeper on %s', (kind) => {
  const place = useDatabase(kind);

  test('expires quotes that nobody confirmed and gives expired small state its room back', async () => {
    const world = await openWorld(place.database);
    const [left, confirmed] = [await world.quote(), await world.buy()];
    await createKeyValue(place.database, 'offers', world.clock.now).set('old', 1, second);
    world.clock.pass(10 * minute - 1);
    expect(await world.sweeper.runOnce()).toBe(0);
    const young = await world.quote();
    world.clock.pass(1);
    expect(await world.sweeper.runOnce()).toBe(1);
    expect(await world.stands(left)).toMatchObject({ state: 'expired' });
    expect(await world.stands(young)).toMatchObject({ state: 'quoted' });
    expect(await world.stands(confirmed)).toMatchObject({ state: 'confirmed' });
    expect(await world.shop.orders.events(left.id)).toMatchObject([
      {},
      { actor: 'sweeper', from: 'quoted', to: 'expired' },
    ]);
    const keys = await place.database.db
      .selectFrom('key_values')
      .select('key')
      .where('key', 'like', 'offers:%')
      .execute();
    expect(keys).toEqual([]);
  });

  test('two of them at once expire each quote once', async () => {
    const world = await openWorld(place.database);
    const other = await world.another();
    const orders = [await world.quote(), await world.quote(), await world.quote()];
    world.clock.pass(10 * minute);
    await Promise.all([world.sweeper.runOnce(), other.sweeper.runOnce()]);
    for (const order of orders) expect(await world.shop.orders.events(order.id)).toHaveLength(2);
  });
});
