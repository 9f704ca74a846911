import { describe, expect, onTestFinished, test } from 'vitest';
import type { OnlineMethod } from '#domain/payment.ts';
import type { PaymentProvider } from '#payments/provider.ts';
import { openDatabase } from '#storage/database.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { between } from '#test/support/listening.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId, quiet, type ShopWorld, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('what happens to a payment at the same moment, on %s', (kind) => {
  const place = useDatabase(kind);

  const openShop = (...providers: PaymentProvider[]) =>
    openWorld(place.database, {
      payments: { providers, invoices: false, publicUrl: 'https://shop.example', description: 'order' },
    });

  async function ask({ shop }: ShopWorld, method: OnlineMethod): Promise<string> {
    const request = { source: newUpdate(), by: buyerId, method, amount: 200_000, orderId: null };
    const opened = await shop.payments.online.open(request);
    return opened.ok ? opened.value.id : expect.fail(opened.error.code);
  }

  /** A second process; what is given is done before its next statement of this kind. */
  async function openOther(world: ShopWorld, statement: RegExp) {
    let work: (() => Promise<void>) | null = null;
    const database = await openDatabase(place.settings, {
      log: quiet,
      wrap: (dialect) =>
        between(dialect, async ({ sql }, execute) => {
          const now = statement.test(sql) ? work : null;
          if (now) work = null;
          await now?.();
          return execute();
        }),
    });
    onTestFinished(() => database.close());
    const other = await world.another(database);
    return {
      other,
      meanwhile: (given: () => Promise<void>) => {
        work = given;
      },
    };
  }

  test('begun while the worker ends it as never begun: it is asked about', async () => {
    const provider = createTestProvider('zibal', false);
    const world = await openShop(provider);
    const { online } = world.shop.payments;
    const id = await ask(world, 'zibal');
    world.clock.pass(20 * minute);
    const { other, meanwhile } = await openOther(world, /^begin/i);
    let url: string | null | undefined;
    meanwhile(async () => {
      url = (await online.forward(id))?.url;
    });
    await other.paymentWorker.runOnce();
    expect(url).toBe('https://bank.example/zibal-1');
    provider.pay('zibal-1');
    for (let look = 0; look < 5; look += 1) {
      world.clock.pass(hour);
      await world.paymentWorker.runOnce();
    }
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 200_000 });
  });

  test('begun while its payer gives it up: what the bank takes is booked', async () => {
    const provider = createTestProvider('zibal', false);
    const world = await openShop(provider);
    const id = await ask(world, 'zibal');
    const { other, meanwhile } = await openOther(world, /^begin/i);
    let url: string | null | undefined;
    meanwhile(async () => {
      url = (await world.shop.payments.online.forward(id))?.url;
    });
    expect(await other.shop.payments.cancel(buyerId, id)).toMatchObject({ state: 'expired', reason: 'given-up' });
    expect(url).toBe('https://bank.example/zibal-1');
    provider.pay('zibal-1');
    world.clock.pass(hour);
    await world.paymentWorker.runOnce();
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 200_000 });
  });

  test('back with the money while the answer to an earlier return is on its way: it is asked again', async () => {
    const bank = createTestProvider('zibal', false);
    const gate = Promise.withResolvers<void>();
    const slow: PaymentProvider = {
      ...bank,
      verify: async (payment) => {
        const answer = await bank.verify(payment);
        await gate.promise;
        return answer;
      },
    };
    const world = await openShop(slow);
    const { online } = world.shop.payments;
    const id = await ask(world, 'zibal');
    await online.forward(id);
    world.clock.pass(18 * minute);
    await online.returned(id);
    const round = world.paymentWorker.runOnce();
    await expect.poll(() => bank.calls.verify).toBe(1);
    bank.pay('zibal-1');
    await online.returned(id);
    gate.resolve();
    await round;
    await world.paymentWorker.runOnce();
    expect(await online.find(id)).toMatchObject({ state: 'paid' });
  });

  test('a provider that hangs delays nobody who paid at another', async () => {
    const list = Promise.withResolvers<never[]>();
    const hanging: PaymentProvider = { ...createTestProvider('zarinpal'), listUnverified: () => list.promise };
    const bank = createTestProvider('zibal', false);
    const world = await openShop(hanging, bank);
    const { online } = world.shop.payments;
    world.paymentWorker.start();
    onTestFinished(async () => {
      list.resolve([]);
      await world.paymentWorker.stop();
    });
    const id = await ask(world, 'zibal');
    await online.forward(id);
    bank.pay('zibal-1');
    await online.returned(id);
    await expect.poll(async () => (await online.find(id))?.state).toBe('paid');
  });

  test('booked while the provider’s list is read: it is never asked about again', async () => {
    const provider = createTestProvider();
    const world = await openShop(provider);
    const { online } = world.shop.payments;
    const id = await ask(world, 'zarinpal');
    await online.forward(id);
    await world.paymentWorker.runOnce();
    provider.pay('zarinpal-1');
    const { other, meanwhile } = await openOther(
      world,
      /^update (?:"public"\.)?"payments" set "next_attempt_at" = [^,]+ where/i,
    );
    meanwhile(async () => {
      await online.returned(id);
      await world.paymentWorker.runOnce();
    });
    await other.paymentWorker.runOnce();
    expect(await online.find(id)).toMatchObject({ state: 'paid', nextAttemptAt: null });
  });

  test.each(['bought', 'cancelled', 'expired', 'not sold now'] as const)(
    'an order that is %s when the page is opened: nobody is sent to the bank',
    async (how) => {
      const world = await openShop(createTestProvider());
      const { quote, clock, shop } = world;
      const { online, methods } = shop.payments;
      const order = await quote();
      const due = await methods.amountFor(buyerId, 'zarinpal', { orderId: order.id });
      if (!due.ok) throw new Error(due.error.code);
      const opened = await online.open({ source: newUpdate(), by: buyerId, method: 'zarinpal', ...due.value });
      const id = opened.ok ? opened.value.id : expect.fail(opened.error.code);
      const tap = () =>
        shop.orders.confirm({ orderId: order.id, by: buyerId, idempotencySource: newUpdate(), messageId: null });
      if (how === 'bought') {
        const gift = { key: newUpdate(), personId: buyerId, amount: order.charge, actor: 'owner', note: null };
        await shop.wallet.grant(gift);
        expect(await tap()).toMatchObject({ ok: true });
      }
      if (how === 'cancelled') await shop.orders.cancel(order.id, buyerId);
      if (how === 'expired') {
        clock.pass(hour);
        await world.expiryWorker.runOnce();
        expect((await shop.orders.find(order.id))?.state).toBe('expired');
      }
      if (how === 'not sold now') await shop.ownerPause.pause(ownerId, 'night');
      expect(await online.forward(id)).toMatchObject({ url: null, payment: { state: 'expired', reference: null } });
    },
  );
});
