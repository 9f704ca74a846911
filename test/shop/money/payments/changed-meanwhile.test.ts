import { describe, expect, test } from 'vitest';
import type { Verification } from '#payments/provider.ts';
import { day, hour, minute, second } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { makePromo } from '#test/support/promo-codes.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newUpdate, openWorld, ownerId, subscriber, topUpId, useDatabase } from '#test/support/shop.ts';

const publicUrl = 'https://shop.example';
const photo = { kind: 'photo', content: 'slip' } as const;

describe.each(sampledDatabases())('payments while something else changes on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const provider = createTestProvider();
    const setUp = [provider];
    const setup = { providers: setUp, invoices: true, publicUrl, description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    const { payments } = world.shop;
    const card = (amount: number, orderId: string | null = null) =>
      payments.card.open({ source: newUpdate(), by: buyerId, amount, orderId });
    const online = async (orderId: string | null, amount = 200_000) => {
      const opened = await payments.online.open({
        source: newUpdate(),
        by: buyerId,
        method: 'zarinpal',
        amount,
        orderId,
      });
      return opened.ok ? opened.value : expect.fail(opened.error.code);
    };
    const pass = async (ms: number) => {
      world.clock.pass(ms);
      await world.paymentWorker.runOnce();
      await world.paymentWorker.runOnce();
      await world.expiryWorker.runOnce();
      while ((await world.alertWorker.runOnce()) > 0);
    };
    const due = async (orderId: string) => {
      const asked = await payments.methods.amountFor(buyerId, 'zarinpal', { orderId });
      return asked.ok ? asked.value.amount : expect.fail(asked.error.code);
    };
    const balance = async () => (await world.shop.wallet.read(buyerId)).balance;
    return { ...world, provider, setUp, payments, card, online, pass, due, balance };
  }

  test('a card that the owner removed is not shown to someone who asks again', async () => {
    const { payments, card } = await open();
    const added = await payments.cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const first = await card(200_000);
    expect(first).toMatchObject({ ok: true, value: { card: { number: '6037997599999993' } } });
    await payments.cards.add(ownerId, { number: '6037991111111112', holder: 'Sara Ahmadi' });
    await payments.cards.remove(ownerId, added.ok ? added.value.id : 0);
    expect(await card(200_000)).toMatchObject({ ok: true, value: { card: { number: '6037991111111112' } } });
  });

  test('what an agent’s own shop took by the same merchant is not unknown to this shop', async () => {
    const { provider, pass, alerts } = await open();
    provider.takeUnknown('theirs', 500_000, `${publicUrl}/shops/0123456789/pay/abcdefgh/back`);
    await pass(2 * minute);
    expect(alerts.filter(({ kind }) => kind === 'payment-unknown')).toEqual([]);
  });

  test('two owners switch two methods off at the same moment', async () => {
    const { payments, another } = await open();
    const other = await another();
    await Promise.all([
      payments.settings.switchMethod(ownerId, 'zarinpal', false),
      other.shop.payments.settings.switchMethod(ownerId, 'card', false),
    ]);
    expect((await payments.settings.read()).off.toSorted()).toEqual(['card', 'zarinpal']);
  });

  test('a page that is opened after its provider was switched off begins nothing; what was begun goes on', async () => {
    const { payments, online } = await open();
    const unopened = await online(null);
    const begun = await online(null);
    expect(await payments.online.forward(begun.id)).toMatchObject({ url: expect.stringContaining('http') });
    await payments.settings.switchMethod(ownerId, 'zarinpal', false);
    expect(await payments.online.forward(unopened.id)).toMatchObject({ payment: { state: 'asked' }, url: null });
    expect(await payments.online.forward(begun.id)).toMatchObject({ url: expect.stringContaining('http') });
    await payments.settings.switchMethod(ownerId, 'zarinpal', true);
    expect(await payments.online.forward(unopened.id)).toMatchObject({ url: expect.stringContaining('http') });
  });

  test('what is at the bank for an order that is over is not offered any more, and keeps its payer from deletion', async () => {
    const { shop, payments, online, quote } = await open();
    const order = await quote();
    const { id } = await online(order.id);
    expect(await payments.online.forward(id)).toMatchObject({ url: expect.stringContaining('http') });
    const listed = async () => (await payments.queries.openOf(buyerId, 0, 5)).payments.length;
    expect([await listed(), await payments.queries.countOpen(buyerId)]).toEqual([1, 1]);
    await shop.orders.cancel(order.id, buyerId);
    expect([await listed(), await payments.queries.countOpen(buyerId)]).toEqual([0, 0]);
    expect(await shop.deletion.blockers(buyerId)).toMatchObject({ payments: 1 });
  });

  test('an invoice that an owner refused, and that the messenger says is paid', async () => {
    const { payments, clock, balance, alerts, alertWorker } = await open();
    const { invoices } = payments;
    const amount = 200_000;
    const worker = payments.createWorker({
      inquireInvoice: async (): Promise<Verification> => ({ kind: 'paid', amount: 20_000, receipt: null, card: null }),
    });
    const { id } = await invoices.open({ source: newUpdate(), by: buyerId, amount, orderId: null });
    expect(await invoices.mayPay(id, buyerId, amount, 'transaction')).toMatchObject({ ok: true });
    clock.pass(61 * second);
    await worker.runOnce();
    expect(await payments.decisions.reject({ paymentId: id, by: ownerId, reason: 'not-found' })).toMatchObject({
      ok: true,
    });
    while ((await alertWorker.runOnce()) > 0);
    const before = alerts.length;
    const told = await invoices.paid({ chargeId: 'transaction', payload: id, by: buyerId, amount, inquiry: true });
    while ((await alertWorker.runOnce()) > 0);
    const isSeenByOwners = alerts.length > before || (await payments.queries.countWaiting()) > 0;
    expect({ told: told.kind, isCreditedOrShown: (await balance()) === amount || isSeenByOwners }).toMatchObject({
      isCreditedOrShown: true,
    });
  });

  test('the answer about an earlier transaction of an invoice says nothing about the next one', async () => {
    const { payments, clock, balance } = await open();
    const { invoices } = payments;
    const amount = 200_000;
    let id = '';
    const worker = payments.createWorker({
      inquireInvoice: async ({ reference }): Promise<Verification> => {
        if (reference !== 'first') return { kind: 'paid', amount, receipt: null, card: null };
        // They open the sheet again at this moment, and pay.
        if (id !== '') await invoices.mayPay(id, buyerId, amount, 'second');
        id = '';
        return { kind: 'mismatch', why: 'paid by another person', paid: null };
      },
    });
    ({ id } = await invoices.open({ source: newUpdate(), by: buyerId, amount, orderId: null }));
    await invoices.mayPay(id, buyerId, amount, 'first');
    for (let round = 0; round < 20; round += 1) {
      clock.pass(round < 2 ? 61 * second : hour);
      await worker.runOnce();
    }
    expect(await balance()).toBe(amount);
  });

  test('a payer is not sent to the bank for a price whose time is over', async () => {
    const { quote, due, online, payments, clock, paymentWorker } = await open();
    const order = await quote();
    const amount = await due(order.id);
    const payment = await online(order.id, amount);
    await payments.online.forward(payment.id);
    clock.pass(19 * minute);
    await payments.online.returned(payment.id);
    await paymentWorker.runOnce();
    const visit = await payments.online.forward(payment.id);
    expect(visit?.url).not.toBeNull();
    clock.pass(19 * minute);
    await payments.online.returned(visit?.payment.id ?? '');
    await paymentWorker.runOnce();
    // The hold is over by half a minute; the expiry worker comes once a minute.
    clock.pass(2 * minute + 30 * second);
    expect(await payments.online.forward(visit?.payment.id ?? '')).toMatchObject({ url: null });
  });

  test('someone who stays at the bank for half an hour has what they paid for', async () => {
    const { quote, due, online, payments, provider, pass, stands } = await open();
    const order = await quote();
    const payment = await online(order.id, await due(order.id));
    const reference = (await payments.online.forward(payment.id))?.payment.reference ?? '';
    for (let at = 0; at < 30; at += 1) await pass(minute);
    provider.pay(reference);
    await payments.online.returned(payment.id);
    await pass(second);
    expect({ ...(await payments.online.find(payment.id)), order: (await stands(order)).state }).toMatchObject({
      state: 'paid',
      bought: true,
    });
  });

  test('a price with a promo code is held as well', async () => {
    const world = await open();
    const { payments, shop, clock, pass } = world;
    await payments.cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    await makePromo(world, { endsAt: clock.now() + hour });
    const quoted = await shop.orders.quote({
      idempotencySource: newUpdate(),
      buyerId,
      wanted: { item: { kind: 'product', productId: topUpId, amount: null }, mobile: subscriber, simType: 'prepaid' },
      promo: 'NOWRUZ',
    });
    const order = quoted.ok ? quoted.value : expect.fail(quoted.error.code);
    expect(order.promo).not.toBeNull();
    const asked = await payments.methods.amountFor(buyerId, 'card', { orderId: order.id });
    const opened = await world.card(asked.ok ? asked.value.amount : 0, order.id);
    const id = opened.ok ? opened.value.payment.id : expect.fail('not opened');
    await payments.card.submit(buyerId, photo, newUpdate());
    await pass(2 * hour);
    await payments.decisions.approve({ paymentId: id, by: ownerId });
    expect(await payments.queries.one(id)).toMatchObject({ state: 'paid', bought: true, keptWhy: null });
  });

  test('paid while the merchant is removed: it waits, and owners hear of it', async () => {
    const { online, payments, provider, setUp, pass, alerts } = await open();
    const payment = await online(null);
    const reference = (await payments.online.forward(payment.id))?.payment.reference ?? '';
    setUp.length = 0;
    provider.pay(reference);
    const back = await payments.online.returned(payment.id);
    for (let days = 0; days < 8; days += 1) await pass(day);
    expect({
      back,
      alerts: alerts.map((alert) => alert.kind),
      waiting: await payments.queries.countWaiting(),
    }).toMatchObject({ back: { state: 'submitted' }, waiting: 1 });
  });

  test('blocked meanwhile, and the price moved as well: owners are alerted', async () => {
    const { quote, due, online, payments, provider, pass, alerts, database, shop, market } = await open();
    await shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const order = await quote();
    const payment = await online(order.id, await due(order.id));
    const reference = (await payments.online.forward(payment.id))?.payment.reference ?? '';
    provider.pay(reference);
    await database.db.updateTable('people').set({ paused_why: 'chargebacks' }).where('id', '=', buyerId).execute();
    market.products.set(topUpId, { price: 20_000 });
    await payments.online.returned(payment.id);
    await pass(second);
    expect(await payments.online.find(payment.id)).toMatchObject({ state: 'paid', bought: false });
    expect(alerts.map((alert) => alert.kind)).toContain('payment-kept');
  });
});

