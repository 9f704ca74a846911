import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#shop/buying/orders/order.ts';
import { openDatabase } from '#storage/database.ts';
import { makePostgres } from '#test/support/databases.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { long } from '#test/support/length.ts';
import { createPostgresServer } from '#test/support/postgres-server.ts';
import { buyerId, newNumber, openWorld, quiet, useDatabase } from '#test/support/shop.ts';

const clock = { now: Date.now, steady: Date.now, pass: () => undefined };

describe('two replicas on one PostgreSQL', () => {
  // A hundred confirmations wait for one wallet, maybe on a busy machine.
  const patience = { lockTimeoutMs: 14_000 };
  const place = useDatabase('postgres', patience);

  test('confirm and settle the same orders at once: each is confirmed, bought and shown once', async () => {
    const pace = { leaseMs: 5_000, everyMs: 5, concurrency: 3 };
    const first = await openWorld(place.database, { clock, random: () => 0, pace });
    const otherDatabase = await openDatabase(place.settings, { log: quiet, ...patience });
    onTestFinished(() => otherDatabase.close());
    const second = await first.another(otherDatabase);
    await first.shop.wallet.setCreditLimit(buyerId, 10_000_000);
    await first.sandbox.fault('purchase', 'cut-after', 4);
    const workers = [first, second].flatMap(({ purchaseWorker, receipts }) => [purchaseWorker, receipts]);
    for (const worker of workers) worker.start();
    const orders: Order[] = [];
    for (let at = 0; at < 24; at += 1) orders.push(await first.quote({ mobile: newNumber() }));
    await Promise.all(
      orders.map(async ({ id }, at) => {
        const taps = [first, second, second, first].map(({ shop }, tap) =>
          shop.orders.confirm({
            orderId: id,
            by: buyerId,
            idempotencySource: `${id} ${tap}`,
            messageId: 10 * at + tap,
          }),
        );
        expect((await Promise.all(taps)).every(({ ok }) => ok)).toBe(true);
      }),
    );
    const ended = () => [...first.told, ...second.told].filter(({ state }) => state === 'delivered');
    await expect.poll(() => ended().length, { timeout: 60_000, interval: 20 }).toBe(orders.length);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(new Set(ended().map(({ id }) => id)).size).toBe(orders.length);
    // Every tapped message shows the end.
    expect([...first.screens.values()]).toEqual(Array(4 * orders.length).fill('delivered'));
    expect(await first.sandbox.sold()).toBe(orders.length);
    expect(await first.shop.wallet.read(buyerId)).toMatchObject({ balance: -orders.length * 11_000, held: 0 });
    await expectNothingHalfWritten(first);
  });
});

if (long)
  describe('a PostgreSQL restart', () => {
    test('the process survives and finishes everything', async () => {
      const server = await createPostgresServer();
      const made = await makePostgres(server.url);
      const database = await openDatabase(made.settings, { log: quiet });
      onTestFinished(async () => {
        await database.close();
        await server.remove();
      });
      const world = await openWorld(database, { clock, random: () => 0, pace: { leaseMs: 200, everyMs: 10 } });
      await world.shop.wallet.setCreditLimit(buyerId, 10_000_000);
      const orders = await Promise.all(Array.from({ length: 12 }, () => world.buy()));
      // The server goes down between the gateway's answer and our write.
      const answered = Promise.withResolvers<void>();
      world.market.afterPurchase = async () => {
        answered.resolve();
        await stopped.promise;
      };
      const stopped = Promise.withResolvers<void>();
      const inTheMiddle = database.transaction(async (tx) => {
        await tx.insertInto('switches').values({ name: 'half', value: '', actor: '', at: 1 }).execute();
        await stopped.promise;
        await tx.insertInto('switches').values({ name: 'other half', value: '', actor: '', at: 1 }).execute();
      });
      const broken = expect(inTheMiddle).rejects.toThrow();
      world.purchaseWorker.start();
      world.receipts.start();
      world.expiryWorker.start();
      await answered.promise;
      await server.stop();
      stopped.resolve();
      world.market.afterPurchase = () => Promise.resolve();
      await broken;
      await expect(world.quote()).rejects.toThrow();
      await server.start();
      const ended = () => new Set(world.told.filter(({ state }) => state === 'delivered').map(({ id }) => id)).size;
      await expect.poll(ended, { timeout: 60_000, interval: 20 }).toBe(orders.length);
      await Promise.all([world.purchaseWorker.stop(), world.receipts.stop(), world.expiryWorker.stop()]);
      expect(await world.sandbox.sold()).toBe(orders.length);
      expect(await world.shop.salesPause.paused()).toBeNull();
      await expectNothingHalfWritten(world);
    }, 600_000);
  });
