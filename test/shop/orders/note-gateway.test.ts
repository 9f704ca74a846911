import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { claimOrders } from '#shop/jobs/leases.ts';
import { noteGateway } from '#shop/orders/note-gateway.ts';
import type { Order } from '#shop/orders/order.ts';
import { createUnevenClock, minute } from '#test/support/clock.ts';
import { databaseKinds } from '#test/support/databases.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { settleAll } from '#test/support/settling.ts';
import { openWorld, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const one = 'https://one.example/api/';
const two = 'https://two.example/api';
const note = ({ shop }: ShopWorld, gatewayUrl: string) => noteGateway({ ...shop, gatewayUrl });

describe.each(sampledDatabases())('a shop that starts with another gateway, on %s', (kind) => {
  const place = useDatabase(kind);

  test('buys nothing there that the first may have sold; what was never sent is bought there', async () => {
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
    expect(await second.stands(unsent)).toMatchObject({ state: 'delivered' });
    expect([await first.sandbox.sold(), await other.sold()]).toEqual([1, 1]);
    await second.alertWorker.runOnce();
    const alert = (order: Order) => ({ kind: 'order-in-review', orderId: order.id, code: order.code });
    expect(second.alerts).toHaveLength(2);
    for (const order of [sent, claimed]) expect(second.alerts).toContainEqual(expect.objectContaining(alert(order)));
  });
});

describe.runIf(databaseKinds.includes('postgres'))('on PostgreSQL', () => {
  const place = useDatabase('postgres');

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
