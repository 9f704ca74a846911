import { describe, expect, onTestFinished, test } from 'vitest';
import type { Delivery } from '../../../src/shop/receipts/receipt-worker.ts';
import { openDatabase } from '../../../src/storage/database.ts';
import { hour, minute, second } from '../../support/clock.ts';
import { databaseKinds } from '../../support/databases.ts';
import { openWorld, ownerId, quiet, useDatabase, type World } from '../../support/shop.ts';

const rows = ({ database }: World) =>
  database.db.selectFrom('alerts').select(['key', 'owner_id', 'done_how', 'attempts']).orderBy('id').execute();

describe.each(databaseKinds)('alerts on %s', (kind) => {
  const place = useDatabase(kind);

  test('each owner is told once, whoever tells, and the one who is gone holds nobody up', async () => {
    const gone = 3;
    const told: number[] = [];
    const tellOwner = async (to: number): Promise<Delivery> => {
      told.push(to);
      return to === gone ? { kind: 'unreachable' } : { kind: 'delivered' };
    };
    const world = await openWorld(place.database, { ownerIds: [ownerId, 2, gone, 2], tellOwner });
    const other = await world.another();
    await world.counter.fault('purchase', '401', 2);
    await Promise.all([world.buy(), world.buy()]);
    await Promise.all([world.settler.runOnce(), other.settler.runOnce()]);
    await Promise.all([world.herald.runOnce(), other.herald.runOnce()]);
    world.clock.pass(hour);
    await Promise.all([world.herald.runOnce(), other.herald.runOnce()]);
    expect(told.toSorted((a, b) => a - b)).toEqual([ownerId, 2, gone]);
    expect((await rows(world)).map(({ done_how }) => done_how)).toEqual(['delivered', 'delivered', 'unreachable']);
  });

  test('an alert that Telegram does not take is kept and holds up no order', async () => {
    const answers: Delivery[] = [
      { kind: 'later', retryAfterMs: null },
      { kind: 'later', retryAfterMs: 30 * second },
      { kind: 'delivered' },
    ];
    const world = await openWorld(place.database, { tellOwner: async () => answers.shift() ?? { kind: 'delivered' } });
    await world.counter.fault('purchase', '401', 1);
    const order = await world.buy();
    await world.settler.runOnce();
    await world.herald.runOnce();
    expect(world.alerts).toEqual([]);
    world.clock.pass(second);
    expect(await world.herald.runOnce()).toBe(1);
    world.clock.pass(29 * second);
    expect(await world.herald.runOnce()).toBe(0);
    world.clock.pass(second);
    expect(await world.herald.runOnce()).toBe(1);
    expect(world.alerts).toEqual([{ kind: 'token-refused' }]);
    world.clock.pass(minute);
    await world.settler.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
  });

  test('an order in review and its alert are written together', async () => {
    const world = await openWorld(place.database, { keyHours: 1, ownerIds: [ownerId, 2] });
    await world.counter.fault('purchase', '503');
    const order = await world.buy();
    await world.settler.runOnce();
    world.clock.pass(2 * hour);
    await world.settler.runOnce();
    const key = `order-in-review:${order.id}`;
    expect(await rows(world)).toMatchObject([
      { key, owner_id: ownerId },
      { key, owner_id: 2 },
    ]);
  });
});

describe.each(databaseKinds)('a balance that runs low, on %s', (kind) => {
  const place = useDatabase(kind);

  test('is told once however often it is heard, and again only after it was enough meanwhile', async () => {
    const world = await openWorld(place.database, { lowBalance: 1_000 });
    const { balanceWatch } = world.shop;
    let at = world.clock.now();
    const hears = async (balance: number) => {
      at += minute;
      return balanceWatch.heard(balance, at);
    };
    const outcomes: boolean[] = [];
    for (const balance of [1_000, 999, 500, 999, 1_000, 2_000, 10, 5]) outcomes.push(await hears(balance));
    expect(outcomes).toEqual([false, true, false, false, false, false, true, false]);
    await world.herald.runOnce();
    expect(world.alerts).toEqual([
      { kind: 'low-balance', balance: 999, threshold: 1_000 },
      { kind: 'low-balance', balance: 10, threshold: 1_000 },
    ]);
  });

  test('is told by one of two processes that hear it at once; what was heard earlier changes nothing', async () => {
    const first = await openWorld(place.database, { lowBalance: 1_000 });
    const otherDatabase = await openDatabase(place.settings, { log: quiet });
    onTestFinished(() => otherDatabase.close());
    const second = await first.another(otherDatabase);
    const at = first.clock.now() + minute;
    const both = [first, second, first, second].map(({ shop }, nth) => shop.balanceWatch.heard(10, at + nth));
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
    // A slow answer from before it fell.
    await second.shop.balanceWatch.heard(5_000, at - 1);
    expect(await first.shop.balanceWatch.heard(10, at + 2 * minute)).toBe(false);
    expect(await rows(first)).toHaveLength(1);
  });

  test('comes with the products, and with the price of one', async () => {
    const world = await openWorld(place.database, { lowBalance: Number.MAX_SAFE_INTEGER });
    await world.shop.catalogue.stop();
    await world.herald.runOnce();
    const { balance, balanceAt } = world.shop.catalogue.status();
    expect(balance).not.toBeNull();
    expect(balanceAt).toBe(world.clock.now());
    expect(world.alerts).toMatchObject([{ kind: 'low-balance', balance }]);
    world.clock.pass(minute);
    await world.shop.catalogue.freshProduct(world.product(({ onSale }) => onSale));
    expect(world.shop.catalogue.status().balanceAt).toBe(world.clock.now());
    expect(await world.herald.runOnce()).toBe(0);
  });

  test('without a setting it is compared with an average day of the last seven; without sales, with nothing', async () => {
    const world = await openWorld(place.database);
    const { balanceWatch } = world.shop;
    world.clock.pass(minute);
    expect(await balanceWatch.heard(0, world.clock.now())).toBe(false);
    expect(await balanceWatch.isLow(0)).toBe(false);
    expect(await rows(world)).toEqual([]);
    for (let sale = 0; sale < 14; sale += 1) await world.buy();
    await world.settler.runOnce();
    world.clock.pass(24 * hour);
    expect(await balanceWatch.isLow(22_000)).toBe(false);
    expect(await balanceWatch.isLow(21_999)).toBe(true);
    expect(await balanceWatch.heard(21_999, world.clock.now())).toBe(true);
    await world.herald.runOnce();
    expect(world.alerts).toEqual([{ kind: 'low-balance', balance: 21_999, threshold: 22_000 }]);
    // Sales of more than a week ago count no more.
    world.clock.pass(7 * 24 * hour);
    expect(await balanceWatch.isLow(0)).toBe(false);
  });
});
