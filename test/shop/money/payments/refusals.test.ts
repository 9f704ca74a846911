import { describe, expect, test } from 'vitest';
import { mostRials } from '#domain/money.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import {
  buyerId,
  newUpdate,
  openWorld,
  ownerId,
  strangerId,
  subscriber,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const refused = (code: string) => ({ ok: false, error: { code } });

describe.each(sampledDatabases())('what is refused about payments on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const world = await openWorld(place.database);
    const { card, cards, decisions } = world.shop.payments;
    await world.shop.people.loadOrCreate({ id: buyerId, name: 'Sara', language: 'en' });
    const added = await cards.add(ownerId, { number: '6037997599999993', holder: 'Sara Ahmadi' });
    const cardId = added.ok ? added.value.id : 0;
    /** Its slip was sent. */
    async function transfer(orderId: string | null = null, amount = 500_000): Promise<{ id: string; amount: number }> {
      const opened = await card.open({ source: newUpdate(), by: buyerId, amount, orderId });
      if (!opened.ok) return expect.fail(opened.error.code);
      await card.submit(buyerId, { kind: 'photo', content: 'slip' }, newUpdate());
      return opened.value.payment;
    }
    const paid = async (id: string) => decisions.approve({ paymentId: id, by: ownerId });
    const balance = async () => (await world.shop.wallet.read(buyerId)).balance;
    return { ...world, card, cards, cardId, decisions, transfer, paid, balance };
  }

  test('decisions of others, of nothing, and with an amount that is none', async () => {
    const { decisions, transfer, balance } = await open();
    const { id: paymentId } = await transfer();
    for (const by of [strangerId, buyerId]) {
      expect(await decisions.approve({ paymentId, by })).toMatchObject(refused('not-allowed'));
      expect(await decisions.reject({ paymentId, by, reason: 'not-found' })).toMatchObject(refused('not-allowed'));
    }
    const by = ownerId;
    expect(await decisions.approve({ paymentId: 'none', by })).toMatchObject(refused('payment-unknown'));
    expect(await decisions.reject({ paymentId: 'none', by, reason: 'not-found' })).toMatchObject(
      refused('payment-unknown'),
    );
    for (const amount of [0, -10, 1.5, mostRials + 1])
      expect(await decisions.approve({ paymentId, by, amount })).toMatchObject(refused('amount-invalid'));
    expect(await balance()).toBe(0);
    expect(await decisions.approve({ paymentId, by, amount: mostRials })).toMatchObject({ ok: true });
    expect(await balance()).toBe(mostRials);
  });

  test('a transfer to no card', async () => {
    const { card, cards, cardId } = await open();
    await cards.switch(ownerId, cardId, false);
    const request = { by: buyerId, amount: 500_000, orderId: null };
    expect(await card.open({ ...request, source: newUpdate() })).toMatchObject(refused('method-closed'));
  });

  test('paying back: by an owner, something, and no more than was paid and is there', async () => {
    const { shop, transfer, paid, balance } = await open();
    const { payBack } = shop.payments;
    const { id: paymentId, amount } = await transfer();
    const back = { paymentId, by: ownerId, key: 'one', amount: 100_000, note: 'by card' };
    expect(await payBack.draft(back)).toMatchObject(refused('payment-not-open'));
    await paid(paymentId);
    for (const take of [payBack.draft, payBack.payBack]) {
      expect(await take({ ...back, by: strangerId })).toMatchObject(refused('not-allowed'));
      expect(await take({ ...back, paymentId: 'none' })).toMatchObject(refused('payment-unknown'));
      for (const wrong of [0, -10, 1.5, amount + 1])
        expect(await take({ ...back, amount: wrong })).toMatchObject(refused('amount-out-of-range'));
    }
    expect(await balance()).toBe(amount);
    expect(await payBack.payBack(back)).toMatchObject({ ok: true, value: { moved: true } });
    const rest = { ...back, key: 'two', amount: amount - 100_000 };
    expect(await payBack.draft({ ...rest, amount: rest.amount + 1 })).toMatchObject(refused('amount-out-of-range'));
    await shop.wallet.take({ key: 'spent', personId: buyerId, amount: 10, actor: 'test', note: null });
    expect(await payBack.payBack(rest)).toMatchObject({ error: { code: 'wallet-too-small', missing: 10 } });
    await shop.wallet.grant({ key: 'found', personId: buyerId, amount: 10, actor: 'test', note: null });
    expect(await payBack.payBack(rest)).toMatchObject({ ok: true });
    expect(await balance()).toBe(0);
  });

  test('an order of a list, of another person, or one that is over: the money stays in the wallet', async () => {
    const world = await open();
    const { shop, clock, transfer, paid, balance, database } = world;
    const item = { kind: 'product', productId: topUpId, amount: null } as const;
    const theirs = await shop.orders.quote({
      idempotencySource: newUpdate(),
      buyerId: strangerId,
      wanted: { item, mobile: subscriber, simType: 'prepaid' },
    });
    const ofList = await world.quote();
    await database.db.updateTable('orders').set({ batch_id: 'list' }).where('id', '=', ofList.id).execute();
    let sum = 0;
    for (const orderId of [ofList.id, theirs.ok ? theirs.value.id : '']) {
      const { id, amount } = await transfer();
      await database.db.updateTable('payments').set({ order_id: orderId }).where('id', '=', id).execute();
      sum += amount;
      expect(await paid(id)).toMatchObject({ value: { payment: { bought: false, keptWhy: null } } });
      const row = database.db.selectFrom('orders').select('state').where('id', '=', orderId);
      expect(await row.executeTakeFirst()).toEqual({ state: 'quoted' });
    }
    const over = await world.quote();
    const { id, amount } = await transfer(over.id);
    clock.pass(72 * hour);
    await world.expiryWorker.runOnce();
    clock.pass(minute);
    // Nothing to tell owners of: its time was over.
    expect(await paid(id)).toMatchObject({ value: { payment: { bought: false, keptWhy: null } } });
    expect(await balance()).toBe(sum + amount);
  });
});
