import { describe, expect, test } from 'vitest';
import type { OnlineMethod } from '#domain/payment.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('what is not asked for again once it is paid, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const banks = { zarinpal: createTestProvider('zarinpal'), zibal: createTestProvider('zibal', false) };
    const world = await openWorld(place.database, {
      payments: {
        providers: Object.values(banks),
        invoices: false,
        publicUrl: 'https://shop.example',
        description: 'order',
      },
    });
    const { online, card, cards } = world.shop.payments;
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });

    async function ask(method: OnlineMethod, orderId: string | null, amount: number): Promise<string> {
      const opened = await online.open({ source: newUpdate(), by: buyerId, method, amount, orderId });
      return opened.ok ? opened.value.id : expect.fail(opened.error.code);
    }
    async function transfer(orderId: string, amount: number): Promise<string> {
      const opened = await card.open({ source: newUpdate(), by: buyerId, amount, orderId });
      return opened.ok ? opened.value.payment.id : expect.fail(opened.error.code);
    }
    /** At the bank; the reference. */
    async function visit(id: string, method: OnlineMethod | null = null): Promise<{ id: string; reference: string }> {
      const { payment, url } = (await online.forward(id, method)) ?? expect.fail('no such payment');
      return { id: payment.id, reference: url?.split('/').at(-1) ?? expect.fail('nothing to pay') };
    }
    async function pay(id: string, method: OnlineMethod): Promise<void> {
      const at = await visit(id, method);
      banks[method].pay(at.reference);
      await online.returned(at.id);
      await world.paymentWorker.runOnce();
      expect(await online.find(at.id)).toMatchObject({ state: 'paid' });
    }
    const rowOf = (id: string) =>
      world.database.db
        .selectFrom('payments')
        .select(['state', 'reason', 'next_attempt_at'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    return { ...world, ask, transfer, visit, pay, rowOf };
  }

  test('for an order: pages, begun or not, and transfers; another order is still to be paid', async () => {
    const { shop, quote, stands, ask, transfer, visit, pay, rowOf } = await open();
    const [order, another] = [await quote(), await quote()];
    const [begun, unbegun] = [await ask('zarinpal', order.id, 110_000), await ask('zarinpal', order.id, 110_000)];
    await visit(begun);
    const byCard = await transfer(order.id, 110_000);
    const elsewhere = await ask('zarinpal', another.id, 110_000);
    await pay(await ask('zibal', order.id, 110_000), 'zibal');
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
    const [first, apart] = [await ask('zarinpal', null, 200_000), await ask('zarinpal', null, 200_000)];
    await visit(first);
    await pay(first, 'zibal');
    expect(await rowOf(first)).toMatchObject({ state: 'expired', reason: 'paid-elsewhere' });
    expect(await rowOf(apart)).toMatchObject({ state: 'asked', reason: null });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 200_000 });
  });

  test('money that bought nothing ends no other payment of its order', async () => {
    const { shop, stands, quote, ask, visit, pay, rowOf } = await open();
    const order = await quote();
    const [first, second] = [await ask('zarinpal', order.id, 110_000), await ask('zibal', order.id, 110_000)];
    await visit(first);
    await visit(second);
    await shop.salesPause.pause('gateway', '', 'settler');
    await pay(second, 'zibal');
    expect(await stands(order)).toMatchObject({ state: 'quoted' });
    expect(await rowOf(first)).toMatchObject({ state: 'asked', reason: null });
  });
});
