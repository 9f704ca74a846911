import { describe, expect, test } from 'vitest';
import { createUnevenClock, hour, minute } from '#test/support/clock.ts';
import { schemaKinds } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { backUp, forgetful } from '#test/support/restored.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, newNumber, newUpdate, openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const setup = (provider: ReturnType<typeof createTestProvider>) => ({
  providers: [provider],
  invoices: false,
  publicUrl: 'https://shop.example',
  description: 'order',
});

describe.each(schemaKinds)('what was open in the archive of a shop that is restored, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const provider = createTestProvider();
    const clock = createUnevenClock();
    const gateway = (real: ShopWorld['gateway']) => forgetful(real, clock.now, 24);
    const world = await openWorld(place.database, { clock, gateway, payments: setup(provider) });
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });

    /** At the bank's page, before they pay. */
    async function goToBank(orderId: string | null, amount = 500_000) {
      const { methods, online } = world.shop.payments;
      const asked = orderId === null ? null : await methods.amountFor(buyerId, provider.method, { orderId });
      if (asked && !asked.ok) return expect.fail(asked.error.code);
      const wanted = asked ? asked.value : { amount, orderId: null };
      const opened = await online.open({ source: newUpdate(), by: buyerId, method: provider.method, ...wanted });
      if (!opened.ok) return expect.fail(opened.error.code);
      const { payment } = (await online.forward(opened.value.id)) ?? expect.fail('no page');
      return { id: payment.id, reference: payment.reference ?? '', amount: wanted.amount };
    }

    async function pay({ id, reference }: { id: string; reference: string }): Promise<void> {
      provider.pay(reference);
      await world.shop.payments.online.returned(id);
      for (let round = 0; round < 3; round += 1) await world.paymentWorker.runOnce();
      await settleAll(world);
    }

    /** Every worker for a while, as in a shop that runs. */
    async function run(later: ShopWorld, rounds = 15): Promise<void> {
      for (let round = 0; round < rounds; round += 1) {
        await later.paymentWorker.runOnce();
        await later.purchaseWorker.runOnce();
        await later.expiryWorker.runOnce();
        clock.pass(minute);
      }
      while ((await later.alertWorker.runOnce()) > 0);
    }

    const paymentOf = (later: ShopWorld, id: string) =>
      later.database.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    return { world, provider, clock, goToBank, pay, run, paymentOf };
  }

  test.each([1, 12])('was paid and bought: asked again under its key, %d hours later', async (hours) => {
    const { world, clock, goToBank, pay, run } = await open();
    const order = await world.quote();
    const payment = await goToBank(order.id);
    const restore = await backUp(place.settings, clock.now);
    clock.pass(minute);
    await pay(payment);
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    const { balance } = await world.shop.wallet.read(buyerId);

    clock.pass(hours * hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await run(later);
    expect(await later.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await later.shop.wallet.read(buyerId)).toMatchObject({ balance, held: 0 });
    expect(await world.sandbox.sold()).toBe(1);
  });

  test('was paid and bought under a key that is forgotten by now: a person decides', async () => {
    const { world, clock, goToBank, pay, run } = await open();
    const order = await world.quote();
    const payment = await goToBank(order.id);
    const restore = await backUp(place.settings, clock.now);
    clock.pass(minute);
    await pay(payment);
    clock.pass(26 * hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await run(later);
    expect(await later.stands(order)).toMatchObject({ state: 'review' });
    expect(await world.sandbox.sold()).toBe(1);
    expect(later.alerts).toContainEqual(expect.objectContaining({ kind: 'order-in-review', orderId: order.id }));
  });

  test('was paid, and its order cannot be bought now: the payer waits for a person, and is not paid back', async () => {
    const { world, clock, goToBank, pay, run, paymentOf } = await open();
    const order = await world.quote();
    const payment = await goToBank(order.id);
    const restore = await backUp(place.settings, clock.now);
    await pay(payment);
    clock.pass(hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await later.shop.ownerPause.resume(ownerId);
    await later.shop.ownerPause.pause(ownerId, 'closed today');
    await run(later);
    expect(await later.stands(order)).toMatchObject({ state: 'quoted' });
    expect(await later.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    expect(await paymentOf(later, payment.id)).toMatchObject({ state: 'submitted', problem: 'restored' });
    expect(later.alerts).toContainEqual(expect.objectContaining({ kind: 'payment-mismatch', paymentId: payment.id }));
    // The owner continues and approves: the gateway answers under the same key.
    await later.shop.ownerPause.resume(ownerId);
    const approval = await later.shop.payments.decisions.approve({ paymentId: payment.id, by: ownerId });
    expect(approval).toMatchObject({ ok: true, value: { first: true } });
    await run(later);
    expect(await later.stands(order)).toMatchObject({ state: 'delivered' });
    expect(await world.sandbox.sold()).toBe(1);
  });

  test('was paid into the wallet: an owner sees it before it is credited, and credits it once', async () => {
    const { world, clock, goToBank, pay, run, paymentOf } = await open();
    const payment = await goToBank(null);
    const restore = await backUp(place.settings, clock.now);
    await pay(payment);
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: payment.amount });
    clock.pass(hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await run(later);
    expect(await paymentOf(later, payment.id)).toMatchObject({ state: 'submitted', problem: 'restored' });
    expect(await later.shop.wallet.read(buyerId)).toMatchObject({ balance: 0 });
    const approve = () => later.shop.payments.decisions.approve({ paymentId: payment.id, by: ownerId });
    expect(await approve()).toMatchObject({ ok: true, value: { first: true } });
    expect(await approve()).toMatchObject({ ok: true, value: { first: false } });
    expect(await later.shop.wallet.read(buyerId)).toMatchObject({ balance: payment.amount });
  });

  test('was not paid: its payment ends by the word of the provider, its quote by a new one alone', async () => {
    const { world, clock, goToBank, run, paymentOf } = await open();
    const order = await world.quote();
    const payment = await goToBank(order.id);
    const restore = await backUp(place.settings, clock.now);
    clock.pass(hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await run(later, 5);
    expect(await paymentOf(later, payment.id)).toMatchObject({ state: 'expired' });
    expect(await later.stands(order)).toMatchObject({ state: 'quoted' });
    await later.shop.ownerPause.resume(ownerId);
    const press = { orderId: order.id, by: buyerId, idempotencySource: newUpdate(), messageId: 7 };
    const answer = await later.shop.orders.confirm(press);
    expect(answer).toMatchObject({ ok: false, error: { failure: { code: 'quote-expired' }, again: {} } });
    if (!answer.ok) expect(answer.error.again?.code).not.toBe(order.code);
    expect(await world.sandbox.sold()).toBe(0);
  });

  test('a transfer that nobody sent a slip for waits for an owner instead of expiring', async () => {
    const { world, clock, run, paymentOf } = await open();
    await world.shop.payments.cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const opened = await world.shop.payments.card.open({
      ...{ source: newUpdate(), by: buyerId, amount: 500_000, orderId: null },
    });
    if (!opened.ok) return expect.fail(opened.error.code);
    const { id } = opened.value.payment;
    const restore = await backUp(place.settings, clock.now);
    clock.pass(26 * hour);
    const later = await world.another(await restore(kind, [ownerId]));
    await run(later);
    expect(await paymentOf(later, id)).toMatchObject({ state: 'asked', next_attempt_at: null });
    expect(later.alerts).toContainEqual(expect.objectContaining({ kind: 'payment-waiting', paymentId: id }));
  });

  describe('was paid and bought', () => {
    async function restoredAfterBuying() {
      const opened = await open();
      const { world, clock, goToBank, pay } = opened;
      const order = await world.quote();
      const payment = await goToBank(order.id);
      const restore = await backUp(place.settings, clock.now);
      clock.pass(minute);
      await pay(payment);
      expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
      clock.pass(hour);
      const later = await world.another(await restore(kind, [ownerId]));
      await later.shop.ownerPause.resume(ownerId);
      return { ...opened, order, later };
    }

    test('its quote outlives more quotes than a person may have, and is asked again', async () => {
      const { world, clock, order, later, run } = await restoredAfterBuying();
      for (let nth = 0; nth < 51; nth += 1) {
        await later.quote({ mobile: newNumber() });
        clock.pass(10);
      }
      expect(await later.stands(order)).toMatchObject({ state: 'quoted' });
      await run(later);
      expect(await later.stands(order)).toMatchObject({ state: 'delivered' });
      expect(await world.sandbox.sold()).toBe(1);
    });

    test('Confirm is pressed before its payment is asked about: it stays, and is asked again', async () => {
      const { world, order, later, run } = await restoredAfterBuying();
      const press = { orderId: order.id, by: buyerId, idempotencySource: newUpdate(), messageId: 7 };
      expect(await later.shop.orders.confirm(press)).toMatchObject({ ok: true, value: { state: 'quoted' } });
      await run(later);
      expect(await later.stands(order)).toMatchObject({ state: 'delivered' });
      expect(await world.sandbox.sold()).toBe(1);
    });
  });

  describe('its payer went to the bank after the archive', () => {
    async function restoredWithoutReference(isForOrder: boolean) {
      const opened = await open();
      const { world, provider, clock, pay, run } = opened;
      const { methods, online } = world.shop.payments;
      const orderId = isForOrder ? (await world.quote()).id : null;
      const asked = orderId === null ? null : await methods.amountFor(buyerId, provider.method, { orderId });
      if (asked && !asked.ok) return expect.fail(asked.error.code);
      const wanted = asked?.value ?? { amount: 500_000, orderId: null };
      const stored = await online.open({ source: newUpdate(), by: buyerId, method: provider.method, ...wanted });
      if (!stored.ok) return expect.fail(stored.error.code);
      const { id } = stored.value;
      const restore = await backUp(place.settings, clock.now);
      clock.pass(minute);
      await pay({ id, reference: (await online.forward(id))?.payment.reference ?? '' });
      clock.pass(hour);
      const later = await world.another(await restore(kind, [ownerId]));
      await run(later);
      return { ...opened, id, later };
    }

    test.each([true, false])(
      'its page begins nothing, and an owner still decides (for an order: %s)',
      async (isForOrder) => {
        const { id, later, paymentOf } = await restoredWithoutReference(isForOrder);
        const before = await paymentOf(later, id);
        expect(before).toMatchObject({ state: 'asked', next_attempt_at: null, waiting_since: expect.any(Number) });
        const page = await later.shop.payments.online.forward(id);
        expect(page).toMatchObject({ url: null, payment: { state: 'asked', isPossiblySent: true } });
        expect(await paymentOf(later, id)).toEqual(before);
      },
    );
  });
});
