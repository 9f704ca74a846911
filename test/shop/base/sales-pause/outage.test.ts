import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { hour, minute, second } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { openWorld, quiet, type ShopWorld, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('purchases without an answer, on %s', (kind) => {
  const place = useDatabase(kind);

  /** Long enough for the breaker to open, or to allow a probe. */
  async function settle(worlds: readonly ShopWorld[], rounds = 12): Promise<void> {
    for (let round = 0; round < rounds; round += 1) {
      for (const { purchaseWorker } of worlds) await purchaseWorker.runOnce();
      worlds[0]?.clock.pass(5 * second);
    }
  }

  test('the owners are alerted once at the start and once at the end, over all processes', async () => {
    const first = await openWorld(place.database, { random: () => 0 });
    const otherDatabase = await openDatabase(place.settings, { log: quiet });
    onTestFinished(() => otherDatabase.close());
    const second = await first.another(otherDatabase);
    const worlds = [first, second];
    const told = async () => {
      for (const { alertWorker } of worlds) await alertWorker.runOnce();
      return worlds.flatMap(({ alerts }) => alerts).map((alert) => alert.kind);
    };
    await first.sandbox.fault('purchase', '503');
    for (let at = 0; at < 6; at += 1) await first.buy();
    expect(await first.shop.outage.since()).toBeNull();
    const began = first.clock.now();
    await settle(worlds);
    for (const { shop } of worlds) expect(await shop.outage.since()).toBe(began);
    expect(await told()).toEqual(['purchases-failing']);
    await first.sandbox.fault('purchase', null);
    await settle(worlds, 30);
    for (const { shop } of worlds) expect(await shop.outage.since()).toBeNull();
    expect(await told()).toEqual(['purchases-failing', 'purchases-answered']);
    // The next one is alerted again.
    await first.sandbox.fault('purchase', 'cut-before');
    for (let at = 0; at < 6; at += 1) await first.buy();
    await settle(worlds);
    expect(await told()).toEqual(['purchases-failing', 'purchases-answered', 'purchases-failing']);
  });

  test('a process that starts meanwhile knows it, and its first answer ends it', async () => {
    const world = await openWorld(place.database, { random: () => 0 });
    await world.sandbox.fault('purchase', '503');
    await world.buy();
    await settle([world]);
    expect(await world.shop.outage.since()).not.toBeNull();
    const next = await world.another();
    expect(await next.shop.outage.since()).not.toBeNull();
    await world.sandbox.fault('purchase', null);
    world.clock.pass(minute);
    await next.purchaseWorker.runOnce();
    expect(await next.shop.outage.since()).toBeNull();
  });

  test('fewer failures are no outage, and a rejection is an answer', async () => {
    const world = await openWorld(place.database, { random: () => 0 });
    await world.sandbox.fault('purchase', '503', 4);
    const order = await world.buy();
    await settle([world]);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([]);
    await world.sandbox.fault('purchase', '503');
    await world.buy();
    await settle([world]);
    expect(await world.shop.outage.since()).not.toBeNull();
    await world.sandbox.setBalance(0);
    await world.sandbox.fault('purchase', null);
    world.clock.pass(hour);
    await settle([world]);
    expect(await world.shop.outage.since()).toBeNull();
  });
});
