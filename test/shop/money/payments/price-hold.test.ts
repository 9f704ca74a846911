import { describe, expect, test } from 'vitest';
import type { OnlineMethod } from '#domain/payment.ts';
import { lockToEnd } from '#shop/buying/orders/price-hold.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { buyerId, newNumber, newUpdate, openWorld, ownerId, useDatabase } from '#test/support/shop.ts';

const photo = { kind: 'photo', content: 'slip' } as const;

describe.each(sampledDatabases())('the price of an order that is being paid for on %s', (kind) => {
  const place = useDatabase(kind);
  let taps = 0;

  async function open() {
    const provider = createTestProvider();
    const setup = { providers: [provider], invoices: true, publicUrl: 'https://shop.example', description: 'order' };
    const world = await openWorld(place.database, { payments: setup });
    const { card, cards, online, methods, invoices, decisions, queries } = world.shop.payments;
    await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const tap = () => `tap:${++taps}`;

    /** As the buttons do: the amount is asked for first. */
    async function payBy(method: OnlineMethod | 'card' | 'invoice', orderId: string) {
      const asked = await methods.amountFor(buyerId, method, { orderId });
      if (!asked.ok) return asked;
      const wish = { source: tap(), by: buyerId, ...asked.value };
      if (method === 'invoice') return { ok: true, value: await invoices.open(wish) } as const;
      if (method !== 'card') return online.open({ ...wish, method });
      const opened = await card.open(wish);
      return opened.ok ? ({ ok: true, value: opened.value.payment } as const) : opened;
    }

    const pay = async (method: OnlineMethod | 'card' | 'invoice', orderId: string) => {
      const opened = await payBy(method, orderId);
      return opened.ok ? opened.value : expect.fail(opened.error.code);
    };
    const atBank = async (id: string) => {
      const forwarded = await online.forward(id);
      return forwarded?.url ? (forwarded.payment.reference ?? '') : expect.fail('not forwarded to the bank');
    };
    const confirm = (orderId: string) =>
      world.shop.orders.confirm({ orderId, by: buyerId, idempotencySource: tap(), messageId: null });
    const grant = (amount: number) =>
      world.shop.wallet.grant({ key: tap(), personId: buyerId, amount, actor: 'owner', note: null });
    const pass = async (ms: number) => {
      world.clock.pass(ms);
      // The second takes what the provider's list made due.
      await world.paymentWorker.runOnce();
      await world.paymentWorker.runOnce();
      await world.expiryWorker.runOnce();
    };
    const read = async (id: string) => (await queries.one(id)) ?? expect.fail('the payment is gone');
    return { ...world, provider, card, online, invoices, decisions, payBy, pay, atBank, confirm, grant, pass, read };
  }

  test('a payment buys at it after the quote’s own time, however it is paid', async () => {
    const { quote, pay, atBank, provider, pass, read, stands, card, decisions, invoices } = await open();
    const online = await quote();
    const visit = await pay('zarinpal', online.id);
    const reference = await atBank(visit.id);
    const byCard = await quote({ mobile: newNumber() });
    const transfer = await pay('card', byCard.id);
    const byInvoice = await quote({ mobile: newNumber() });
    const invoice = await pay('invoice', byInvoice.id);
    expect(await invoices.mayPay(invoice.id, buyerId, invoice.amount)).toEqual({ ok: true, value: null });
    await pass(15 * minute);
    expect(await stands(online)).toMatchObject({ state: 'quoted' });

    const charge = { chargeId: 'charge', payload: invoice.id, by: buyerId, amount: invoice.amount };
    expect(await invoices.paid(charge)).toMatchObject({ kind: 'confirmed' });
    provider.pay(reference);
    await pass(minute);
    expect(await read(visit.id)).toMatchObject({ state: 'paid', bought: true });

    await pass(20 * hour);
    await card.submit(buyerId, photo, newUpdate());
    await pass(20 * hour);
    await decisions.approve({ paymentId: transfer.id, by: ownerId });
    expect(await read(transfer.id)).toMatchObject({ state: 'paid', bought: true });
  });

  test('is held by the payment that is open, not by those that it replaced', async () => {
    const world = await open();
    const { quote, pay, pass, stands, confirm, grant, database, clock } = world;
    const discount = await addRule(place.database, { target: 'customer', basis_points: 5_000 });
    const orders = [];
    for (let nth = 0; nth < 8; nth += 1) {
      const order = await quote({ mobile: newNumber() });
      await pay('card', order.id);
      orders.push(order);
    }
    await database.db.updateTable('price_rules').set({ ended_at: clock.now() }).where('id', '=', discount).execute();
    await grant(1_000_000);
    await pass(19 * hour);
    expect(await Promise.all(orders.map(async (order) => (await stands(order)).state))).toEqual([
      ...Array(7).fill('expired'),
      'quoted',
    ]);
    for (const order of orders.slice(0, 7)) {
      const tapped = await confirm(order.id);
      expect(tapped).toMatchObject({ ok: false, error: { again: { charge: 11_000 } } });
    }
    // Not even the one that is still being paid for is bought otherwise at the price of yesterday.
    for (const order of orders.slice(7))
      expect(await confirm(order.id)).toMatchObject({ ok: true, value: { state: 'quoted' } });
  });

  test('stays when Confirm is pressed after the quote’s own time: the payment goes on, and buys it', async () => {
    const { quote, pay, atBank, provider, pass, stands, read, confirm, shop, sandbox } = await open();
    const order = await quote();
    await pass(8 * minute);
    const visit = await pay('zarinpal', order.id);
    const reference = await atBank(visit.id);
    await pass(4 * minute);
    expect(await confirm(order.id)).toMatchObject({ ok: true, value: { id: order.id, state: 'quoted' } });
    provider.pay(reference);
    await shop.payments.online.returned(visit.id);
    await pass(minute);
    expect(await read(visit.id)).toMatchObject({ state: 'paid', bought: true });
    expect(await stands(order)).toMatchObject({ state: 'confirmed' });
    expect(await sandbox.sold()).toBe(0);
  });

  test('stays when Confirm is pressed after the same was bought otherwise', async () => {
    const { quote, pay, atBank, pass, stands, confirm, grant, shop, clock } = await open();
    const order = await quote({ mobile: '989121234567' });
    await atBank((await pay('zarinpal', order.id)).id);
    await grant(1_000_000);
    clock.pass(1_000);
    const { batches } = shop;
    const { id } = await batches.draft(newUpdate(), buyerId, [{ mobile: order.mobile, problem: null }]);
    if (order.item.kind !== 'product') return expect.fail('an offer');
    await batches.price(id, buyerId, order.item, false);
    expect(await batches.confirm(id, buyerId, null, null)).toMatchObject({ ok: true });
    await pass(1_000);
    expect(await confirm(order.id)).toMatchObject({ ok: true, value: { state: 'quoted' } });
    expect(await stands(order)).toMatchObject({ state: 'quoted' });
  });

  test('ends with the payment that holds it', async () => {
    const { quote, pay, pass, stands, shop, payBy } = await open();
    const order = await quote();
    const { id } = await pay('card', order.id);
    await pass(hour);
    expect(await stands(order)).toMatchObject({ state: 'quoted' });
    // Asked for again, the same request is shown.
    expect((await pay('card', order.id)).id).toBe(id);
    await shop.payments.cancel(buyerId, id);
    expect(await payBy('card', order.id)).toEqual({ ok: false, error: { code: 'quote-expired' } });
    await pass(minute);
    expect(await stands(order)).toMatchObject({ state: 'expired' });
  });

  test('lets an order expire when its open payments do not hold it, also one that began after a worker had looked', async () => {
    const { quote, pay, shop, database } = await open();
    const order = await quote();
    const may = (at: number) => database.transaction(async (tx) => (await lockToEnd(tx, order.id, at)) === 'free');
    expect(await may(order.expiresAt)).toBe(true);
    const { id } = await pay('card', order.id);
    const { hold_until } = await database.db.selectFrom('payments').select('hold_until').executeTakeFirstOrThrow();
    const end = hold_until ?? 0;
    expect(end).toBeGreaterThan(order.expiresAt);
    expect(await may(end - 1)).toBe(false);
    expect(await may(end)).toBe(true);
    await shop.payments.cancel(buyerId, id);
    expect(await may(order.expiresAt)).toBe(true);
    await shop.orders.cancel(order.id, buyerId);
    expect(await may(end)).toBe(false);
  });

  test('a payment that ended, and is approved after all, does not buy at it', async () => {
    const { quote, pay, clock, card, decisions, read, database } = await open();
    const { id } = await pay('card', (await quote()).id);
    await card.submit(buyerId, photo, newUpdate());
    clock.pass(hour);
    // As that of a late slip whose amount another request asks for by now.
    await database.db.updateTable('payments').set({ state: 'expired' }).where('id', '=', id).execute();
    await decisions.approve({ paymentId: id, by: ownerId });
    expect(await read(id)).toMatchObject({ state: 'paid', bought: false });
  });

  test('does not grow with each press, nor with each visit to the bank', async () => {
    const { quote, pay, payBy, pass, atBank, online, read, stands } = await open();
    const order = await quote();
    let payment = await pay('zarinpal', order.id);
    for (const later of [9, 9]) {
      await pass(later * minute);
      payment = await pay('zarinpal', order.id);
    }
    await pass(9 * minute);
    expect(await payBy('zarinpal', order.id)).toEqual({ ok: false, error: { code: 'quote-expired' } });

    // Back from the bank unpaid, and there again: the last visit ends with the hold.
    for (let visits = 0; visits < 4; visits += 1) {
      await atBank(payment.id);
      await online.returned(payment.id);
      await pass(2 * minute);
      const next = await online.forward(payment.id);
      payment = next?.payment ?? expect.fail('the payment is gone');
    }
    await pass(10 * minute);
    expect(await read(payment.id)).toMatchObject({ state: 'expired' });
    await pass(minute);
    expect(await stands(order)).toMatchObject({ state: 'expired' });
  });

  test('a quote that stands for longer by itself can be paid for until its end', async () => {
    const { quote, pay, pass, atBank, database, clock } = await open();
    const order = await quote();
    const expires_at = clock.now() + 2 * hour;
    await database.db.updateTable('orders').set({ expires_at }).where('id', '=', order.id).execute();
    await pay('zarinpal', order.id);
    await pass(50 * minute);
    const { id } = await pay('zarinpal', order.id);
    await pass(minute);
    expect(await atBank(id)).toBe('zarinpal-1');
  });

  test('money that comes when the hold is over stays in the wallet', async () => {
    const { quote, pay, atBank, provider, pass, read, stands, shop } = await open();
    const order = await quote();
    const payment = await pay('zarinpal', order.id);
    const reference = await atBank(payment.id);
    provider.say({ kind: 'unsure', why: 'no answer in 15 s' });
    await pass(41 * minute);
    provider.say(null);
    provider.pay(reference);
    await pass(10 * minute);
    expect(await read(payment.id)).toMatchObject({ state: 'paid', bought: false });
    expect(await stands(order)).toMatchObject({ state: 'expired' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: payment.amount, held: 0 });
  });

  test('a tap within the quote’s own time buys, and the payment for it stays in the wallet', async () => {
    const { quote, pay, atBank, provider, pass, read, confirm, grant } = await open();
    const order = await quote();
    const payment = await pay('zarinpal', order.id);
    const reference = await atBank(payment.id);
    await grant(order.total);
    expect(await confirm(order.id)).toMatchObject({ ok: true, value: { state: 'confirmed' } });
    provider.pay(reference);
    await pass(minute);
    expect(await read(payment.id)).toMatchObject({ state: 'paid', bought: false });
  });

  test('an order that is over after its payer saw the bank: the same link leads there no more', async () => {
    const { quote, pay, atBank, online, pass, provider, shop } = await open();
    const order = await quote();
    const payment = await pay('zarinpal', order.id);
    const reference = await atBank(payment.id);
    await shop.orders.cancel(order.id, buyerId);
    expect(await online.forward(payment.id)).toMatchObject({ url: null, payment: { state: 'expired' } });
    // Paid in the tab that was open: booked.
    provider.pay(reference);
    await pass(hour);
    expect(await online.find(payment.id)).toMatchObject({ state: 'paid', bought: false });
  });

  test('an order that is cancelled is not paid for again', async () => {
    const { quote, pay, atBank, online, pass, payBy, shop } = await open();
    const order = await quote();
    const payment = await pay('zarinpal', order.id);
    await atBank(payment.id);
    await online.returned(payment.id);
    await pass(minute);
    await shop.orders.cancel(order.id, buyerId);
    expect(await payBy('zarinpal', order.id)).toEqual({ ok: false, error: { code: 'order-not-open' } });
    expect(await online.forward(payment.id)).toMatchObject({ url: null, payment: { state: 'expired' } });
  });
});
