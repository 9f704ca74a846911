import { describe, expect, test } from 'vitest';
import { hour } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a provider that was closed while a payer was at the bank, on %s', (kind) => {
  const place = useDatabase(kind);

  test('an owner can decide about the payment, and its payer is free', async () => {
    const provider = createTestProvider();
    const { method } = provider;
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const opened = await world.shop.payments.online.open({
      source: newUpdate(),
      by: buyerId,
      method,
      amount: 500_000,
      orderId: null,
    });
    if (!opened.ok) return expect.fail(opened.error.code);
    const forwarded = await world.shop.payments.online.forward(opened.value.id);
    provider.pay(forwarded?.payment.reference ?? '');

    // The provider has closed the shop's account; the owner removed its merchant and restarts.
    const later = await openWorld(place.database, { clock: world.clock, payments: { ...setup, providers: [] } });
    await later.shop.payments.online.returned(opened.value.id);
    for (let hours = 0; hours < 3; hours += 1) {
      await later.paymentWorker.runOnce();
      await later.alertWorker.runOnce();
      later.clock.pass(hour);
    }
    const approved = await later.shop.payments.decisions.approve({ paymentId: opened.value.id, by: ownerId });
    const rejected = await later.shop.payments.decisions.reject({
      paymentId: opened.value.id,
      by: ownerId,
      reason: 'account closed',
    });
    const { payments } = await later.shop.deletion.blockers(buyerId);
    const state = (await later.shop.payments.queries.one(opened.value.id))?.state;
    expect({ decided: approved.ok || rejected.ok, state, blocksDeletion: payments }).toMatchObject({
      decided: true,
      blocksDeletion: 0,
    });
  });

  test('whose account there is suspended: an owner can decide, and it is credited once when the provider is back', async () => {
    const provider = createTestProvider();
    const { method } = provider;
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    const { shop } = world;
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const opened = await shop.payments.online.open({
      source: newUpdate(),
      by: buyerId,
      method,
      amount: 500_000,
      orderId: null,
    });
    if (!opened.ok) return expect.fail(opened.error.code);
    const forwarded = await shop.payments.online.forward(opened.value.id);
    provider.pay(forwarded?.payment.reference ?? '');
    provider.say({ kind: 'unsure', why: 'code -15' });
    await shop.payments.online.returned(opened.value.id);
    for (let hours = 0; hours < 3; hours += 1) {
      await world.paymentWorker.runOnce();
      world.clock.pass(hour);
    }
    const decided = await shop.payments.decisions.approve({ paymentId: opened.value.id, by: ownerId });
    // All that is left to the owner, whose bank statement shows the money.
    if (!decided.ok)
      await shop.credit.grant({
        key: 'by hand',
        by: ownerId,
        personId: buyerId,
        amount: 500_000,
        note: 'paid by ZarinPal',
      });
    provider.say(null);
    for (let hours = 0; hours < 5; hours += 1) {
      await world.paymentWorker.runOnce();
      world.clock.pass(hour);
    }
    expect({ decided: decided.ok, balance: (await shop.wallet.read(buyerId)).balance }).toEqual({
      decided: true,
      balance: 500_000,
    });
  });
});
