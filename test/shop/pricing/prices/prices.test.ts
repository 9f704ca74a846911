import { describe, expect, test } from 'vitest';
import { tally } from '#shop/buying/bulk/batch.ts';
import { createInboxStore } from '#storage/inbox.ts';
import { hour, minute } from '#test/support/clock.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { addRule } from '#test/support/price-rules.ts';
import {
  buyerId,
  newNumber,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const ranged = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;
const gave = { actor: 'owner', note: null } as const;

describe.each(sampledDatabases())('what a buyer pays on %s', (kind) => {
  const place = useDatabase(kind);
  const fund = ({ shop }: ShopWorld, amount: number, personId = buyerId) =>
    shop.wallet.grant({ key: `fund ${personId} ${amount}`, personId, amount, ...gave });
  const confirm = ({ shop }: ShopWorld, orderId: string, by = buyerId) =>
    shop.orders.confirm({ orderId, by, idempotencySource: `tap ${orderId}`, messageId: null });
  async function meet(
    { shop, database }: ShopWorld,
    id: number,
    role: 'customer' | 'agent',
    tier: number | null = null,
  ) {
    await shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'fa' });
    await database.db.updateTable('people').set({ role, tier_id: tier }).where('id', '=', id).execute();
  }

  test('without rules it is the total, and what the shop earns is unknown', async () => {
    const world = await openWorld(place.database);
    expect(await world.quote()).toMatchObject({
      ...{ total: 11_000, charge: 11_000, priceName: null },
      ...{ cost: null, profit: null },
    });
  });

  test('a discount is held and captured; the gateway is sent the total', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 250 });
    await addRule(place.database, { target: 'gateway', basis_points: 400 });
    const order = await world.quote();
    expect(order).toMatchObject({ total: 11_000, charge: 10_730, cost: 10_560, profit: 170 });
    await fund(world, 10_730);
    expect(await confirm(world, order.id)).toMatchObject({ ok: true });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 10_730, held: 10_730, available: 0 });
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered', charge: 10_730 });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    expect(await world.sandbox.purchases()).toMatchObject([{ price: 11_000, outcome: 'bought' }]);
    await expectNothingHalfWritten(world);
  });

  test('a fee is held as well, and given back when the gateway says no', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: -150, name: 'Service' });
    const order = await world.quote();
    expect(order).toMatchObject({ total: 11_000, charge: 11_170, priceName: 'Service' });
    await fund(world, 11_169);
    expect(await confirm(world, order.id)).toMatchObject({
      error: { failure: { code: 'wallet-too-small', missing: 1 } },
    });
    await fund(world, 1);
    expect(await confirm(world, order.id)).toMatchObject({ ok: true });
    await place.database.db.updateTable('orders').set({ body: '' }).execute();
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'rejected' });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 11_170, held: 0 });
    expect(await world.shop.wallet.findLedgerMismatches()).toEqual([]);
  });

  test('person before tier before role; an owner pays the total', async () => {
    const world = await openWorld(place.database);
    const [agent, tiered, own, formerAgent] = [501, 502, 503, 504];
    await meet(world, agent, 'agent');
    await meet(world, tiered, 'agent', 7);
    await meet(world, own, 'agent', 7);
    await meet(world, formerAgent, 'customer', 7);
    await addRule(place.database, { target: 'customer', basis_points: -100 });
    await addRule(place.database, { target: 'agent', basis_points: 100 });
    await addRule(place.database, { target: 'tier', target_id: 7, basis_points: 200 });
    await addRule(place.database, { target: 'tier', target_id: 8, basis_points: 9_000 });
    await addRule(place.database, { target: 'person', target_id: own, basis_points: 300 });
    await addRule(place.database, { target: 'person', target_id: 999, basis_points: 9_000 });
    const charges = [];
    for (const buyer of [strangerId, agent, tiered, own, formerAgent, ownerId]) {
      charges.push((await world.quote({ buyer, item: ranged(100_000) })).charge);
    }
    expect(charges).toEqual([101_000, 99_000, 98_000, 97_000, 101_000, 100_000]);
  });

  test('rules that were read with the chat are those of the table, for the length of an update', async () => {
    const world = await openWorld(place.database);
    const { shop, quote, clock } = world;
    const { now } = clock;
    const store = createInboxStore({ database: place.database, now, owner: 'one', leaseMs: hour, mostOfChat: 120 });
    const buyers = [501, 502, 503, strangerId, ownerId];
    await meet(world, 501, 'agent');
    await meet(world, 502, 'agent', 7);
    await meet(world, 503, 'customer', 7);
    const rules = [
      { target: 'gateway', basis_points: 350 },
      { target: 'customer', basis_points: -100 },
      { target: 'agent', basis_points: 100 },
      { target: 'tier', target_id: 7, basis_points: 200 },
      { target: 'tier', target_id: 8, basis_points: 300 },
      { target: 'person', target_id: 501, basis_points: 400, starts_at: now() + hour },
      { target: 'person', target_id: 999, basis_points: 500 },
    ] as const;
    for (const rule of rules) await addRule(place.database, rule);
    const charge = async (buyer: number) => (await quote({ buyer, item: ranged(100_000) })).charge;
    for (const [at, chatId] of buyers.entries()) {
      const fresh = await charge(chatId);
      const update = { id: `update ${at}`, updateId: at, chatId, payload: '{}', always: false };
      const [chat] = (await store.receive([update], 10)).chats;
      const ended = shop.prices.note(chatId, chat?.opening?.priceRules ?? '');
      await addRule(place.database, { target: 'person', target_id: chatId, basis_points: 1_000 });
      expect(await charge(chatId)).toBe(fresh);
      ended();
      expect(await charge(chatId)).toBe(90_000);
    }
    const noted = shop.prices.note(strangerId, null);
    expect(await charge(strangerId)).toBe(100_000);
    clock.pass(hour);
    expect(await charge(strangerId)).toBe(90_000);
    noted();
  });

  test('operator and type narrow a rule; it begins at its start and ends at its end', async () => {
    const world = await openWorld(place.database);
    const at = world.clock.now() + hour;
    await addRule(place.database, { target: 'customer', basis_points: 100, product_type: 'topup' });
    await addRule(place.database, { target: 'customer', basis_points: 200, operator_id: 2 });
    const later = await addRule(place.database, {
      target: 'customer',
      basis_points: 500,
      operator_id: 1,
      starts_at: at,
    });
    expect((await world.quote({ item: ranged(100_000) })).charge).toBe(99_000);
    world.clock.pass(hour);
    expect((await world.quote({ item: ranged(100_000) })).charge).toBe(95_000);
    await place.database.db.updateTable('price_rules').set({ ended_at: at }).where('id', '=', later).execute();
    expect((await world.quote({ item: ranged(100_000) })).charge).toBe(99_000);
  });

  test('an old quote keeps its price when a rule changes; asked for again, it has the new one', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 100 });
    const order = await world.quote();
    const late = await world.quote({ mobile: newNumber() });
    await place.database.db.updateTable('price_rules').set({ ended_at: 1 }).execute();
    await addRule(place.database, { target: 'customer', basis_points: -200 });
    await fund(world, 100_000);
    expect(await confirm(world, order.id)).toMatchObject({ ok: true, value: { charge: 10_890 } });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ held: 10_890 });
    world.clock.pass(11 * minute);
    expect(await confirm(world, late.id)).toMatchObject({
      ok: false,
      error: { failure: { code: 'quote-expired' }, again: { total: 11_000, charge: 11_220 } },
    });
  });

  test('a quote of an earlier version, which is no whole toman, is charged as it was quoted', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 250 });
    const order = await world.quote();
    await place.database.db.updateTable('orders').set({ charge: 10_725 }).execute();
    await fund(world, 10_725);
    expect(await confirm(world, order.id)).toMatchObject({ ok: true, value: { charge: 10_725 } });
    await world.purchaseWorker.runOnce();
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    await expectNothingHalfWritten(world);
  });

  test('when the gateway’s price moves, what the buyer would pay is told and quoted', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 100 });
    const order = await world.quote();
    await fund(world, 100_000);
    world.market.products.set(topUpId, { price: 20_000 });
    expect(await confirm(world, order.id)).toMatchObject({
      ok: false,
      error: {
        failure: { code: 'price-moved', was: 10_890, now: 21_780 },
        again: { total: 22_000, charge: 21_780 },
      },
    });
  });

  test('an invoice asks for what is missing of the charge, and its payment buys', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 500 });
    const order = await world.quote();
    await fund(world, 450);
    expect(await world.shop.payments.invoices.due(order.id, buyerId)).toMatchObject({ value: { amount: 10_000 } });
    const payment = { chargeId: 'charge', payload: order.id, by: buyerId, amount: 10_000 };
    expect(await world.shop.payments.invoices.paid(payment)).toMatchObject({ kind: 'confirmed' });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 10_450, held: 10_450 });
    await expectNothingHalfWritten(world);
  });

  test('a daily limit counts what is paid', async () => {
    const world = await openWorld(place.database, { dailyLimits: { customer: 21_780, agent: null } });
    await addRule(place.database, { target: 'customer', basis_points: 100 });
    await fund(world, 100_000);
    for (let at = 0; at < 2; at += 1) {
      expect(await confirm(world, (await world.quote()).id)).toMatchObject({ ok: true });
    }
    expect(await world.shop.dailyLimit.today(buyerId)).toMatchObject({ left: 0 });
    expect(await confirm(world, (await world.quote()).id)).toMatchObject({
      error: { failure: { code: 'daily-limit', left: 0 } },
    });
  });

  test('a list is charged the sum of its rows, each rounded on its own', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 233 });
    const mobiles = ['989121110001', '989121110002', '989121110003'];
    const draft = await world.shop.batches.draft(
      'update',
      buyerId,
      mobiles.map((mobile) => ({ mobile, problem: null })),
    );
    const priced = await world.shop.batches.price(draft.id, buyerId, ranged(11_005), false);
    if (!priced.ok) throw new Error(priced.error.code);
    // 10,748.5835 each; three times that is 32,245.7505, but rows are rounded on their own.
    expect(priced.value.rows.map(({ order }) => order?.charge)).toEqual([10_750, 10_750, 10_750]);
    expect(tally(priced.value)).toMatchObject({ total: 33_015, charge: 32_250 });
    await fund(world, 32_249);
    expect(await world.shop.batches.confirm(draft.id, buyerId, null, null)).toMatchObject({
      error: { code: 'wallet-too-small', missing: 1 },
    });
    await fund(world, 1);
    expect(await world.shop.batches.confirm(draft.id, buyerId, null, null)).toMatchObject({ ok: true });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ held: 32_250 });
    await world.purchaseWorker.runOnce();
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 0, held: 0 });
    await expectNothingHalfWritten(world);
  });

  test('an owner’s decision moves what was stored, whatever the rules are by then', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 1_000 });
    await fund(world, 30_000);
    await world.sandbox.fault('purchase', 'cut-before');
    const [bought, not] = [await world.quote(), await world.quote({ mobile: newNumber() })];
    for (const { id } of [bought, not]) await confirm(world, id);
    await world.purchaseWorker.runOnce();
    world.clock.pass(25 * hour);
    await world.purchaseWorker.runOnce();
    await place.database.db.updateTable('price_rules').set({ basis_points: -1_000 }).execute();
    const decision = { by: ownerId, why: 'asked the operator' };
    await world.shop.manualReview.decide({ orderId: bought.id, to: 'delivered', ...decision });
    await world.shop.manualReview.decide({ orderId: not.id, to: 'rejected', ...decision });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: 30_000 - 9_900, held: 0 });
    await expectNothingHalfWritten(world);
  });

  test('sums of a day know what was charged, and cost and profit where they are known', async () => {
    const world = await openWorld(place.database);
    await addRule(place.database, { target: 'customer', basis_points: 100 });
    await world.buy();
    await world.purchaseWorker.runOnce();
    await addRule(place.database, { target: 'gateway', basis_points: 300, product_type: 'topup' });
    await world.buy();
    await world.buy({ buyer: strangerId });
    await world.purchaseWorker.runOnce();
    const rows = await place.database.db.selectFrom('daily_sales').selectAll().where('part', '=', 'operator').execute();
    const one = { total: 11_000, discount: 110, cost: 10_670, profit: 220 };
    expect(rows.toSorted((a, b) => a.seller_id - b.seller_id)).toMatchObject([
      { seller_id: 0, count: 3, total: 33_000, discount: 330, known: 2, cost: 2 * one.cost, profit: 2 * one.profit },
      { seller_id: buyerId, count: 2, total: 22_000, discount: 220, known: 1, cost: one.cost, profit: one.profit },
      { seller_id: strangerId, count: 1, known: 1, ...one },
    ]);
    await expectNothingHalfWritten(world);
  });

  test('the database itself takes no negative charge', async () => {
    const world = await openWorld(place.database);
    await world.quote();
    await expect(place.database.db.updateTable('orders').set({ charge: -1 }).execute()).rejects.toThrow();
  });
});
