import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '../../../src/shop/orders/order.ts';
import { minute } from '../../support/clock.ts';
import { databaseKinds } from '../../support/databases.ts';
import { openWorld, useDatabase, type World, type WorldOptions } from '../../support/shop.ts';

const never = 1_000_000;

/** Confirmed by someone who will first show that it is under way. */
async function confirmed(world: World): Promise<Order> {
  const order = await world.quote();
  const { id, buyerId: by, total: amount } = order;
  await world.shop.wallet.grant({ key: id, personId: by, amount, actor: 'owner', note: null });
  const request = { orderId: id, by, origin: `tap:${id}`, messageId: 7, leased: true };
  const result = await world.shop.orders.confirm(request);
  if (!result.ok) throw new Error(`Not confirmed: ${result.error.failure.code}`);
  return result.value.order;
}

/** Its loops run, and look by themselves at the start and never again. */
async function working(world: World): Promise<void> {
  onTestFinished(async () => {
    await world.settler.stop();
    await world.courier.stop();
  });
  world.courier.start();
  world.settler.start();
}

const receipts = ({ database }: World) =>
  database.db.selectFrom('receipts').select(['state', 'done_how', 'attempts']).orderBy('id').execute();

describe.each(databaseKinds)('work that is handed on, on %s', (kind) => {
  const place = useDatabase(kind);
  const open = (options: WorldOptions = {}) =>
    openWorld(place.database, { ...options, pace: { everyMs: never, ...options.pace } });

  test('an order that is leased to whoever confirmed it is nobody else’s, until the lease is over', async () => {
    const world = await open();
    const other = await world.another();
    const order = await confirmed(world);
    expect([await world.settler.runOnce(), await other.settler.runOnce()]).toEqual([0, 0]);
    expect(await world.counter.sold()).toBe(0);
    world.clock.pass(minute);
    expect(await other.settler.runOnce()).toBe(1);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered', attempts: 2 });
    // Shown too late: it went on without us.
    expect(await world.settler.handOver(order.id)).toBe(false);
    expect(await world.counter.sold()).toBe(1);
  });

  test('handed over, it is bought and told without being looked for', async () => {
    const world = await open();
    await working(world);
    const order = await confirmed(world);
    expect(await world.settler.handOver(order.id)).toBe(true);
    await expect.poll(() => world.told.map(({ state }) => state)).toEqual(['delivered']);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered', attempts: 1 });
    await expect
      .poll(() => receipts(world))
      .toMatchObject([{ state: 'delivered', done_how: 'delivered', attempts: 1 }]);
  });

  test('handed over once more while it is being bought, it is not asked for twice', async () => {
    const answer = Promise.withResolvers<void>();
    let asked = 0;
    const world = await open({
      gateway: (real) => ({
        ...real,
        buyPackage: async (purchase) => {
          asked += 1;
          await answer.promise;
          return real.buyPackage(purchase);
        },
      }),
    });
    await working(world);
    const order = await confirmed(world);
    expect([await world.settler.handOver(order.id), await world.settler.handOver(order.id)]).toEqual([true, true]);
    answer.resolve();
    await expect.poll(() => world.told.map(({ state }) => state)).toEqual(['delivered']);
    expect(asked).toBe(1);
    // By now it went on without whoever comes late.
    expect(await world.settler.handOver(order.id)).toBe(false);
  });

  test('handed over to a shop that is closing, it is there for the next one at once', async () => {
    const world = await open();
    const order = await confirmed(world);
    expect(await world.settler.handOver(order.id)).toBe(true);
    expect(await world.settler.runOnce()).toBe(1);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered', attempts: 1 });
  });

  test('handed over while the gateway makes no sense, it waits its turn', async () => {
    const world = await open();
    await world.counter.fault('purchase', '503', 5);
    for (let one = 0; one < 5; one += 1) await world.buy();
    await world.settler.runOnce();
    await working(world);
    const order = await confirmed(world);
    expect(await world.settler.handOver(order.id)).toBe(true);
    expect(await world.stands(order)).toMatchObject({ state: 'confirmed', attempts: 0 });
    await world.settler.stop();
    world.clock.pass(minute);
    for (let round = 0; round < 7; round += 1) await world.settler.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
  });

  test('more ends than the courier has hands for are all told, none after a lease', async () => {
    const world = await open({ pace: { everyMs: never, concurrency: 2 } });
    await working(world);
    const orders = [];
    for (let one = 0; one < 6; one += 1) orders.push(await confirmed(world));
    for (const { id } of orders) expect(await world.settler.handOver(id)).toBe(true);
    await expect.poll(() => world.told.length).toBe(6);
    await expect.poll(async () => (await receipts(world)).filter((one) => one.done_how === 'delivered').length).toBe(6);
    expect(await world.counter.sold()).toBe(6);
  });
});