describe.each(sampledDatabases())('payment settings on %s', (kind) => {
  const place = useDatabase(kind);

  test('settings that two owners change at the same moment are both kept', async () => {
    const world = await openWorld(place.database);
    const { settings } = world.shop.payments;
    for (let round = 0; round < 10; round += 1) {
      await settings.change(ownerId, { off: [], smallest: 100_000 });
      await Promise.all([
        settings.switchMethod(ownerId, 'invoice', false),
        settings.change(ownerId, { smallest: 300_000 }),
      ]);
      expect(await settings.read()).toMatchObject({ off: ['invoice'], smallest: 300_000 });
    }
  });
});

describe.each(sampledDatabases())('a changed merchant on %s', (kind) => {
  const place = useDatabase(kind);

  test('a merchant that was replaced by mistake and is put right again: what the provider lists is booked', async () => {
    const bank = createTestProvider();
    const account: { isRight: boolean } = { isRight: true };
    const provider = {
      ...bank,
      verify: async (payment: { readonly reference: string; readonly amount: number }): Promise<Verification> =>
        account.isRight ? bank.verify(payment) : { kind: 'mismatch', why: 'code -54', paid: null },
      listUnverified: async () => (account.isRight ? bank.listUnverified() : []),
    };
    const world = await openWorld(place.database, {
      payments: { providers: [provider], invoices: false, publicUrl, description: 'order' },
    });
    const { online } = world.shop.payments;
    const request = { source: newUpdate(), by: buyerId, method: 'zarinpal', amount: 200_000, orderId: null } as const;
    const opened = await online.open(request);
    const id = opened.ok ? opened.value.id : expect.fail(opened.error.code);
    await online.forward(id);
    account.isRight = false;
    bank.pay('zarinpal-1');
    await online.returned(id);
    await world.paymentWorker.runOnce();
    account.isRight = true;
    for (let round = 0; round < 5; round += 1) {
      world.clock.pass(2 * minute);
      await world.paymentWorker.runOnce();
    }
    expect(await online.find(id)).toMatchObject({ state: 'paid' });
  });
});

