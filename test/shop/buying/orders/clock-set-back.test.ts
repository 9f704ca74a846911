import { describe, expect, test } from 'vitest';
import { claimOrders } from '#shop/base/jobs/leases.ts';
import { createClock, day, hour, minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { forgetful } from '#test/support/restored.ts';
import { openWorld, type ShopWorld, useDatabase } from '#test/support/shop.ts';

/** Minutes of real time. */
async function live(world: ShopWorld, minutes: number, pass: (ms: number) => void): Promise<void> {
  for (let round = 0; round < minutes * 2; round += 1) {
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    pass(30 * second);
  }
}

describe.each(sampledDatabases())('a clock that was ahead and is set back, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open(ahead: number) {
    const clock = createClock();
    const real = createClock();
    const pass = (ms: number) => {
      clock.pass(ms);
      real.pass(ms);
    };
    const world = await openWorld(place.database, { clock, gateway: (gateway) => forgetful(gateway, real.now, 24) });
    clock.pass(ahead);
    return { world, pass, real, setBack: () => clock.pass(-ahead) };
  }

  test('while nothing was answered: the same process goes on buying', async () => {
    // A server whose hardware clock is on local time, until NTP sets it.
    const { world, pass, setBack } = await open(3.5 * hour);
    for (let nth = 0; nth < 6; nth += 1) await world.buy();
    await world.sandbox.fault('purchase', 'cut-before', 6);
    await world.purchaseWorker.runOnce();
    setBack();
    await world.sandbox.fault('purchase', null);
    const order = await world.buy();
    await live(world, 60, pass);
    expect((await world.stands(order)).state).toBe('delivered');
  });

  test('what was not answered meanwhile is for the owner at once: how old its key is cannot be told', async () => {
    const { world, pass, setBack } = await open(3.5 * hour);
    const order = await world.buy();
    await world.sandbox.fault('purchase', 'cut-after', 1);
    await world.purchaseWorker.runOnce();
    setBack();
    await live(world, 2, pass);
    expect((await world.stands(order)).state).toBe('review');
  });

  test('by two days: nothing is sent under a key that the gateway has forgotten', async () => {
    const { world, pass, real, setBack } = await open(2 * day);
    const began = real.now();
    const order = await world.buy();
    await world.sandbox.fault('purchase', 'cut-after', 1);
    await world.purchaseWorker.runOnce();
    expect(await world.sandbox.sold()).toBe(1);
    setBack();
    while (real.now() < began + 50 * hour) {
      await world.purchaseWorker.runOnce();
      pass(10 * minute);
    }
    expect({ sold: await world.sandbox.sold(), state: (await world.stands(order)).state }).toEqual({
      sold: 1,
      state: 'review',
    });
  });

  test('what a process had claimed that died meanwhile is not on hold for as long as the clock was ahead', async () => {
    const { world, pass, setBack } = await open(30 * day);
    const order = await world.buy();
    await claimOrders(place.database, { now: world.clock.now(), leaseMs: minute, limit: 1 });
    setBack();
    await live(world, 2, pass);
    expect((await world.stands(order)).state).toBe('review');
  });
});
