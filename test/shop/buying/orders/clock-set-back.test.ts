import { describe, expect, test } from 'vitest';
import { claimOrders } from '#shop/base/jobs/leases.ts';
import { createClock, day, hour, minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { hearRight } from '#test/support/recall.ts';
import { forgetful } from '#test/support/restored.ts';
import { openWorld, type ShopWorld, useDatabase } from '#test/support/shop.ts';

/** Minutes of real time. */
async function live(world: ShopWorld, minutes: number, pass: (ms: number) => void): Promise<void> {
  for (let round = 0; round < minutes * 2; round += 1) {
    await world.clockWorker.runOnce();
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
      await world.clockWorker.runOnce();
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
    await world.clockWorker.runOnce();
    hearRight(world.shop.clock);
    await live(world, 2, pass);
    expect((await world.stands(order)).state).toBe('review');
  });

  test('by an hour, and the process starts again: what was not answered is asked again at once', async () => {
    const { world, pass, setBack } = await open(hour);
    const order = await world.buy();
    await world.sandbox.fault('purchase', 'cut-after', 1);
    await world.purchaseWorker.runOnce();
    setBack();
    await live(await world.another(), 1, pass);
    expect((await world.stands(order)).state).toBe('delivered');
    expect(await world.sandbox.sold()).toBe(1);
  });

  test('a price is held for as long as it would have been', async () => {
    const { world, pass, setBack } = await open(3 * day);
    const quote = await world.quote();
    setBack();
    hearRight(world.shop.clock);
    await live(world, 9, pass);
    await world.expiryWorker.runOnce();
    expect((await world.stands(quote)).state).toBe('quoted');
    await live(world, 1, pass);
    await world.expiryWorker.runOnce();
    expect((await world.stands(quote)).state).toBe('expired');
  });

  test('what waits in every table is due again, and a minute later nobody holds it', async () => {
    const { world, pass, setBack } = await open(30 * day);
    const { database, clock, shop, clockWorker } = world;
    const { db } = database;
    const [order] = [await world.buy()];
    const ahead = clock.now();
    const waits = { next_attempt_at: ahead, lease_until: ahead };
    await db.updateTable('orders').set(waits).where('id', '=', order.id).execute();
    await db.updateTable('receipt_jobs').set(waits).execute();
    await shop.alerts.write(db, 1, { kind: 'token-refused' });
    await db.updateTable('alerts').set(waits).execute();
    await db
      .insertInto('inbox')
      .values({ id: 'one', update_id: 1, chat_id: 1, payload: '{}', received_at: ahead, next_attempt_at: ahead })
      .execute();
    await db.insertInto('chats').values({ chat_id: 1, lease_owner: 'other', lease_until: ahead }).execute();
    await db.insertInto('leases').values({ name: 'polling', owner: 'other', until: ahead }).execute();
    await db
      .insertInto('switches')
      .values({ name: 'low-balance', value: 'low', actor: 'gateway', at: ahead })
      .execute();
    setBack();
    await clockWorker.runOnce();
    const now = clock.now();
    const times = async () => ({
      due: await Promise.all([
        ...(['orders', 'receipt_jobs', 'alerts', 'inbox'] as const).map(
          async (table) => (await db.selectFrom(table).select('next_attempt_at as at').executeTakeFirstOrThrow()).at,
        ),
      ]),
      switched: (await db.selectFrom('switches').select('at').where('name', '=', 'low-balance').executeTakeFirst())?.at,
      held: await Promise.all([
        ...(['orders', 'receipt_jobs', 'alerts', 'chats'] as const).map(
          async (table) => (await db.selectFrom(table).select('lease_until as at').executeTakeFirstOrThrow()).at,
        ),
        db
          .selectFrom('leases')
          .select('until as at')
          .executeTakeFirstOrThrow()
          .then(({ at }) => at),
      ]),
    });
    // Other processes may have the right time: their leases stay until somebody says which it is.
    expect(await times()).toEqual({ due: Array(4).fill(now), switched: ahead, held: Array(5).fill(ahead) });
    hearRight(shop.clock);
    await clockWorker.runOnce();
    expect(await times()).toEqual({ due: Array(4).fill(now), switched: now, held: Array(5).fill(now + minute) });
    // Once: what is put off from now on is put off.
    await db
      .updateTable('alerts')
      .set({ next_attempt_at: now + hour, lease_until: now + hour })
      .execute();
    pass(second);
    await clockWorker.runOnce();
    const alert = await db.selectFrom('alerts').select(['next_attempt_at', 'lease_until']).executeTakeFirstOrThrow();
    expect(alert).toEqual({ next_attempt_at: now + hour, lease_until: now + hour });
  });
});
