import { describe, expect, test } from 'vitest';

import { buyByPlanAfterBackup, openPlannedWorld, work } from '#test/shop/returning/plans/planned.ts';
import { createUnevenClock, hour, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { backUp, forgetful } from '#test/support/restored.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, newUpdate, openWorld, ownerId, topUpId, useDatabase } from '#test/support/shop.ts';

describe.each(databaseKinds)('what was bought after the archive of a shop that is restored, on %s', (kind) => {
  const place = useDatabase(kind);

  test('by a transfer whose slip waits again: an owner decides when its key is forgotten', async () => {
    const clock = createUnevenClock();
    const world = await openWorld(place.database, { clock, gateway: (real) => forgetful(real, clock.now, 24) });
    const { card, cards, methods, decisions } = world.shop.payments;
    await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const order = await world.quote();
    const asked = await methods.amountFor(buyerId, 'card', { orderId: order.id });
    if (!asked.ok) return expect.fail(asked.error.code);
    const opened = await card.open({ source: 'tap', by: buyerId, ...asked.value });
    if (!opened.ok) return expect.fail(opened.error.code);
    await card.submit(buyerId, { kind: 'photo', content: 'slip' }, newUpdate());
    const restore = await backUp(place.settings, clock.now);
    const slip = { paymentId: opened.value.payment.id, by: ownerId };
    clock.pass(10 * minute);
    await decisions.approve(slip);
    await settleAll(world);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });

    clock.pass(26 * hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await later.shop.ownerPause.resume(ownerId);
    expect(await later.shop.payments.decisions.approve(slip)).toMatchObject({ ok: true });
    for (let round = 0; round < 3; round += 1) {
      await later.purchaseWorker.runOnce();
      clock.pass(minute);
    }
    expect([await world.sandbox.sold(), (await later.stands(order)).state]).toEqual([1, 'review']);
  });

  test('by a payment at the bank: it is bought under the same key, although selling is paused', async () => {
    const provider = createTestProvider();
    const { method } = provider;
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    const { clock, sandbox, shop } = world;
    const { methods, online } = shop.payments;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const order = await world.quote();
    const asked = await methods.amountFor(buyerId, method, { orderId: order.id });
    if (!asked.ok) return expect.fail(asked.error.code);
    const opened = await online.open({ source: newUpdate(), by: buyerId, ...asked.value, method });
    if (!opened.ok) return expect.fail(opened.error.code);
    const forwarded = await online.forward(opened.value.id);
    const surplus = asked.value.amount - order.charge;
    const restore = await backUp(place.settings, clock.now);
    clock.pass(5 * minute);
    provider.pay(forwarded?.payment.reference ?? '');
    await online.returned(opened.value.id);
    for (let round = 0; round < 3; round += 1) await world.paymentWorker.runOnce();
    await settleAll(world);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });

    clock.pass(5 * minute);
    const later = await world.another(await restore(kind, [ownerId]));
    for (let round = 0; round < 3; round += 1) {
      await later.paymentWorker.runOnce();
      await later.purchaseWorker.runOnce();
      clock.pass(minute);
    }
    const { balance } = await later.shop.wallet.read(buyerId);
    expect([await sandbox.sold(), (await later.stands(order)).state, balance]).toEqual([1, 'delivered', surplus]);
    // Nothing else is bought before an owner has looked.
    expect(await later.shop.salesPause.paused()).toMatchObject({ by: 'restore' });
  });

  /** How often it was sold, and the states of the orders, after a plan has bought and the shop was restored. */
  async function planned(keyHours: number, laterMs: number, price?: number) {
    const clock = createUnevenClock();
    const world = await openPlannedWorld(place.database, {
      ...{ clock, keyHours, gateway: (real) => forgetful(real, clock.now, keyHours) },
    });
    const restore = await buyByPlanAfterBackup(world, place.settings);
    clock.pass(laterMs);
    const later = await world.another(await restore(kind, [ownerId]));
    if (price !== undefined) world.market.products.set(topUpId, { price });
    await later.shop.ownerPause.resume(ownerId);
    await work({ ...world, ...later });
    const orders = await later.database.db.selectFrom('orders').select('state').execute();
    const skipped = await later.database.db
      .selectFrom('plan_cycles')
      .select('problem')
      .where('state', '=', 'skipped')
      .execute();
    return {
      sold: await world.sandbox.sold(),
      states: orders.map(({ state }) => state),
      skipped: skipped.map(({ problem }) => problem),
    };
  }

  test('by a plan: known again under its key', async () => {
    expect(await planned(24, 2 * hour)).toEqual({ sold: 2, states: ['delivered', 'delivered'], skipped: [] });
  });

  test('by a plan whose key is forgotten: its buyer reads that it may be bought', async () => {
    expect(await planned(6, 10 * hour)).toEqual({ sold: 2, states: ['delivered'], skipped: ['restored'] });
  });

  test('by a plan, more than a day before the restore: its buyer reads that it may be bought', async () => {
    expect(await planned(24, 30 * hour)).toEqual({ sold: 2, states: ['delivered'], skipped: ['restored'] });
  });

  test('by a plan whose price has changed since: its buyer reads that it may be bought', async () => {
    expect(await planned(24, 2 * hour, 12_000)).toEqual({ sold: 2, states: ['delivered'], skipped: ['restored'] });
  });
});
