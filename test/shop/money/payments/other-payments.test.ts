import { describe, expect, test } from 'vitest';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, newNumber, newUpdate, useDatabase } from '#test/support/shop.ts';
import { openWithTwoBanks } from './two-banks.ts';

describe.each(sampledDatabases())('what is not asked for again once it is paid, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWithTwoBanks(place.database);
    const { card } = world.shop.payments;
    async function transfer(orderId: string, amount: number): Promise<string> {
      const opened = await card.open({ source: newUpdate(), by: buyerId, amount, orderId });
      return opened.ok ? opened.value.payment.id : expect.fail(opened.error.code);
    }
    const rowOf = (id: string) =>
      world.database.db
        .selectFrom('payments')
        .select(['state', 'reason', 'next_attempt_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    return { ...world, transfer, rowOf };
  }

  test('for an order: pages, begun or not, and transfers; another order is still to be paid', async () => {
    const { shop, quote, stands, ask, transfer, visit, pay, rowOf } = await open();
    const [order, another] = [await quote(), await quote({ mobile: newNumber() })];
    const [begun, unbegun] = [
      await ask('zarinpal', { orderId: order.id, amount: 110_000 }),
      await ask('zarinpal', { orderId: order.id, amount: 110_000 }),
    ];
    await visit(begun);
    const byCard = await transfer(order.id, 110_000);
    const elsewhere = await ask('zarinpal', { orderId: another.id, amount: 110_000 });
    await pay(await ask('zibal', { orderId: order.id, amount: 110_000 }), 'zibal');
    expect(await stands(order)).toMatchObject({ state: 'confirmed' });
    const over = { state: 'expired', reason: 'paid-elsewhere' };
    // Its bank is asked on: a payer who is there may still pay.
    expect(await rowOf(begun)).toEqual({ ...over, next_attempt_at: expect.any(Number) });
    for (const id of [unbegun, byCard]) expect(await rowOf(id)).toEqual({ ...over, next_attempt_at: null });
    expect(await rowOf(elsewhere)).toMatchObject({ state: 'asked', reason: null });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 110_000, held: 11_000 });
  });

  test('for the wallet: the page of the same sum at another provider, and nothing that was asked for apart', async () => {
    const { ask, visit, pay, rowOf, shop } = await open();
    const [first, apart] = [await ask('zarinpal', { amount: 200_000 }), await ask('zarinpal', { amount: 200_000 })];
    await visit(first);
    await pay(first, 'zibal');
    expect(await rowOf(first)).toMatchObject({ state: 'expired', reason: 'paid-elsewhere' });
    expect(await rowOf(apart)).toMatchObject({ state: 'asked', reason: null });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 200_000 });
  });

  test('money that bought nothing ends no other payment of its order', async () => {
    const { shop, stands, quote, ask, visit, pay, rowOf } = await open();
    const order = await quote();
    const [first, second] = [
      await ask('zarinpal', { orderId: order.id, amount: 110_000 }),
      await ask('zibal', { orderId: order.id, amount: 110_000 }),
    ];
    await visit(first);
    await visit(second);
    await shop.salesPause.pause('gateway', '', 'settler');
    await pay(second, 'zibal');
    expect(await stands(order)).toMatchObject({ state: 'quoted' });
    expect(await rowOf(first)).toMatchObject({ state: 'asked', reason: null });
  });
});
