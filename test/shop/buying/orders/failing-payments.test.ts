import { describe, expect, test } from 'vitest';
import { minute } from '#test/support/clock.ts';
import { createFaultyWrites } from '#test/support/faulty-writes.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { sampled, sampledDatabases } from '#test/support/length.ts';
import { buyerId, openWorld, type ShopWorld, topUpId, useDatabase } from '#test/support/shop.ts';

const price = 11_000;
/** Every write that may fail, before or after it takes effect. */
const faults = (total: number) =>
  sampled(
    (['before', 'after'] as const).flatMap((when) => Array.from({ length: total }, (_, at) => ({ when, at }))),
    5,
  );

const unharmed = <T>(trying: Promise<T>): Promise<T | null> => trying.catch(() => null);

/** Telegram repeats a payment until it is booked; the purchase worker continues until the order ends. */
async function payAndSettle(world: ShopWorld, orderId: string, chargeId: string): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    const paid = await unharmed(
      world.shop.payments.invoices.paid({ chargeId, payload: orderId, by: buyerId, amount: price }),
    );
    await expectNothingHalfWritten(world);
    // Booked: the money is there and the order has it, or neither.
    const { balance, held } = await world.shop.wallet.read(buyerId);
    expect(balance - held).toBe(0);
    await unharmed(world.purchaseWorker.runOnce());
    const order = await world.shop.orders.find(orderId);
    if (paid !== null && order?.state === 'delivered') return;
    world.clock.pass(minute / 2);
  }
  throw new Error('What was paid for never came.');
}

/** Confirms a list until it is confirmed. */
async function confirmAndSettle(world: ShopWorld, batchId: string): Promise<void> {
  const { shop } = world;
  for (let round = 0; round < 8; round += 1) {
    await unharmed(shop.batches.confirm(batchId, buyerId, 7, null));
    await expectNothingHalfWritten(world);
    const states = new Set((await shop.batches.find(batchId))?.rows.map(({ order }) => order?.state));
    if (states.has('confirmed')) expect(states.has('quoted')).toBe(false);
    await unharmed(world.purchaseWorker.runOnce());
    const batch = await shop.batches.find(batchId);
    if (batch?.rows.every(({ order }) => order?.state === 'delivered')) return;
    world.clock.pass(minute / 2);
  }
  throw new Error('The list never came to its end.');
}

describe.each(sampledDatabases())('a write that fails on %s', (kind) => {
  const writes = createFaultyWrites();
  const place = useDatabase(kind, { wrap: writes.wrap });
  const never = Number.POSITIVE_INFINITY;

  test('between a payment and its purchase, whichever it is: paid once, bought once, nothing left over', async () => {
    const world = await openWorld(place.database, { random: () => 0, pace: { leaseMs: 1_000 } });
    writes.breakAfter(never, 'before');
    await payAndSettle(world, (await world.quote()).id, 'undisturbed');
    const total = writes.seen();
    expect(total).toBeGreaterThan(15);
    let sold = 1;
    for (const { when, at } of faults(total)) {
      writes.breakAfter(never, when);
      const { id } = await world.quote();
      writes.breakAfter(at, when);
      await payAndSettle(world, id, `${when} ${at}`);
      sold += 1;
      expect(await world.sandbox.sold()).toBe(sold);
    }
    writes.breakAfter(never, 'before');
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    const payments = await place.database.db.selectFrom('ledger').select('id').where('kind', '=', 'payment').execute();
    expect(payments).toHaveLength(sold);
  }, 300_000);

  test('while a list is confirmed, whichever it is: all or none, and each bought once', async () => {
    const world = await openWorld(place.database, { random: () => 0, pace: { leaseMs: 1_000 } });
    const { shop } = world;
    await shop.wallet.grant({ key: 'all', personId: buyerId, amount: 100_000_000, actor: 'owner', note: null });
    const { id: productId } = world.product(
      ({ operatorId, type, maxPrice, simType }) =>
        operatorId === 2 && type === 'topup' && maxPrice !== null && simType === 'prepaid',
    );
    const own = { productId, amount: 50_000 };
    // Of two operators, with different items.
    const listed = ['989121110001', '989351110002'].map((mobile) => ({ mobile, problem: null }));
    const draft = async (name: string) => {
      writes.breakAfter(never, 'before');
      const { id } = await shop.batches.draft(name, buyerId, listed);
      await shop.batches.price(id, buyerId, { kind: 'product', productId: topUpId, amount: null }, true);
      await shop.batches.setRow(id, buyerId, 1, { item: own, withBought: true });
      return id;
    };
    const first = await draft('undisturbed');
    writes.breakAfter(never, 'before');
    await shop.batches.confirm(first, buyerId, 7, null);
    const total = writes.seen();
    expect(total).toBeGreaterThan(10);
    await confirmAndSettle(world, first);
    let sold = 2;
    for (const { when, at } of faults(total)) {
      const id = await draft(`${when} ${at}`);
      writes.breakAfter(at, when);
      await confirmAndSettle(world, id);
      sold += 2;
      expect(await world.sandbox.sold()).toBe(sold);
    }
    writes.breakAfter(never, 'before');
    expect(await shop.wallet.read(buyerId)).toMatchObject({
      balance: 100_000_000 - (sold / 2) * (price + own.amount),
      held: 0,
    });
    // One audit entry for each list, not for each attempt.
    const { entries } = await shop.audit.list(0, 1_000);
    expect(entries).toHaveLength(sold / 2);
  });
});
