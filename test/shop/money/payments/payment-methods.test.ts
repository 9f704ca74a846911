import { describe, expect, test } from 'vitest';
import type { PaymentMethod } from '#domain/payment.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, openWorld, ownerId, strangerId, useDatabase } from '#test/support/shop.ts';

const refused = (code: string) => ({ ok: false, error: { code } });

describe.each(sampledDatabases())('ways to pay on %s', (kind) => {
  const place = useDatabase(kind);

  async function open(setup: { readonly invoices?: boolean; readonly isOnlineOpen?: boolean } = {}) {
    const world = await openWorld(place.database, {
      payments: {
        providers: [createTestProvider('zibal', false)],
        invoices: true,
        publicUrl: 'https://shop.example',
        description: 'order',
        ...setup,
      },
    });
    for (const id of [buyerId, strangerId]) await world.shop.people.loadOrCreate({ id, name: 'Sara', language: 'en' });
    return { ...world, ...world.shop.payments };
  }

  test('are those that are set up and switched on, a card only while one is', async () => {
    const { methods, cards, settings } = await open();
    expect(await methods.forPerson(buyerId)).toEqual(['zibal', 'invoice']);
    const numbers = ['6037997599999993', '6219861034529007'];
    const added = await Promise.all(numbers.map((number) => cards.add(ownerId, { number, holder: 'Sara Ahmadi' })));
    const [one = 0, other = 0] = added.map((card) => (card.ok ? card.value.id : expect.fail(card.error.code)));
    expect(await methods.forPerson(buyerId)).toEqual(['zibal', 'card', 'invoice']);
    await cards.switch(ownerId, one, false);
    expect(await methods.forPerson(buyerId)).toContain('card');
    await cards.switch(ownerId, other, false);
    expect(await methods.forPerson(buyerId)).not.toContain('card');
    await settings.switchMethod(ownerId, 'zibal', false);
    expect(await methods.forPerson(buyerId)).toEqual(['invoice']);
    expect(await methods.all()).toEqual([
      { method: 'zibal', isOn: false },
      { method: 'invoice', isOn: true },
    ]);
  });

  test('providers take nothing new while they are closed', async () => {
    const { methods } = await open({ isOnlineOpen: false, invoices: false });
    expect(await methods.forPerson(buyerId)).toEqual([]);
    expect(await methods.payableFor(buyerId, 500_000, 'wallet')).toBeNull();
    expect(await methods.amountFor(buyerId, 'zibal', { amount: 500_000 })).toMatchObject(refused('method-closed'));
  });

  test('into the wallet: whole tomans within the limits, by invoice to the rial', async () => {
    const { methods, settings } = await open();
    await settings.change(ownerId, { smallest: 200_000, largest: 900_000 });
    const into = (method: PaymentMethod, amount: number) => methods.amountFor(buyerId, method, { amount });
    for (const amount of [199_999, 900_001])
      expect(await into('zibal', amount)).toMatchObject({
        error: { code: 'amount-out-of-range', min: 200_000, max: 900_000 },
      });
    for (const amount of [200_000, 900_000])
      expect(await into('zibal', amount)).toEqual({ ok: true, value: { amount, orderId: null } });
    expect(await into('zibal', 200_001)).toEqual({ ok: true, value: { amount: 200_010, orderId: null } });
    expect(await into('invoice', 200_001)).toEqual({ ok: true, value: { amount: 200_001, orderId: null } });
    expect(await into('card', 200_000)).toMatchObject(refused('method-closed'));
    expect(await methods.payableFor(buyerId, 300_001, 'wallet')).toEqual({ method: 'zibal', amount: 300_010 });
    expect(await methods.payableFor(buyerId, 1, 'wallet')).toEqual({ method: 'zibal', amount: 200_000 });
    expect(await methods.payableFor(buyerId, 900_000, 'wallet')).toEqual({ method: 'zibal', amount: 900_000 });
    expect(await methods.payableFor(buyerId, 900_001, 'wallet')).toBeNull();
  });

  test('for an order: what is missing, at a bank not less than the smallest amount, nothing if nothing is missing', async () => {
    const { shop, methods, settings, quote } = await open();
    const { id: orderId, charge } = await quote();
    await shop.wallet.grant({ key: 'some', personId: buyerId, amount: 995, actor: 'test', note: null });
    const missing = charge - 995;
    const amountBy = async (method: PaymentMethod) => {
      const amount = await methods.amountFor(buyerId, method, { orderId });
      return amount.ok ? amount.value : amount.error;
    };
    expect(await amountBy('zibal')).toEqual({ amount: 100_000, orderId });
    expect(await amountBy('invoice')).toEqual({ amount: missing, orderId });
    await settings.change(ownerId, { smallest: 10 });
    expect(await amountBy('zibal')).toEqual({ amount: missing + 5, orderId });
    expect(await methods.payableFor(buyerId, missing, 'order')).toEqual({ method: 'zibal', amount: missing + 5 });
    await shop.wallet.grant({ key: 'rest', personId: buyerId, amount: missing, actor: 'test', note: null });
    expect(await amountBy('zibal')).toEqual({ amount: 0, orderId });
    await settings.switchMethod(ownerId, 'zibal', false);
    expect(await amountBy('zibal')).toEqual({ code: 'method-closed' });
  });

  test('who is blocked pays what they owe, and nothing else', async () => {
    const { shop, methods, database } = await open();
    const into = () => methods.amountFor(buyerId, 'invoice', { amount: 500_000 });
    const paused = { code: 'person-paused', reason: 'unpaid' };
    await shop.wallet.grant({ key: 'some', personId: buyerId, amount: 10, actor: 'test', note: null });
    await shop.agents.pause(ownerId, buyerId, 'unpaid');
    expect(await into()).toEqual({ ok: false, error: paused });
    expect(await methods.refusalToPayIn(buyerId)).toEqual(paused);
    expect(await methods.refusalToPayIn(strangerId)).toBeNull();
    await database.db.updateTable('wallets').set({ balance: 0 }).where('person_id', '=', buyerId).execute();
    expect(await methods.refusalToPayIn(buyerId)).toEqual(paused);
    await database.db.updateTable('wallets').set({ balance: -10 }).where('person_id', '=', buyerId).execute();
    expect(await into()).toMatchObject({ ok: true });
    expect(await methods.refusalToPayIn(buyerId)).toBeNull();
  });

  test('a card is opened again once, and noted only then', async () => {
    const { shop, methods, cards, database, clock } = await open();
    await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const block = { person_id: buyerId, method: 'card', blocked_at: clock.now(), reopened_at: null } as const;
    await database.db.insertInto('payment_blocks').values(block).execute();
    expect(await methods.forPerson(buyerId)).toEqual(['zibal', 'invoice']);
    expect(await methods.forPerson(strangerId)).toContain('card');
    expect(await methods.reopen(ownerId, strangerId)).toBe(false);
    expect(await methods.reopen(ownerId, buyerId)).toBe(true);
    expect(await methods.reopen(ownerId, buyerId)).toBe(false);
    expect(await methods.forPerson(buyerId)).toContain('card');
    const { entries } = await shop.audit.list(0, 10, { actions: ['reopen-card'] });
    expect(entries).toMatchObject([{ actorId: ownerId, personId: buyerId }]);
  });
});
