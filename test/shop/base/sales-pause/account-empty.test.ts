import { describe, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#storage/database.ts';
import { minute, second } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { addRule } from '#test/support/price-rules.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { buyerId, openWorld, quiet, rangedTopUpId, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('an empty account at the gateway, on %s', (kind) => {
  const place = useDatabase(kind);

  test('refunds the buyer, pauses sales, tells the owners the balance, and resumes when it suffices', async () => {
    const world = await openWorld(place.database, { sandbox: await openSandbox(5_000) });
    const order = await world.buy();
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'rejected', outcome: 'account-empty' });
    const trail = await world.shop.orders.events(order.id);
    expect(trail.at(-1)).toMatchObject({ to: 'rejected', why: 'موجودی حساب کافی نیست.' });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 0 });
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account', reason: '' });
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'account-empty', balance: 5_000, total: 11_000 }]);

    await world.sandbox.setBalance(10_999);
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
    await world.sandbox.setBalance(11_000);
    world.clock.pass(29 * second);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
    world.clock.pass(second);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toBeNull();
    await world.alertWorker.runOnce();
    expect(world.alerts.slice(1)).toEqual([{ kind: 'account-filled', balance: 11_000 }]);
    const again = await world.buy();
    await world.purchaseWorker.runOnce();
    expect(await world.stands(again)).toMatchObject({ state: 'delivered' });
  });

  test('that pays a part of the price alone stays empty below what was refused', async () => {
    await addRule(place.database, { target: 'gateway', basis_points: 1_000 });
    const world = await openWorld(place.database, { sandbox: await openSandbox(10_500) });
    const order = await world.buy();
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'rejected', total: 11_000, cost: 9_900 });
    await world.alertWorker.runOnce();
    expect(world.alerts).toEqual([{ kind: 'account-empty', balance: 10_500, total: 11_000 }]);
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
  });

  test('several refusals at once make one alert, and the largest one must be covered', async () => {
    const world = await openWorld(place.database, { sandbox: await openSandbox(5_000) });
    const otherDatabase = await openDatabase(place.settings, { log: quiet });
    onTestFinished(() => otherDatabase.close());
    const other = await world.another(otherDatabase);
    const [small, large] = [
      await world.buy(),
      await world.buy({ item: { kind: 'product', productId: rangedTopUpId, amount: 500_000 } }),
    ];
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    for (const order of [small, large]) expect(await world.stands(order)).toMatchObject({ state: 'rejected' });
    await Promise.all([world.alertWorker.runOnce(), other.alertWorker.runOnce()]);
    expect([...world.alerts, ...other.alerts]).toHaveLength(1);
    await world.sandbox.setBalance(499_999);
    world.clock.pass(minute);
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
    await world.sandbox.setBalance(500_000);
    world.clock.pass(minute);
    await Promise.all([world.purchaseWorker.runOnce(), other.purchaseWorker.runOnce()]);
    expect(await world.shop.salesPause.paused()).toBeNull();
    await Promise.all([world.alertWorker.runOnce(), other.alertWorker.runOnce()]);
    expect([...world.alerts, ...other.alerts]).toHaveLength(2);
  });

  test('any later answer with a sufficient balance ends the pause; an earlier one does not', async () => {
    const world = await openWorld(place.database, { sandbox: await openSandbox(5_000) });
    await world.buy();
    await world.purchaseWorker.runOnce();
    const { onBalance: heard } = world.shop.accountPause;
    await heard(1_000_000, world.clock.now() - 1);
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
    await world.sandbox.setBalance(1_000_000);
    world.clock.pass(minute);
    expect(await world.shop.catalogue.askBalance(30_000)).toBe(true);
    await world.shop.catalogue.stop();
    expect(await world.shop.salesPause.paused()).toBeNull();
  });

  test('a gateway that refuses despite a sufficient balance is retried, with one alert an hour', async () => {
    const world = await openWorld(place.database, { sandbox: await openSandbox(5_000) });
    for (let round = 0; round < 4; round += 1) {
      await world.sandbox.setBalance(5_000);
      world.market.afterPurchase = () => world.sandbox.setBalance(50_000);
      await world.buy();
      await world.purchaseWorker.runOnce();
      expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
      world.clock.pass(minute);
      await world.purchaseWorker.runOnce();
      expect(await world.shop.salesPause.paused()).toBeNull();
    }
    await world.alertWorker.runOnce();
    expect(world.alerts.map((alert) => alert.kind)).toEqual(['account-empty', 'account-filled']);
  });

  test('without an answer about the balance it stays paused, and the owner can resume', async () => {
    const world = await openWorld(place.database, { sandbox: await openSandbox(5_000) });
    await world.sandbox.fault('products', '503');
    await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    expect(await world.shop.salesPause.paused()).toMatchObject({ by: 'account' });
    await world.alertWorker.runOnce();
    // The last known balance.
    expect(world.alerts).toEqual([{ kind: 'account-empty', balance: 5_000, total: 11_000 }]);
    await world.shop.ownerPause.resume(1);
    expect(await world.shop.salesPause.paused()).toBeNull();
    expect((await world.shop.audit.list(0, 10)).entries).toMatchObject([{ action: 'resume-selling', actorId: 1 }]);
  });
});
