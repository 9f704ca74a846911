import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Verification } from '#payments/provider.ts';
import { databaseKinds } from '#test/support/databases.ts';
import {
  buyerId,
  countRows,
  newNumber,
  newUpdate,
  openWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

describe.each(databaseKinds)('an order paid by invoice on %s', (kind) => {
  const place = useDatabase(kind);

  test('is confirmed by its payment, once, however often the payment is told', async () => {
    const { shop, quote, stands } = await openWorld(place.database);
    const order = await quote();
    const payment = { chargeId: 'charge', payload: order.id, by: buyerId, amount: order.total };
    const told = await Promise.all(Array.from({ length: 10 }, () => shop.payments.invoices.paid(payment)));
    expect(told.filter((paid) => paid.kind === 'confirmed')).toHaveLength(1);
    expect(told.filter((paid) => paid.kind === 'seen')).toHaveLength(9);
    expect(await stands(order)).toMatchObject({ state: 'confirmed' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 11_000 });
  });

  test('a payment for what cannot be bought any more stays in the wallet', async () => {
    const { shop, quote } = await openWorld(place.database);
    const [cancelled, theirs] = [await quote(), await quote({ buyer: strangerId })];
    await shop.orders.cancel(cancelled.id, buyerId);
    for (const [at, orderId] of [cancelled.id, theirs.id, 'nothing'].entries()) {
      const paid = await shop.payments.invoices.paid({
        chargeId: `charge ${at}`,
        payload: orderId,
        by: buyerId,
        amount: 11_000,
      });
      expect(paid.kind).toBe('kept');
    }
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 33_000, held: 0 });
    expect(await countRows(place.database)).toMatchObject({ ledger: 3 });
  });

  test('a payment that comes in the middle of a confirmation waits for it; neither is lost', async () => {
    const { shop, quote } = await openWorld(place.database);
    const order = await quote();
    await shop.wallet.grant({ key: 'one', personId: buyerId, amount: 11_000, actor: 'owner', note: null });
    const payments: ReturnType<typeof shop.payments.invoices.paid>[] = [];
    await place.database.transaction(async (tx) => {
      // As confirming does: first the order, then the wallet.
      await tx.updateTable('orders').set({ attempts: 0 }).where('id', '=', order.id).execute();
      payments.push(
        shop.payments.invoices.paid({ chargeId: 'charge', payload: order.id, by: buyerId, amount: 11_000 }),
      );
      if (kind === 'postgres') {
        const waiting = async () => (await sql`select 1 from pg_locks where not granted`.execute(tx)).rows.length;
        await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
      }
      await shop.wallet.hold(tx, { ...order, id: 'another order' }, 'test');
    });
    expect(await Promise.all(payments)).toMatchObject([{ kind: 'confirmed' }]);
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 22_000, held: 22_000 });
  });

  test('for the wallet is stored before it is sent, credited once, and a second charge of it is money as well', async () => {
    const { shop } = await openWorld(place.database);
    const { invoices } = shop.payments;
    const request = { source: 'tap', by: buyerId, amount: 200_000, orderId: null };
    const { id: payload } = await invoices.open(request);
    expect(await invoices.open(request)).toMatchObject({ id: payload, state: 'asked' });
    expect(await invoices.mayPay(payload, buyerId, 200_000)).toEqual({ ok: true, value: null });
    expect(await invoices.mayPay(payload, buyerId, 199_990)).toMatchObject({ error: { code: 'invoice-stale' } });
    expect(await invoices.mayPay(payload, strangerId, 200_000)).toMatchObject({ ok: false });
    const charge = { chargeId: 'one', payload, by: buyerId, amount: 200_000 };
    const told = await Promise.all([invoices.paid(charge), invoices.paid(charge), invoices.paid(charge)]);
    expect(told.map(({ kind: how }) => how).toSorted()).toEqual(['kept', 'seen', 'seen']);
    expect(await invoices.mayPay(payload, buyerId, 200_000)).toMatchObject({ error: { code: 'invoice-stale' } });
    expect(await invoices.paid({ ...charge, chargeId: 'two' })).toMatchObject({ kind: 'kept' });
    expect(await invoices.paid({ ...charge, chargeId: 'two' })).toMatchObject({ kind: 'seen' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 400_000 });
    expect((await shop.wallet.statement(buyerId, 0, 5)).map(({ key }) => key)).toEqual(['payment:two', 'payment:one']);
  });

  test('the messenger is asked about transactions whose message does not come; each counts once', async () => {
    const { shop, clock } = await openWorld(place.database);
    const { invoices } = shop.payments;
    const answers = new Map<string, Verification>();
    const asked: string[] = [];
    const worker = shop.payments.createWorker({
      inquireInvoice: async ({ reference }) => {
        asked.push(reference);
        return answers.get(reference) ?? { kind: 'unpaid' };
      },
    });
    const amount = 200_000;
    const paid = { kind: 'paid', amount, receipt: null, card: null } as const;
    const open = async (source: string, ...transactions: string[]) => {
      const { id } = await invoices.open({ source, by: buyerId, amount, orderId: null });
      for (const one of transactions)
        expect(await invoices.mayPay(id, buyerId, amount, one)).toEqual({ ok: true, value: null });
      return id;
    };
    const balance = async () => (await shop.wallet.read(buyerId)).balance;

    // The sheet was opened twice and paid the second time; both are asked about.
    const payload = await open('tap', 'first', 'second', 'second');
    await worker.runOnce();
    expect(asked).toEqual([]);
    answers.set('second', paid);
    clock.pass(61_000);
    await worker.runOnce();
    expect(new Set(asked)).toEqual(new Set(['first', 'second']));
    expect(await balance()).toBe(amount);
    // The message comes after all, twice, and once under a name that was never heard.
    for (const chargeId of ['second', 'second', 'unheard'])
      expect(await invoices.paid({ chargeId, payload, by: buyerId, amount, inquiry: true })).toMatchObject({
        kind: 'seen',
      });
    expect(await balance()).toBe(amount);
    // So does the first one: that is money as well.
    answers.set('first', paid);
    clock.pass(3_600_000);
    await worker.runOnce();
    expect(await balance()).toBe(2 * amount);

    // Another amount waits for an owner; no answer is asked again; the message settles it.
    await open('other', 'less');
    const silent = await open('silent', 'silent');
    answers.set('less', { ...paid, amount: 1_000 }).set('silent', { kind: 'unsure', why: 'no answer' });
    clock.pass(61_000);
    await worker.runOnce();
    expect(await shop.payments.queries.countWaiting()).toBe(2);
    const charge = { chargeId: 'silent', payload: silent, by: buyerId, amount, inquiry: true };
    expect(await invoices.paid(charge)).toMatchObject({ kind: 'kept' });
    expect(await balance()).toBe(3 * amount);
  });

  test('at the last moment everything is looked at again', async () => {
    const { shop, quote, market, database } = await openWorld(place.database);
    const { invoices } = shop.payments;
    const ask = (orderId: string, amount: number) =>
      invoices.open({ source: newUpdate(), by: buyerId, amount, orderId });
    const look = (
      { id, amount }: { readonly id: string; readonly amount: number },
      transaction: string | null = null,
    ) => invoices.mayPay(id, buyerId, amount, transaction);
    const rowOf = ({ id }: { readonly id: string }) =>
      database.db
        .selectFrom('payments')
        .select(['hold_until', 'reference'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const order = await quote();
    const invoice = await ask(order.id, order.charge);
    expect(await look(invoice)).toEqual({ ok: true, value: null });
    expect(await rowOf(invoice)).toEqual({ hold_until: expect.any(Number), reference: null });
    await shop.wallet.grant({ key: 'some', personId: buyerId, amount: 10, actor: 'owner', note: null });
    expect(await look(invoice, 'late')).toEqual({ ok: false, error: { code: 'invoice-stale' } });
    // The messenger is not asked about a transaction that was refused.
    expect(await rowOf(invoice)).toMatchObject({ reference: null });
    const other = await quote({ mobile: newNumber() });
    const dearer = await ask(other.id, other.charge - 10);
    market.products.set(topUpId, { price: 12_000 });
    expect(await look(dearer)).toMatchObject({ error: { code: 'price-moved' } });
    market.products.delete(topUpId);
    await shop.orders.cancel(other.id, buyerId);
    expect(await look(dearer)).toEqual({ ok: false, error: { code: 'order-not-open' } });
    expect(await invoices.mayPay(dearer.id, strangerId, dearer.amount)).toEqual({
      ok: false,
      error: { code: 'order-not-yours' },
    });
  });

  test('given up while the messenger takes the money: it is asked about all the same, and booked once', async () => {
    const { shop, clock } = await openWorld(place.database);
    const { invoices, cancel } = shop.payments;
    const amount = 200_000;
    const worker = shop.payments.createWorker({
      inquireInvoice: async () => ({ kind: 'paid', amount, receipt: null, card: null }),
    });
    const { id } = await invoices.open({ source: 'tap', by: buyerId, amount, orderId: null });
    await invoices.mayPay(id, buyerId, amount, 'transaction');
    expect(await cancel(buyerId, id)).toMatchObject({ state: 'expired' });
    expect(await invoices.mayPay(id, buyerId, amount, 'another')).toMatchObject({ error: { code: 'invoice-stale' } });
    clock.pass(61_000);
    await worker.runOnce();
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: amount });
    const charge = { chargeId: 'transaction', payload: id, by: buyerId, amount, inquiry: true };
    expect(await invoices.paid(charge)).toMatchObject({ kind: 'seen' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: amount });
  });

  test('that the ledger has already is not booked again', async () => {
    const { shop, quote } = await openWorld(place.database);
    const order = await quote();
    await shop.wallet.pay({ key: 'old', personId: buyerId, amount: 11_000, actor: 'person:100', note: order.id });
    const charge = { chargeId: 'old', payload: order.id, by: buyerId, amount: 11_000 };
    expect(await shop.payments.invoices.paid(charge)).toMatchObject({ kind: 'seen' });
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 11_000, held: 0 });
    expect(await countRows(place.database)).toMatchObject({ payments: 0, ledger: 1 });
  });
});
