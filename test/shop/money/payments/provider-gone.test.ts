import { describe, expect, test } from 'vitest';
import type { OnlineMethod } from '#domain/payment.ts';
import { hour } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a provider that was closed while a payer was at the bank, on %s', (kind) => {
  const place = useDatabase(kind);

  async function atBank(method: OnlineMethod = 'zarinpal') {
    const provider = createTestProvider(method, method === 'zarinpal');
    const setup = { providers: [provider], invoices: false, publicUrl: 'https://shop.example', description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    const { people, payments } = world.shop;
    await people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const request = { source: newUpdate(), by: buyerId, method, amount: 500_000, orderId: null };
    const opened = await payments.online.open(request);
    if (!opened.ok) return expect.fail(opened.error.code);
    const { id } = opened.value;
    const forwarded = await payments.online.forward(id);
    return { provider, setup, world, id, reference: forwarded?.payment.reference ?? '' };
  }

  async function hours({ paymentWorker, alertWorker, clock }: ShopWorld, count: number): Promise<void> {
    for (let passed = 0; passed < count; passed += 1) {
      await paymentWorker.runOnce();
      await alertWorker.runOnce();
      clock.pass(hour);
    }
  }

  test('an owner can decide about the payment, and its payer is free', async () => {
    const { provider, setup, world, id, reference } = await atBank();
    provider.pay(reference);
    // The provider has closed the shop's account; the owner removed its merchant and restarts.
    const later = await openWorld(place.database, { clock: world.clock, payments: { ...setup, providers: [] } });
    await later.shop.payments.online.returned(id);
    await hours(later, 3);
    const { decisions, queries } = later.shop.payments;
    expect(await decisions.approve({ paymentId: id, by: ownerId })).toMatchObject({ value: { first: true } });
    expect(await decisions.reject({ paymentId: id, by: ownerId, reason: 'closed' })).not.toMatchObject({
      value: { first: true },
    });
    expect(await queries.one(id)).toMatchObject({ state: 'paid' });
    expect((await later.shop.deletion.blockers(buyerId)).payments).toBe(0);
    // It may come back for a week.
    await hours(later, 6 * 24);
    const unsettled = () => later.alerts.filter(({ kind }) => kind === 'payment-unsettled');
    expect(unsettled()).toEqual([]);
    await hours(later, 4 * 24);
    expect(unsettled()).toHaveLength(1);
    expect(await queries.one(id)).toMatchObject({ nextAttemptAt: null });
    expect((await later.shop.wallet.read(buyerId)).balance).toBe(500_000);
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

  test('whose payer did not come back: an owner can decide, and its payer is free', async () => {
    const { world, setup, id } = await atBank();
    const later = await openWorld(place.database, { clock: world.clock, payments: { ...setup, providers: [] } });
    await hours(later, 3);
    expect(later.alerts).toMatchObject([{ kind: 'payment-waiting', paymentId: id }]);
    expect(await later.shop.payments.decisions.reject({ paymentId: id, by: ownerId, reason: 'closed' })).toMatchObject({
      value: { first: true, payment: { state: 'refused' } },
    });
    expect(await later.shop.deletion.blockers(buyerId)).toMatchObject({ payments: 0 });
  });

  test.each(['approve', 'reject'] as const)(
    'that was silent after the payment had expired: an owner can %s it',
    async (how) => {
      const { world, provider, id } = await atBank();
      await hours(world, 2);
      expect((await world.shop.payments.queries.one(id))?.state).toBe('expired');
      provider.say({ kind: 'unsure', why: 'code -15' });
      await hours(world, 6);
      expect((await world.shop.payments.queries.one(id))?.waitingSince).not.toBeNull();
      const decision = { paymentId: id, by: ownerId, reason: 'closed' };
      expect(await world.shop.payments.decisions[how](decision)).toMatchObject({ value: { first: true } });
      const { balance } = await world.shop.wallet.read(buyerId);
      expect(balance).toBe(how === 'approve' ? 500_000 : 0);
      expect(await world.shop.deletion.blockers(buyerId)).toMatchObject({ payments: 0 });
    },
  );

  describe('that lists nothing and was silent when an owner decided', () => {
    async function decided(how: 'approve' | 'reject', isPaid: boolean) {
      const opened = await atBank('zibal');
      const { world, provider, id, reference } = opened;
      if (isPaid) provider.pay(reference);
      provider.say({ kind: 'unsure', why: 'no answer' });
      await world.shop.payments.online.returned(id);
      await hours(world, 3);
      const decision = { paymentId: id, by: ownerId, reason: 'not seen' };
      expect(await world.shop.payments.decisions[how](decision)).toMatchObject({ value: { first: true } });
      await hours(world, 3);
      const asked = provider.calls.verify;
      provider.say(null);
      await hours(world, 3);
      const kinds = new Set(world.alerts.map(({ kind }) => kind));
      kinds.delete('payment-waiting');
      const [{ balance }, payment] = await Promise.all([
        world.shop.wallet.read(buyerId),
        world.shop.payments.queries.one(id),
      ]);
      return { ...opened, alerts: [...kinds], balance, payment, calls: provider.calls.verify - asked };
    }

    test('what was approved is settled there, once, and credited once', async () => {
      expect(await decided('approve', true)).toMatchObject({ calls: 1, alerts: [], balance: 500_000 });
    });

    test('owners hear that the provider did not take what they approved', async () => {
      expect(await decided('approve', false)).toMatchObject({
        ...{ calls: 1, alerts: ['payment-unsettled'], balance: 500_000 },
        payment: { state: 'paid' },
      });
    });

    test('what was rejected and is paid is shown again, and their second word stands', async () => {
      const { world, id, ...told } = await decided('reject', true);
      expect(told).toMatchObject({ calls: 1, alerts: ['payment-mismatch'], balance: 0 });
      expect(told.payment).toMatchObject({ state: 'submitted', problem: 'refused-but-paid' });
      await world.shop.payments.decisions.reject({ paymentId: id, by: ownerId, reason: 'paid back' });
      await hours(world, 48);
      expect(await world.shop.payments.queries.one(id)).toMatchObject({ state: 'refused', nextAttemptAt: null });
    });

    test('what was rejected and is not paid stays rejected', async () => {
      expect(await decided('reject', false)).toMatchObject({
        ...{ calls: 1, alerts: [], balance: 0 },
        payment: { state: 'refused', nextAttemptAt: null },
      });
    });
  });
});
