import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ownCauseOutcome } from '#domain/order.ts';
import { err } from '#domain/result.ts';

import { claimOrders } from '#shop/base/jobs/leases.ts';
import { noteGateway } from '#shop/buying/orders/note-gateway.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { buyByPlanAfterBackup, openPlannedWorld, work } from '#test/shop/returning/plans/planned.ts';
import { createUnevenClock, hour, minute, second as seconds } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { backUp } from '#test/support/restored.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, newUpdate, openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const one = 'https://one.example/api/';
const two = 'https://two.example/api';
const note = ({ shop }: ShopWorld, gatewayUrl: string) => noteGateway({ ...shop, gatewayUrl });

async function rounds(world: ShopWorld, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await world.purchaseWorker.runOnce();
    world.clock.pass(minute);
  }
}

describe.each(sampledDatabases())('a shop that starts with another gateway, on %s', (kind) => {
  const place = useDatabase(kind);

  test('buys nothing there that the first may have sold, and nothing that was meant for the first', async () => {
    const clock = createUnevenClock();
    const first = await openWorld(place.database, { clock, gatewayUrl: one });
    expect(await note(first, one)).toBe(0);
    const sent = await first.buy();
    await first.sandbox.fault('purchase', 'cut-after', 1);
    await first.purchaseWorker.runOnce();
    expect(await first.stands(sent)).toMatchObject({ state: 'unsure' });
    // Its process died before it knew an answer.
    const claimed = await first.buy();
    await claimOrders(place.database, { now: clock.now(), leaseMs: minute, limit: 1 });
    const unsent = await first.buy();
    const quoted = await first.quote();
    // The same one.
    expect(await note(first, 'http://one.example/api//')).toBe(0);

    const other = await openSandbox();
    const second = await openWorld(place.database, { clock, sandbox: other, gatewayUrl: two });
    expect(await note(second, two)).toBe(2);
    expect(await note(second, two)).toBe(0);
    clock.pass(5 * minute);
    // A replica that still runs with the first one sends nothing more.
    expect(await first.purchaseWorker.runOnce()).toBe(0);
    await settleAll(second);
    for (const { id } of [sent, claimed]) {
      const why = 'sent to another gateway before';
      expect((await second.shop.orders.events(id)).at(-1)).toMatchObject({ to: 'review', actor: 'start', why });
    }
    expect(await second.stands(unsent)).toMatchObject({ state: 'rejected', outcome: ownCauseOutcome });
    const confirmed = await second.shop.orders.confirm({
      orderId: quoted.id,
      by: buyerId,
      idempotencySource: 'tap:1',
      messageId: 5,
    });
    expect(confirmed).toMatchObject({ ok: false, error: { failure: { code: 'quote-expired' } } });
    expect([await first.sandbox.sold(), await other.sold()]).toEqual([1, 0]);
    const { balance, held } = await second.shop.wallet.read(buyerId);
    expect({ balance, held }).toEqual({
      balance: sent.charge + claimed.charge + unsent.charge,
      held: sent.charge + claimed.charge,
    });
    await second.alertWorker.runOnce();
    const alert = (order: Order) => ({ kind: 'order-in-review', orderId: order.id, code: order.code });
    expect(second.alerts).toHaveLength(2);
    for (const order of [sent, claimed]) expect(second.alerts).toContainEqual(expect.objectContaining(alert(order)));
  });

  test('does not buy again what waits after an outage that ended for a moment', async () => {
    const clock = createUnevenClock();
    const first = await openWorld(place.database, { clock, gatewayUrl: one });
    await note(first, one);
    for (let nth = 0; nth < 40; nth += 1) await first.buy();
    // The gateway sells each of them and its answers are lost.
    await first.sandbox.fault('purchase', 'cut-after', 40);
    for (let round = 0; round < 60 && (await first.sandbox.sold()) < 40; round += 1) {
      await first.purchaseWorker.runOnce();
      clock.pass(minute);
    }
    expect(await first.sandbox.sold()).toBe(40);
    const unsure = async () => {
      const rows = await first.database.db.selectFrom('orders').select('id').where('state', '=', 'unsure').execute();
      return rows.length;
    };
    expect(await unsure()).toBe(40);
    // One definite answer, and then again none: it comes and goes.
    await first.sandbox.fault('purchase', null);
    while ((await unsure()) === 40) {
      clock.pass(30 * seconds);
      await first.purchaseWorker.runOnce();
    }
    await first.sandbox.fault('purchase', 'cut-before', 1_000);
    for (let round = 0; round < 4; round += 1) {
      await first.purchaseWorker.runOnce();
      clock.pass(30 * seconds);
    }
    const left = await unsure();
    expect(left).toBeGreaterThan(30);

    const other = await openSandbox();
    const later = await openWorld(place.database, { clock, sandbox: other, gatewayUrl: two });
    const inReview = await note(later, two);
    await rounds(later, 20);
    expect({ inReview, soldAgain: await other.sold() }).toEqual({ inReview: left, soldAgain: 0 });
  }, 60_000);

  test('does not serve the catalogue of the first while the second cannot be read', async () => {
    const clock = createUnevenClock();
    const first = await openWorld(place.database, { clock, gatewayUrl: one });
    await note(first, one);
    const down = async () => err({ kind: 'unavailable', why: 'status 503', retryAfterMs: null } as const);
    const later = await openWorld(place.database, {
      ...{ clock, sandbox: await openSandbox(), gatewayUrl: two },
      gateway: (real) => ({
        ...real,
        listProducts: down,
        filterProducts: down,
        allProducts: async function* () {
          yield await down();
        },
      }),
    });
    await note(later, two);
    await later.shop.catalogue.start();
    onTestFinished(() => later.shop.catalogue.stop());
    expect(later.shop.catalogue.status()).toMatchObject({ asOf: null, products: 0 });
  });

  test('and is restored: does not send what the archive has as confirmed', async () => {
    const clock = createUnevenClock();
    const first = await openWorld(place.database, { clock, gatewayUrl: one });
    await note(first, one);
    const order = await first.buy();
    const restore = await backUp(place.settings, clock.now);
    await settleAll(first);
    expect([await first.sandbox.sold(), (await first.stands(order)).state]).toEqual([1, 'delivered']);
    clock.pass(minute);

    const other = await openSandbox();
    const database = await restore(kind, [ownerId]);
    const later = await openWorld(database, { clock, sandbox: other, gatewayUrl: two });
    await note(later, two);
    await rounds(later, 3);
    expect({ sold: await other.sold(), state: (await later.stands(order)).state }).toEqual({
      sold: 0,
      state: 'review',
    });
  });

  test('and is restored: does not buy again what was paid after the archive', async () => {
    const provider = createTestProvider();
    const { method } = provider;
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const clock = createUnevenClock();
    const first = await openWorld(place.database, { clock, gatewayUrl: one, payments: setup });
    await note(first, one);
    const { methods, online } = first.shop.payments;
    await first.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const order = await first.quote();
    const asked = await methods.amountFor(buyerId, method, { orderId: order.id });
    if (!asked.ok) return expect.fail(asked.error.code);
    const opened = await online.open({ source: newUpdate(), by: buyerId, ...asked.value, method });
    if (!opened.ok) return expect.fail(opened.error.code);
    const forwarded = await online.forward(opened.value.id);
    const restore = await backUp(place.settings, clock.now);
    clock.pass(minute);
    provider.pay(forwarded?.payment.reference ?? '');
    await online.returned(opened.value.id);
    for (let round = 0; round < 3; round += 1) await first.paymentWorker.runOnce();
    await settleAll(first);
    expect([await first.sandbox.sold(), (await first.stands(order)).state]).toEqual([1, 'delivered']);

    clock.pass(5 * minute);
    const other = await openSandbox();
    const later = await openWorld(await restore(kind, [ownerId]), {
      ...{ clock, sandbox: other, gatewayUrl: two, payments: setup },
    });
    await note(later, two);
    for (let round = 0; round < 3; round += 1) {
      await later.paymentWorker.runOnce();
      await later.purchaseWorker.runOnce();
      clock.pass(minute);
    }
    expect(await other.sold()).toBe(0);
  });

  test('and is restored: does not buy again what a plan bought after the archive', async () => {
    const clock = createUnevenClock();
    const first = await openPlannedWorld(place.database, { clock, gatewayUrl: one });
    await note(first, one);
    const restore = await buyByPlanAfterBackup(first, place.settings);
    clock.pass(2 * hour);

    const other = await openSandbox();
    const later = await openWorld(await restore(kind, [ownerId]), { clock, sandbox: other, gatewayUrl: two });
    await note(later, two);
    await later.shop.ownerPause.resume(ownerId);
    await work({ ...later });
    expect(await other.sold()).toBe(0);
  });

  test('and was restored: what a plan buys again and is not sent yet goes to review', async () => {
    const clock = createUnevenClock();
    const first = await openPlannedWorld(place.database, { clock, gatewayUrl: one });
    await note(first, one);
    const restore = await buyByPlanAfterBackup(first, place.settings);
    clock.pass(hour);
    const { sandbox } = first;
    const later = await openWorld(await restore(kind, [ownerId]), { clock, sandbox, gatewayUrl: one });
    await note(later, one);
    await later.shop.ownerPause.resume(ownerId);
    await later.planWorker.runOnce();
    expect(await note(later, two)).toBe(1);
  });
});