describe.each(sampledDatabases())('an approved online payment on %s', (kind) => {
  const place = useDatabase(kind);

  test('what an owner approves is settled with the provider, which gives back what was never verified', async () => {
    const bank = createTestProvider();
    const world = await openWorld(place.database, {
      payments: { providers: [bank], invoices: false, publicUrl, description: 'order' },
    });
    const { online, decisions } = world.shop.payments;
    const request = { source: newUpdate(), by: buyerId, method: 'zarinpal', amount: 200_000, orderId: null } as const;
    const opened = await online.open(request);
    const id = opened.ok ? opened.value.id : expect.fail(opened.error.code);
    await online.forward(id);
    bank.pay('zarinpal-1', 190_000);
    await online.returned(id);
    await world.paymentWorker.runOnce();
    expect(await decisions.approve({ paymentId: id, by: ownerId, amount: 190_000 })).toMatchObject({ ok: true });
    expect((await world.shop.wallet.read(buyerId)).balance).toBe(190_000);
    while ((await world.alertWorker.runOnce()) > 0);
    const told = world.alerts.length;
    for (let round = 0; round < 20; round += 1) {
      world.clock.pass(2 * minute);
      await world.paymentWorker.runOnce();
      while ((await world.alertWorker.runOnce()) > 0);
    }
    const unverified = await bank.listUnverified();
    // As the bank does with what is on that list.
    for (const { reference } of unverified ?? []) bank.reverse(reference);
    expect({ taken: bank.taken('zarinpal-1') ?? 0, told: world.alerts.length - told }).toMatchObject({
      taken: 190_000,
    });
  });
});
