import { describe, expect, test } from 'vitest';
import { noticeAt } from '#domain/schedule.ts';
import { settlementPause } from '#domain/settlement.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { at, grant, live, openPlannedWorld, plan, value } from '#test/shop/returning/plans/planned.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { createTestProvider } from '#test/support/provider.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, newNumber, newUpdate, ownerId, topUpId, useDatabase } from '#test/support/shop.ts';

const item = { kind: 'product', productId: topUpId, amount: null } as const;
const mobiles = ['989121111111', '989122222222'];

describe.each(sampledDatabases())('a person who may not buy on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const provider = createTestProvider();
    const setup = { providers: [provider], invoices: true, publicUrl: 'https://shop.example', description: 'order' };
    let meanwhile: (() => Promise<unknown>) | null = null;
    /** What happens while the gateway is asked for the price: after the first look, before the transaction. */
    const gateway = (real: Gateway): Gateway => {
      const interrupt = async () => {
        const happening = meanwhile;
        meanwhile = null;
        await happening?.();
      };
      return {
        ...real,
        filterProducts: async (...asked) => {
          await interrupt();
          return real.filterProducts(...asked);
        },
      };
    };
    const world = await openPlannedWorld(place.database, { payments: setup, gateway });
    const { shop } = world;
    await shop.payments.cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const stop = {
      blocked: () => shop.agents.pause(ownerId, buyerId, 'chargebacks'),
      unsettled: () =>
        place.database.db
          .updateTable('people')
          .set({ paused_why: settlementPause })
          .where('id', '=', buyerId)
          .execute(),
      paused: () => shop.ownerPause.pause(ownerId, 'stocktaking'),
      refused: () => shop.salesPause.pause('gateway', '', 'settler'),
    };
    const during = (happens: () => Promise<unknown>) => {
      meanwhile = happens;
    };
    const bought = async () => {
      await settleAll(world);
      return (await world.sandbox.purchases()).filter(({ outcome }) => outcome === 'bought').length;
    };
    return { ...world, provider, stop, during, bought };
  }

  const reasons = ['blocked', 'unsettled', 'paused', 'refused'] as const;
  const codes = {
    blocked: { code: 'person-paused', reason: 'chargebacks' },
    unsettled: { code: 'person-paused', reason: settlementPause },
    paused: { code: 'selling-paused', reason: 'stocktaking' },
    refused: { code: 'selling-paused', reason: '' },
  } as const;

  test.each(reasons)('%s while the price is checked: neither a tap nor a list is bought', async (reason) => {
    const world = await open();
    const { shop, quote, stop, during, bought } = world;
    await grant(world, 1_000_000);
    const order = await quote();
    during(stop[reason]);
    const tapped = await shop.orders.confirm({ orderId: order.id, by: buyerId, idempotencySource: 't', messageId: 1 });
    expect(tapped).toEqual({ ok: false, error: { failure: codes[reason], again: null } });

    await shop.agents.pause(ownerId, buyerId, null);
    await shop.ownerPause.resume(ownerId);
    await shop.salesPause.resume('gateway');
    const list = await shop.batches.draft(
      'list',
      buyerId,
      mobiles.map((mobile) => ({ mobile, item, problem: null })),
    );
    const { id } = value(await shop.batches.price(list.id, buyerId, item, false));
    during(stop[reason]);
    expect(await shop.batches.confirm(id, buyerId, 7, null)).toEqual({ ok: false, error: codes[reason] });
    expect(await bought()).toBe(0);
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: 1_000_000, held: 0 });
  });

  test.each(reasons)('%s while they pay: the money is in the wallet, and owners hear of it', async (reason) => {
    const { shop, quote, stop, provider, paymentWorker, alertWorker, messages, clock, bought } = await open();
    const { online, card, invoices, decisions, queries } = shop.payments;
    const wish = { by: buyerId, amount: 100_000 };
    const orders = [
      await quote({ mobile: newNumber() }),
      await quote({ mobile: newNumber() }),
      await quote({ mobile: newNumber() }),
    ];
    const [first = '', second = '', third = ''] = orders.map(({ id }) => id);
    const visit = value(await online.open({ ...wish, source: 'a', method: 'zarinpal', orderId: first }));
    const reference = (await online.forward(visit.id))?.payment.reference ?? '';
    const transfer = value(await card.open({ ...wish, source: 'b', orderId: second })).payment;
    await card.submit(buyerId, { kind: 'photo', content: 'slip' }, newUpdate());
    const invoice = await invoices.open({ ...wish, source: 'c', amount: 11_000, orderId: third });

    await stop[reason]();
    provider.pay(reference);
    await online.returned(visit.id);
    clock.pass(minute);
    await paymentWorker.runOnce();
    await decisions.approve({ paymentId: transfer.id, by: ownerId });
    await invoices.paid({ chargeId: 'charge', payload: invoice.id, by: buyerId, amount: 11_000 });

    const ids = [visit.id, transfer.id, invoice.id];
    const payments = await Promise.all(ids.map((id) => queries.one(id)));
    for (const payment of payments)
      expect(payment).toMatchObject({ state: 'paid', bought: false, keptWhy: codes[reason] });
    expect(await bought()).toBe(0);
    const paid = visit.amount + transfer.amount + 11_000;
    expect(await shop.wallet.read(buyerId)).toMatchObject({ balance: paid, held: 0 });
    while ((await alertWorker.runOnce()) > 0);
    const kept = messages.filter(({ alert }) => alert.kind === 'payment-kept');
    expect(kept.map(({ to, alert }) => [to, alert])).toEqual(
      expect.arrayContaining(
        payments.map((payment) => [
          ownerId,
          {
            kind: 'payment-kept',
            paymentId: payment?.id,
            personId: buyerId,
            amount: payment?.credited,
            why: codes[reason].code,
          },
        ]),
      ),
    );
    expect(kept).toHaveLength(3);
  });

  test.each(reasons)('%s while a plan asks for its price: nothing is bought', async (reason) => {
    const world = await open();
    const { during, stop, bought, shop } = world;
    await grant(world, 1_000_000);
    const { id, nextDay } = await plan(world, 'd30', { ceiling: 20_000 });
    expect(await bought()).toBe(1);
    await at(world, noticeAt(nextDay));
    during(stop[reason]);
    await live(world, nextDay);
    expect(await bought()).toBe(1);
    const planned = value(await shop.plans.own(buyerId, id));
    // An unpaid statement is no block: selling continues by itself when it is paid.
    expect(planned.state).toBe(reason === 'blocked' ? 'paused' : 'active');
  });

  test('blocked: pays in what they owe, and nothing else', async () => {
    const { shop, stop, quote } = await open();
    const { methods, online, invoices } = shop.payments;
    const wanted = { amount: 200_000 };
    const wallet = await invoices.open({ source: 'w', by: buyerId, amount: 200_000, orderId: null });
    const asked = value(
      await online.open({ source: 'o', by: buyerId, method: 'zarinpal', amount: 200_000, orderId: null }),
    );
    const order = await quote();
    await stop.blocked();
    const refused = { ok: false, error: codes.blocked };
    expect(await methods.amountFor(buyerId, 'card', wanted)).toEqual(refused);
    expect(await methods.amountFor(buyerId, 'card', { orderId: order.id })).toEqual(refused);
    expect(await invoices.mayPay(wallet.id, buyerId, 200_000)).toEqual(refused);
    expect(await online.forward(asked.id)).toMatchObject({
      url: null,
      payment: { state: 'refused', reason: 'blocked' },
    });

    await shop.wallet.take({ key: 'debt', personId: buyerId, amount: 50_000, actor: 'owner', note: null });
    expect(await methods.amountFor(buyerId, 'card', wanted)).toEqual({
      ok: true,
      value: { amount: 200_000, orderId: null },
    });
    expect(await invoices.mayPay(wallet.id, buyerId, 200_000)).toEqual({ ok: true, value: null });
    expect(await methods.amountFor(buyerId, 'card', { orderId: order.id })).toEqual(refused);
  });
});
