import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Order } from '#shop/buying/orders/order.ts';
import type { DatabaseSettings } from '#storage/database.ts';
import { minute } from '#test/support/clock.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { sampled, sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, newNumber, openWorld, type ShopWorld, subscriber, topUpId, useDatabase } from '#test/support/shop.ts';

const item = { kind: 'product', productId: topUpId, amount: null } as const;
const wanted = { item, mobile: subscriber, simType: 'prepaid' } as const;

const unharmed = <T>(trying: Promise<T>): Promise<T | null> => trying.catch(() => null);

/** Retries whatever fails, until the receipt is sent. */
async function driveToTheEnd(world: ShopWorld, idempotencySource: string): Promise<Order> {
  let id: string | null = null;
  for (let round = 0; round < 12; round += 1) {
    const quoted = await unharmed(world.shop.orders.quote({ idempotencySource, buyerId, wanted }));
    if (quoted?.ok) {
      id = quoted.value.id;
      await unharmed(
        world.shop.orders.confirm({
          orderId: id,
          by: buyerId,
          idempotencySource: `tap:${idempotencySource}`,
          messageId: 1,
        }),
      );
    }
    await unharmed(world.purchaseWorker.runOnce());
    await unharmed(world.receipts.runOnce());
    if (round < 2) await expectNothingHalfWritten(world);
    const order = id === null ? null : await world.shop.orders.find(id);
    const waiting = await world.database.db
      .selectFrom('receipt_jobs')
      .select('subject')
      .where('done_at', 'is', null)
      .execute();
    if (order?.state === 'delivered' && waiting.length === 0) {
      await expectNothingHalfWritten(world);
      return order;
    }
    world.clock.pass(minute / 2);
  }
  throw new Error('The order never came to its end.');
}

describe.each(sampledDatabases())('a write that fails on %s', (kind) => {
  const writes = createFaultyWrites();
  const place = useDatabase(kind, { wrap: writes.wrap });

  test('whichever it is, before or after it takes effect: nothing half-written, and the order ends once', async () => {
    const world = await openWorld(place.database, { random: () => 0, pace: { leaseMs: 1_000 } });
    await world.shop.wallet.grant({ key: 'all', personId: buyerId, amount: 10_000_000, actor: 'owner', note: null });
    await world.sandbox.fault('purchase', 'cut-after', 1);
    writes.breakAfter(Number.POSITIVE_INFINITY, 'before');
    await driveToTheEnd(world, 'undisturbed');
    const total = writes.seen();
    expect(total).toBeGreaterThan(30);
    let sold = 1;
    // Every second one on each pass: together they cover each write in both ways.
    const faults = Array.from({ length: total }, (_, at) => ({ at, when: at % 2 === 0 ? 'before' : 'after' }) as const);
    for (const { at, when } of sampled(faults, 4)) {
      await world.sandbox.fault('purchase', 'cut-after', 1);
      writes.breakAfter(at, when);
      const order = await driveToTheEnd(world, `${when} ${at}`);
      sold += 1;
      expect(await world.sandbox.sold()).toBe(sold);
      const trail = await world.shop.orders.events(order.id);
      expect(trail.filter(({ to }) => to === 'delivered')).toHaveLength(1);
      await world.sandbox.fault('purchase', null);
    }
    const balance = 10_000_000 - sold * 11_000;
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance, held: 0 });
    writes.breakAfter(Number.POSITIVE_INFINITY, 'before');
  });
});

