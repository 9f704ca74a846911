import { describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { hour } from '#test/support/clock.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import {
  buyerId,
  openWorld,
  ownerId,
  rangedTopUpId,
  type ShopWorld,
  strangerId,
  topUpId,
  useDatabase,
} from '#test/support/shop.ts';

const ranged = (amount: number) => ({ kind: 'product', productId: rangedTopUpId, amount }) as const;
const nothing = { count: 0, base: 0, vat: 0, total: 0, discount: 0, known: 0, cost: 0, profit: 0 };
const agentId = 300;

async function known({ shop, database }: ShopWorld): Promise<void> {
  for (const [id, name] of [
    [ownerId, 'Owner'],
    [agentId, 'Agent'],
    [buyerId, 'Customer'],
  ] as const) {
    await shop.people.loadOrCreate({ id, name, language: 'en' });
  }
  await database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', agentId).execute();
}

describe.each(sampledDatabases())('figures of a period on %s', (kind) => {
  const place = useDatabase(kind);

  test('name nothing of which all was taken back', async () => {
    const world = await openWorld(place.database);
    await known(world);
    const order = await world.buy({ buyer: agentId });
    await settleAll(world);
    const today = dayOf(world.clock.now());
    const { period } = world.shop.reports;
    expect(await period(null, { from: today, to: today })).toMatchObject({ count: 1, byOperator: [{ count: 1 }] });
    await world.shop.reverse(order.id, ownerId);
    expect(await period(null, { from: today, to: today })).toMatchObject({
      ...{ ...nothing, byOperator: [], byProduct: [] },
      bySeller: { sellers: [], customers: nothing },
    });
  });

  test('are summed by operator, product and seller, the largest first', async () => {
    const world = await openWorld(place.database);
    await known(world);
    const today = dayOf(world.clock.now());
    await world.buy({ item: ranged(40_000), buyer: agentId });
    await world.buy({ buyer: agentId });
    await world.buy({ buyer: buyerId });
    await world.buy({ buyer: strangerId });
    await world.buy({ buyer: ownerId });
    await settleAll(world);
    const whole = await world.shop.reports.period(null, { from: today, to: today });
    const topUps = { count: 4, base: 40_000, vat: 4_000, total: 44_000 };
    const ranges = { count: 1, total: 40_000 };
    const all = { count: 5, total: 84_000 };
    expect(whole).toMatchObject({
      ...all,
      byOperator: [{ operatorId: 1, ...all }],
      byProduct: [
        { productId: topUpId, ...topUps },
        { productId: rangedTopUpId, ...ranges },
      ],
      bySeller: {
        sellers: [
          { id: agentId, name: 'Agent', count: 2, total: 51_000 },
          { id: ownerId, name: 'Owner', count: 1, total: 11_000 },
        ],
        customers: { count: 2, base: 20_000, vat: 2_000, total: 22_000 },
      },
      waiting: { count: 0, total: 0 },
    });
    expect(whole.base + whole.vat).toBe(whole.total);
    const own = await world.shop.reports.period(agentId, { from: today, to: today });
    expect(own).toMatchObject({ count: 2, total: 51_000, bySeller: null });
    expect(own.byProduct.map(({ productId }) => productId)).toEqual([rangedTopUpId, topUpId]);
    expect(await world.shop.reports.today(agentId)).toEqual(own);
  });

  test('count each day once, and days without sales as zero', async () => {
    const world = await openWorld(place.database);
    const first = dayOf(world.clock.now());
    for (const amount of [10_000, 20_000, 40_000]) {
      await world.buy({ item: ranged(amount) });
      await settleAll(world);
      world.clock.pass(48 * hour);
    }
    const { reports } = world.shop;
    const totals = async (from: number, to: number) => (await reports.period(buyerId, { from, to })).total;
    expect([await totals(first, first), await totals(first + 1, first + 1)]).toEqual([10_000, 0]);
    expect([await totals(first, first + 4), await totals(first + 1, first + 9)]).toEqual([70_000, 60_000]);
    const days = await reports.days(buyerId, { from: first - 1, to: first + 4 });
    expect(days.map(({ day, count, total }) => [day - first, count, total])).toEqual([
      [-1, 0, 0],
      [0, 1, 10_000],
      [1, 0, 0],
      [2, 1, 20_000],
      [3, 0, 0],
      [4, 1, 40_000],
    ]);
    expect(await reports.days(null, { from: first - 1, to: first + 4 })).toEqual(days);
    expect(await reports.days(strangerId, { from: first, to: first })).toEqual([
      { day: first, count: 0, vat: 0, total: 0, discount: 0, known: 0, profit: 0 },
    ]);
    expect(await reports.days(null, { from: first, to: first - 1 })).toEqual([]);
  });

  test('show open orders: confirmed, unsure or in review', async () => {
    const world = await openWorld(place.database);
    const day = dayOf(world.clock.now());
    await world.sandbox.fault('purchase', 'cut-before');
    await world.buy();
    await world.purchaseWorker.runOnce();
    world.clock.pass(25 * hour);
    await world.purchaseWorker.runOnce();
    await world.buy({ item: ranged(30_000) });
    await world.purchaseWorker.runOnce();
    await world.buy({ item: ranged(50_000), buyer: strangerId });
    const waiting = async (id: number | null, from: number, to: number) =>
      (await world.shop.reports.period(id, { from, to })).waiting;
    expect(await waiting(buyerId, day, day)).toEqual({ count: 1, total: 11_000 });
    expect(await waiting(buyerId, day, day + 1)).toEqual({ count: 2, total: 41_000 });
    expect(await waiting(null, day, day + 1)).toEqual({ count: 3, total: 91_000 });
    expect(await waiting(null, day + 2, day + 9)).toEqual({ count: 0, total: 0 });
    expect(await world.shop.reports.period(null, { from: day, to: day + 1 })).toMatchObject(nothing);
  });

  test('name a renamed product by its latest name', async () => {
    const world = await openWorld(place.database);
    const { title } = await world.buy();
    await settleAll(world);
    const from = dayOf(world.clock.now());
    world.clock.pass(24 * hour);
    await place.database.db
      .updateTable('daily_sales')
      .set({ title: 'as it was called' })
      .where('part', '=', 'product')
      .execute();
    await world.buy();
    await settleAll(world);
    const { byProduct } = await world.shop.reports.period(buyerId, { from, to: from + 1 });
    expect(byProduct).toMatchObject([{ productId: topUpId, title, count: 2 }]);
  });

  test('of an empty shop are zero', async () => {
    const { shop, clock } = await openWorld(place.database);
    const day = dayOf(clock.now());
    expect(await shop.reports.period(null, { from: day, to: day })).toEqual({
      ...nothing,
      byMethod: [],
      byApi: null,
      byOperator: [],
      byProduct: [],
      bySeller: { sellers: [], customers: nothing },
      waiting: { count: 0, total: 0 },
    });
  });

  test('by payment: what a payment bought, and the rest from wallets', async () => {
    const world = await openWorld(place.database);
    const { shop, clock } = world;
    const paid = await world.quote();
    const charge = { chargeId: 'c1', payload: paid.id, by: paid.buyerId, amount: paid.charge };
    expect(await shop.payments.invoices.paid(charge)).toMatchObject({ kind: 'confirmed' });
    await world.buy({ mobile: '989121234567' });
    await world.buy({ mobile: '989121234568' });
    await world.purchaseWorker.runOnce();
    const day = dayOf(clock.now());
    const { byMethod, total } = await shop.reports.period(null, { from: day, to: day });
    expect(byMethod).toMatchObject([
      { method: null, count: 2, total: 22_000 },
      { method: 'invoice', count: 1, total: 11_000 },
    ]);
    expect(total).toBe(33_000);
    expect((await shop.reports.period(paid.buyerId, { from: day, to: day })).byMethod).toEqual([]);
    await expectNothingHalfWritten(world);
  });
});
