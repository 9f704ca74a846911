import { describe, expect, test } from 'vitest';
import { hour, minute, second } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { openWorld, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('the gateway’s health on %s', (kind) => {
  const place = useDatabase(kind);

  test('counts the answers of the last hour, and waiting orders', async () => {
    const world = await openWorld(place.database, { keyHours: 3 });
    const { health } = world.shop;
    expect(await health.read()).toMatchObject({
      answeredAt: world.clock.now(),
      tokenRefused: false,
      failingSince: null,
      lastHour: { delivered: 0, rejected: 0 },
      underWay: 0,
      unsure: 0,
      oldestAt: null,
      inReview: 0,
      receiptsWaiting: 0,
    });
    await world.buy();
    await world.purchaseWorker.runOnce();
    const deliveredAt = world.clock.now();
    world.clock.pass(20 * minute);
    await world.sandbox.fault('purchase', '503');
    const waiting = await world.buy();
    const confirmedAt = world.clock.now();
    await world.purchaseWorker.runOnce();
    world.clock.pass(minute);
    expect(await health.read()).toMatchObject({
      answeredAt: deliveredAt,
      lastHour: { delivered: 1, rejected: 0 },
      underWay: 1,
      unsure: 1,
      oldestAt: confirmedAt,
      receiptsWaiting: 2,
    });
    // An hour after the purchase it does not count any more.
    world.clock.pass(39 * minute);
    expect((await health.read()).lastHour).toEqual({ delivered: 0, rejected: 0 });
    world.clock.pass(3 * hour);
    await world.purchaseWorker.runOnce();
    expect(await health.read()).toMatchObject({ underWay: 0, unsure: 0, oldestAt: null, inReview: 1 });
    // The owner's decision is not the gateway's answer.
    await world.shop.manualReview.decide({ orderId: waiting.id, by: 1, to: 'delivered', why: 'asked' });
    expect(await health.read()).toMatchObject({ inReview: 0, lastHour: { delivered: 0, rejected: 0 } });
  });

  test('shows a refused token, and purchases without an answer', async () => {
    const world = await openWorld(place.database);
    const { health } = world.shop;
    await world.sandbox.fault('purchase', '401', 1);
    await world.buy();
    await world.purchaseWorker.runOnce();
    expect((await health.read()).tokenRefused).toBe(true);
    await world.sandbox.fault('purchase', '503');
    world.clock.pass(minute);
    for (let round = 0; round < 12; round += 1) {
      await world.purchaseWorker.runOnce();
      world.clock.pass(5 * second);
    }
    expect((await health.read()).failingSince).not.toBeNull();
    await world.sandbox.fault('purchase', null);
    world.clock.pass(hour);
    await world.purchaseWorker.runOnce();
    expect(await health.read()).toMatchObject({ failingSince: null, tokenRefused: false, unsure: 0 });
  });
});
