import { describe, expect, onTestFinished, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import type { Alert } from '#shop/base/alerts/alerts.ts';
import type { Delivery } from '#shop/base/outbox/outbox.ts';
import { openDatabase } from '#storage/database.ts';
import { hour, minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, openWorld, ownerId, quiet, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const rows = ({ database }: ShopWorld) =>
  database.db.selectFrom('alerts').select(['key', 'owner_id', 'done_how', 'attempts']).orderBy('id').execute();

describe.each(sampledDatabases())('alerts on %s', (kind) => {
  const place = useDatabase(kind);

  test('each owner is alerted once, by any process, and an unreachable owner delays no one', async () => {
    const gone = 3;
    const told: number[] = [];
    const tellOwner = async (to: number): Promise<Delivery> => {
      told.push(to);
      return to === gone ? { kind: 'unreachable' } : { kind: 'delivered' };
    };
    const world = await openWorld(place.database, { ownerIds: [ownerId, 2, gone, 2], tellOwner });
    const other = await world.another();
    await world.sandbox.fault('purchase', '401', 2);
    await Promise.all([world.buy(), world.buy()]);
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    await Promise.all([world.alertWorker.runOnce(), other.alertWorker.runOnce()]);
    world.clock.pass(hour);
    await Promise.all([world.alertWorker.runOnce(), other.alertWorker.runOnce()]);
    expect(told.toSorted((a, b) => a - b)).toEqual([ownerId, 2, gone]);
    expect((await rows(world)).map(({ done_how }) => done_how)).toEqual(['delivered', 'delivered', 'unreachable']);
  });

  test('an alert that Telegram refuses is kept and delays no order', async () => {
    const answers: Delivery[] = [
      { kind: 'later', retryAfterMs: null },
      { kind: 'later', retryAfterMs: 30 * second },
      { kind: 'delivered' },
    ];
    const world = await openWorld(place.database, { tellOwner: async () => answers.shift() ?? { kind: 'delivered' } });
    await world.sandbox.fault('purchase', '401', 1);
    const order = await world.buy();
    await world.purchaseWorker.runOnce();
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([]);
    world.clock.pass(second);
    expect(await world.alertWorker.runOnce()).toBe(1);
    world.clock.pass(29 * second);
    expect(await world.alertWorker.runOnce()).toBe(0);
    world.clock.pass(second);
    expect(await world.alertWorker.runOnce()).toBe(1);
    expect(world.alerts).toEqual([{ kind: 'token-refused' }]);
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
  });

  test('an order in review and its alert are written in one transaction', async () => {
    const world = await openWorld(place.database, { keyHours: 1, ownerIds: [ownerId, 2] });
    await world.sandbox.fault('purchase', '503');
    const order = await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(2 * hour);
    await world.purchaseWorker.runOnce();
    const key = `order-in-review:${order.id}`;
    expect(await rows(world)).toMatchObject([
      { key, owner_id: ownerId },
      { key, owner_id: 2 },
    ]);
  });
});

describe.each(sampledDatabases())('quiet hours, on %s', (kind) => {
  const place = useDatabase(kind);
  const day = dayOf(Date.UTC(2026, 0, 10));
  const at = (clockHour: number) => startOf(day) + clockHour * hour;
  const results: Alert[] = [
    { kind: 'order-reversed', orderId: 'x', code: 'x', amount: 1 },
    { kind: 'own-settlement-resume', owed: 1 },
    { kind: 'shop-message', text: 'x' },
    { kind: 'token-refused' },
  ];
  const news: Alert[] = [
    { kind: 'settlement-due', fromDay: day, day, before: 0, bought: 1, paid: 0, owed: 1, graceMs: 0, graceEndsAt: 0 },
    { kind: 'settlement-reopened', day, left: 1, graceMs: 0 },
    { kind: 'own-settlement-pause', owed: 1 },
    { kind: 'tier-changed', name: 'Gold', rose: 1 },
    { kind: 'debt-reminder', personId: buyerId },
    { kind: 'plan-paused', planId: 'x' },
  ];

  async function write(world: ShopWorld): Promise<void> {
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    for (const alert of [...news, ...results])
      await world.database.transaction((tx) => world.shop.alerts.writeTo(tx, [buyerId], { occasion: 1, alert }));
  }
  async function heardAt(world: ShopWorld, time: number): Promise<Alert[]> {
    world.clock.pass(time - world.clock.now());
    while ((await world.alertWorker.runOnce()) > 0);
    return world.alerts;
  }
  const all = (alerts: readonly Alert[]) => new Set(alerts.map((alert) => alert.kind));

  test('results come at once, everything else when they are over', async () => {
    const world = await openWorld(place.database);
    world.clock.pass(at(23) - world.clock.now());
    await write(world);
    expect(all(await heardAt(world, at(23)))).toEqual(all(results));
    expect(all(await heardAt(world, at(31) + 59 * minute))).toEqual(all(results));
    expect(all(await heardAt(world, at(32)))).toEqual(all([...results, ...news]));
    expect(world.alerts).toHaveLength(results.length + news.length);
  });

  test('also when it was written by day and no process ran until the night, or Telegram answered only then', async () => {
    let answer: Delivery = { kind: 'later', retryAfterMs: hour };
    const world = await openWorld(place.database, { tellOwner: async () => answer });
    world.clock.pass(at(21.5) - world.clock.now());
    await write(world);
    expect(await heardAt(world, at(21.5))).toEqual([]);
    answer = { kind: 'delivered' };
    expect(all(await heardAt(world, at(24)))).toEqual(all(results));
    expect(all(await heardAt(world, at(32)))).toEqual(all([...results, ...news]));
  });

  test('who has none hears everything at once', async () => {
    const world = await openWorld(place.database);
    await write(world);
    await world.shop.reminders.set(buyerId, { quiet: { from: 0, to: 0 } });
    expect(all(await heardAt(world, at(27)))).toEqual(all([...results, ...news]));
  });
});

describe.each(sampledDatabases())('a low balance, on %s', (kind) => {
  const place = useDatabase(kind);

  test('is alerted once, and again only after it was sufficient', async () => {
    const world = await openWorld(place.database, { lowBalance: 1_000 });
    const { balanceWatch } = world.shop;
    let at = world.clock.now();
    const hears = async (balance: number) => {
      at += minute;
      return balanceWatch.onBalance(balance, at);
    };
    const outcomes: boolean[] = [];
    for (const balance of [1_000, 999, 500, 999, 1_000, 2_000, 10, 5]) outcomes.push(await hears(balance));
    expect(outcomes).toEqual([false, true, false, false, false, false, true, false]);
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([
      { kind: 'low-balance', balance: 999, threshold: 1_000 },
      { kind: 'low-balance', balance: 10, threshold: 1_000 },
    ]);
  });

  test('is alerted by one of two processes; older answers change nothing', async () => {
    const first = await openWorld(place.database, { lowBalance: 1_000 });
    const otherDatabase = await openDatabase(place.settings, { log: quiet });
    onTestFinished(() => otherDatabase.close());
    const second = await first.another(otherDatabase);
    const at = first.clock.now() + minute;
    const both = [first, second, first, second].map(({ shop }, nth) => shop.balanceWatch.onBalance(10, at + nth));
    expect((await Promise.all(both)).filter(Boolean)).toHaveLength(1);
    // A slow answer from before it fell.
    await second.shop.balanceWatch.onBalance(5_000, at - 1);
    expect(await first.shop.balanceWatch.onBalance(10, at + 2 * minute)).toBe(false);
    expect(await rows(first)).toHaveLength(1);
  });

  test('comes with the products, and with a price check', async () => {
    const world = await openWorld(place.database, { lowBalance: Number.MAX_SAFE_INTEGER });
    await world.shop.catalogue.stop();
    await world.alertWorker.runOnce();
    const { balance, balanceAt } = world.shop.catalogue.status();
    expect(balance).not.toBeNull();
    expect(balanceAt).toBe(world.clock.now());
    expect(world.alerts).toMatchObject([{ kind: 'low-balance', balance }]);
    world.clock.pass(minute);
    await world.shop.catalogue.freshProduct(world.product(({ onSale }) => onSale));
    expect(world.shop.catalogue.status().balanceAt).toBe(world.clock.now());
    // Until the balance is noted: otherwise it would be noted during the next test.
    await world.shop.catalogue.stop();
    expect(await world.alertWorker.runOnce()).toBe(0);
  });

  test('without a setting the threshold is the average day of the last seven; without sales there is none', async () => {
    const world = await openWorld(place.database);
    const { balanceWatch } = world.shop;
    world.clock.pass(minute);
    expect(await balanceWatch.onBalance(0, world.clock.now())).toBe(false);
    expect(await balanceWatch.isLow(0)).toBe(false);
    expect(await rows(world)).toEqual([]);
    for (let sale = 0; sale < 14; sale += 1) await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(24 * hour);
    expect(await balanceWatch.isLow(22_000)).toBe(false);
    expect(await balanceWatch.isLow(21_999)).toBe(true);
    expect(await balanceWatch.onBalance(21_999, world.clock.now())).toBe(true);
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'low-balance', balance: 21_999, threshold: 22_000 }]);
    // Sales of more than a week ago do not count.
    world.clock.pass(7 * 24 * hour);
    expect(await balanceWatch.isLow(0)).toBe(false);
  });
});