describe.runIf(databaseKinds.includes('postgres'))('on PostgreSQL', () => {
  const place = useDatabase('postgres');

  test('an old replica was restarted during the roll-out and is gone: owners hear that orders wait, once', async () => {
    const clock = createUnevenClock();
    const old = await openWorld(place.database, { clock, gatewayUrl: one });
    const fresh = await openWorld(place.database, { clock, gatewayUrl: two });
    await note(fresh, two);
    await note(old, one);
    const order = await fresh.buy();
    await rounds(fresh, 4);
    await fresh.alertWorker.runOnce();
    expect(fresh.alerts, 'the old one may still run').toEqual([]);
    await rounds(fresh, 10);
    while ((await fresh.alertWorker.runOnce()) > 0);
    expect(fresh.alerts).toEqual([{ kind: 'gateway-elsewhere', own: 'two.example/api', noted: 'one.example/api' }]);
    // One that runs buys, and nothing more is told.
    await rounds(old, 1);
    expect((await old.stands(order)).state).toBe('delivered');
  });

  test('an order that a replica with the gateway before is just claiming goes to review', async () => {
    const world = await openWorld(place.database, { gatewayUrl: one });
    await note(world, one);
    const order = await world.buy();
    const { noting } = await place.database.transaction(async (tx) => {
      await claimOrders({ ...place.database, db: tx }, { now: world.clock.now(), leaseMs: minute, limit: 1 });
      let isNoted = false;
      const noting = note(world, two).finally(() => {
        isNoted = true;
      });
      const waiting = sql`select 1 from pg_locks where not granted and relation = 'orders'::regclass`;
      await expect.poll(async () => isNoted || (await waiting.execute(world.database.db)).rows.length > 0).toBe(true);
      return { noting };
    });
    expect(await noting).toBe(1);
    expect(await world.stands(order)).toMatchObject({ state: 'review' });
  });
});
