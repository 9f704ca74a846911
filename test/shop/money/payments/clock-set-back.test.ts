import { describe, expect, test } from 'vitest';
import { createClock, day, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { hearRight } from '#test/support/recall.ts';
import { buyerId, newUpdate, openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a clock that was ahead and is set back, on %s', (kind) => {
  const place = useDatabase(kind);

  test('a payment that was not answered meanwhile is asked about soon', async () => {
    const provider = createTestProvider();
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const world = await openWorld(place.database, { payments: setup, clock: createClock() });
    const { clock, paymentWorker, shop } = world;
    const { online, queries } = shop.payments;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    clock.pass(30 * day);
    const request = { source: newUpdate(), by: buyerId, method: provider.method, amount: 500_000, orderId: null };
    const opened = await online.open(request);
    if (!opened.ok) return expect.fail(opened.error.code);
    const { id } = opened.value;
    const forwarded = await online.forward(id);
    provider.pay(forwarded?.payment.reference ?? '');
    provider.say({ kind: 'unsure', why: 'no answer' });
    await online.returned(id);
    await paymentWorker.runOnce();
    clock.pass(-30 * day);
    for (let passed = 0; passed < 70; passed += 1) {
      hearRight(shop.clock);
      await world.clockWorker.runOnce();
      await paymentWorker.runOnce();
      await world.alertWorker.runOnce();
      clock.pass(minute);
    }
    expect(world.alerts).toMatchObject([{ kind: 'payment-waiting', paymentId: id }]);
    provider.say(null);
    for (let passed = 0; passed < 10; passed += 1) {
      await paymentWorker.runOnce();
      clock.pass(minute);
    }
    expect(await queries.one(id)).toMatchObject({ state: 'paid' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 500_000 });
  });

  test('a transfer by card stays open for as long as it would have been', async () => {
    const world = await openWorld(place.database, { clock: createClock() });
    const { clock, clockWorker, paymentWorker, shop } = world;
    const { card, cards, queries } = shop.payments;
    await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    clock.pass(day);
    const opened = await card.open({ source: newUpdate(), by: buyerId, amount: 500_000, orderId: null });
    if (!opened.ok) return expect.fail(opened.error.code);
    const { id, createdAt, expiresAt } = opened.value.payment;
    const pass = async (ms: number) => {
      clock.pass(ms);
      await clockWorker.runOnce();
      await paymentWorker.runOnce();
    };
    await pass(-day);
    hearRight(shop.clock);
    await pass(minute);
    expect(await queries.one(id)).toMatchObject({ state: 'asked' });
    await pass(expiresAt - createdAt - 2 * minute);
    expect(await queries.one(id)).toMatchObject({ state: 'asked' });
    await pass(2 * minute);
    expect(await queries.one(id)).toMatchObject({ state: 'expired' });
  });
});