describe.each(sampledDatabases())('a locked database on %s', (kind) => {
  const place = useDatabase(kind, { lockTimeoutMs: 400 });

  test('fails closed at each step, and everything continues after the lock', async () => {
    const world = await openWorld(place.database, { pace: { leaseMs: 1_000 } });
    const first = await world.buy();
    const second = await world.quote();
    const lock = await openLock(place.settings);
    const confirm = () =>
      world.shop.orders.confirm({ orderId: second.id, by: buyerId, idempotencySource: 'tap', messageId: 1 });
    await lock.take();
    await expect(world.quote()).rejects.toThrow(/lock/);
    await expect(confirm()).rejects.toThrow(/lock/);
    await expect(world.purchaseWorker.runOnce()).rejects.toThrow(/lock/);
    await lock.release();
    await expectNothingHalfWritten(world);
    expect(await world.sandbox.purchases()).toEqual([]);

    // The answer comes while the lock is held: bought, and not stored yet.
    world.market.afterPurchase = () => lock.take();
    await world.purchaseWorker.runOnce();
    await lock.release();
    world.market.afterPurchase = () => Promise.resolve();
    expect(await world.stands(first)).toMatchObject({ state: 'confirmed' });
    expect(await world.sandbox.sold()).toBe(1);
    await expectNothingHalfWritten(world);

    await world.shop.wallet.grant({ key: 'more', personId: buyerId, amount: 11_000, actor: 'owner', note: null });
    expect(await confirm()).toMatchObject({ ok: true, value: { state: 'confirmed' } });
    world.clock.pass(minute);
    expect(await world.purchaseWorker.runOnce()).toBe(2);
    // One of them may have waited too long for the other.
    await settleAll(world);
    await world.receipts.runOnce();
    for (const order of [first, second]) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(world.told).toHaveLength(2);
    expect(await world.sandbox.sold()).toBe(2);
    await expectNothingHalfWritten(world);
  });

  test('running workers survive it', async () => {
    const clock = { now: Date.now, steady: Date.now, pass: () => undefined };
    const world = await openWorld(place.database, { clock, random: () => 0, pace: { leaseMs: 500, everyMs: 10 } });
    const orders = [await world.buy(), await world.buy(), await world.buy()];
    const lock = await openLock(place.settings);
    await lock.take();
    world.purchaseWorker.start();
    world.receipts.start();
    const late = world.expiryWorker;
    late.start();
    // Long enough for several of their claims to fail.
    await expect(world.shop.wallet.setCreditLimit(buyerId, 1)).rejects.toThrow(/lock/);
    await expect(world.quote()).rejects.toThrow(/lock/);
    await lock.release();
    await expect
      .poll(() => new Set(world.told.map(({ id }) => id)).size, { timeout: 60_000, interval: 10 })
      .toBe(orders.length);
    // A buyer may be told first that it is being checked.
    const isDelivered = async (order: (typeof orders)[number]) => (await world.stands(order)).state === 'delivered';
    await expect
      .poll(async () => (await Promise.all(orders.map(isDelivered))).every(Boolean), { timeout: 60_000, interval: 10 })
      .toBe(true);
    await Promise.all([world.purchaseWorker.stop(), world.receipts.stop(), late.stop()]);
    for (const order of orders) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.sold()).toBe(orders.length);
    await expectNothingHalfWritten(world);
  });
});

describe('a full disk on SQLite', () => {
  const place = useDatabase('sqlite');

  test('fails closed, and everything continues when there is space again', async () => {
    const world = await openWorld(place.database, { pace: { leaseMs: 1_000 } });
    const { db } = place.database;
    const orders = [await world.buy(), await world.buy(), await world.buy()];
    const pages = await sql<{ page_count: number }>`pragma page_count`.execute(db);
    await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count}`).execute(db);
    // Remaining space inside the pages is filled with quotes.
    let quotes = 0;
    const fill = async () => {
      for (; quotes < 5_000; quotes += 1) await world.quote({ mobile: newNumber() });
    };
    await expect(fill()).rejects.toThrow(/full/);
    await expect(world.quote()).rejects.toThrow(/full/);
    expect(quotes).toBeGreaterThan(0);
    await expectNothingHalfWritten(world);
    for (let round = 0; round < 3; round += 1) {
      await unharmed(world.purchaseWorker.runOnce());
      await unharmed(world.receipts.runOnce());
      world.clock.pass(2_000);
    }
    await expectNothingHalfWritten(world);
    await sql`pragma max_page_count = 1000000`.execute(db);
    await world.purchaseWorker.runOnce();
    world.clock.pass(minute);
    await world.purchaseWorker.runOnce();
    await world.receipts.runOnce();
    for (const order of orders) expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.sold()).toBe(3);
    await expectNothingHalfWritten(world);
  });
});

/** A second connection that holds a real lock for as long as the test wants. */
async function openLock(settings: DatabaseSettings): Promise<{ take(): Promise<void>; release(): Promise<void> }> {
  if (settings.kind === 'sqlite') {
    const other = new DatabaseSync(settings.file, { timeout: 60_000 });
    onTestFinished(() => other.close());
    return { take: async () => other.exec('begin exclusive'), release: async () => other.exec('commit') };
  }
  const other = new pg.Client({ connectionString: settings.url });
  await other.connect();
  onTestFinished(() => other.end());
  return {
    take: async () => {
      await other.query('begin');
      await other.query('lock table orders, wallets in access exclusive mode');
    },
    release: async () => {
      await other.query('commit');
    },
  };
}
