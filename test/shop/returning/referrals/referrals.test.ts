import { describe, expect, test } from 'vitest';
import { day, minute } from '#test/support/clock.ts';
import { expectNothingHalfWritten } from '#test/support/invariants.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openWorld, ownerId, rangedTopUpId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const [referrer, friend, stranger] = [300, 301, 302];
const item = { kind: 'product', productId: rangedTopUpId, amount: 100_001 } as const;

describe.each(sampledDatabases())('referrals on %s', (kind) => {
  const place = useDatabase(kind);

  /** Their first contact, unless they were met before; with the code of the link that they opened. */
  const meet = (world: Pick<ShopWorld, 'shop'>, id: number, referralCode?: string) =>
    world.shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'fa', referralCode });
  const linkOf = ({ shop }: ShopWorld, id = referrer) => shop.referrals.link(id);
  const recorded = async () => {
    const rows = await place.database.db.selectFrom('referrals').selectAll().orderBy('person_id').execute();
    return rows.map(({ person_id, referrer_id }) => [person_id, referrer_id]);
  };

  /** The referrer was here first; the friend comes by their link. */
  async function open(settings: Partial<{ isOn: boolean; points: number; days: number }> = {}): Promise<ShopWorld> {
    const world = await openWorld(place.database);
    await meet(world, referrer);
    await world.shop.referrals.change(ownerId, { isOn: true, points: 150, days: 30, ...settings });
    world.clock.pass(minute);
    await meet(world, friend, await linkOf(world));
    expect(await recorded()).toEqual([[friend, referrer]]);
    return world;
  }
  async function deliver(world: ShopWorld, buyer = friend, mobile = '989121110000') {
    const order = await world.buy({ buyer, mobile, item });
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'delivered' });
    return order;
  }
  const balance = async (world: ShopWorld, id = referrer) => (await world.shop.wallet.read(id)).balance;

  test('earn a share of what the invited person pays, with the delivery and once; the owner sees it', async () => {
    const world = await open();
    const order = await deliver(world);
    // 1.5 % of 100,001 is 1,500.015.
    expect(await balance(world)).toBe(1_500);
    expect(await world.shop.referrals.summary(referrer)).toEqual({ people: 1, earned: 1_500 });
    expect(await world.shop.referrals.report(30, 8)).toMatchObject({
      whole: { people: 1, earned: 1_500 },
      referrers: [{ id: referrer, name: 'Person 300', void: 0 }],
    });
    const entries = await place.database.db.selectFrom('ledger').selectAll().where('kind', '=', 'referral').execute();
    expect(entries).toMatchObject([{ key: `referral:${order.id}`, order_id: order.id, person_id: referrer }]);
    await expectNothingHalfWritten(world);
  });

  test('settings that two owners change at the same moment are both kept', async () => {
    const world = await open();
    const other = await world.another();
    await Promise.all([
      world.shop.referrals.change(ownerId, { points: 200 }),
      other.shop.referrals.change(ownerId, { days: 7 }),
    ]);
    expect(await world.shop.referrals.settings()).toEqual({ isOn: true, points: 200, days: 7 });
  });

  test('earn nothing by an order that the operator refuses', async () => {
    const world = await open();
    await world.sandbox.fault('purchase', 'rejected', 1);
    const order = await world.buy({ buyer: friend, item });
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'rejected' });
    expect(await balance(world)).toBe(0);
    expect(await world.shop.referrals.summary(referrer)).toEqual({ people: 1, earned: 0 });
  });

  test('a reversed delivery takes it back, returns the charge and leaves the reports, once', async () => {
    const world = await open();
    const order = await deliver(world);
    const before = await balance(world, friend);
    const second = await world.another();
    expect(await world.shop.reverse(order.id, friend)).toMatchObject({ error: { code: 'not-allowed' } });
    await Promise.all([world.shop.reverse(order.id, ownerId), second.shop.reverse(order.id, ownerId)]);
    expect(await world.shop.reverse(order.id, ownerId)).toMatchObject({ ok: true });
    expect(await balance(world, friend)).toBe(before + order.charge);
    expect(await balance(world)).toBe(0);
    expect(await world.shop.referrals.summary(referrer)).toEqual({ people: 1, earned: 0 });
    const today = Math.floor((world.clock.now() + 12_600_000) / day);
    expect(await world.shop.reports.period(null, { from: today, to: today })).toMatchObject({ count: 0, total: 0 });
    await world.alertWorker.runOnce();
    expect(world.alerts.filter((alert) => alert.kind === 'order-reversed')).toHaveLength(1);
    const waits = await world.buy({ buyer: friend, mobile: '989121110000', item });
    expect(await world.shop.reverse(waits.id, ownerId)).toMatchObject({ error: { code: 'order-not-open' } });
    await expectNothingHalfWritten(world);
  });

  test('nothing is earned while it is off, after its time, by an owner’s link, by their own, or by people of before', async () => {
    const world = await open({ isOn: false });
    await deliver(world);
    expect(await balance(world)).toBe(0);
    await world.shop.referrals.change(ownerId, { isOn: true });
    world.clock.pass(31 * day);
    await deliver(world);
    expect(await balance(world)).toBe(0);
    const { referrals } = world.shop;
    await meet(world, ownerId, await linkOf(world));
    await meet(world, stranger, await linkOf(world, ownerId));
    await meet(world, 303, await linkOf(world, 303));
    await meet(world, 304, 'nobody');
    // They were here before, a moment ago or a month: no link brings them any more, nor another one instead.
    for (const id of [referrer, stranger, 303, 304]) await meet(world, id, await linkOf(world, friend));
    await meet(world, friend, await linkOf(world, stranger));
    expect(await recorded()).toEqual([[friend, referrer]]);
    expect(await referrals.change(friend, { isOn: false })).toMatchObject({ error: { code: 'not-allowed' } });
    expect(await referrals.change(ownerId, { points: 0 })).toMatchObject({ error: { code: 'percent-invalid' } });
    expect(await referrals.change(ownerId, { days: 0 })).toMatchObject({ error: { code: 'days-invalid' } });
  });

  test('a purchase within its time earns, however late it is delivered', async () => {
    const world = await open();
    world.clock.pass(29 * day);
    const order = await world.buy({ buyer: friend, item });
    world.clock.pass(2 * day);
    await world.purchaseWorker.runOnce();
    expect(await world.stands(order)).toMatchObject({ state: 'review' });
    await world.shop.manualReview.decide({ orderId: order.id, by: ownerId, to: 'delivered', why: 'asked' });
    expect(await balance(world)).toBe(1_500);
  });

  test('a first contact by a link and one without, at the same moment: the one that is stored first decides', async () => {
    const world = await open();
    const second = await world.another();
    const link = await linkOf(world);
    for (let id = 400; id < 420; id += 1) {
      const [byLink, plain] = await Promise.all([meet(world, id, link), meet(second, id)]);
      expect([byLink.isNew, plain.isNew].filter(Boolean)).toHaveLength(1);
      expect((await recorded()).some(([personId]) => personId === id)).toBe(byLink.isNew === true);
    }
  });

  test('the same phone ends it for good', async () => {
    const world = await open();
    await deliver(world, referrer, '989121110000');
    await deliver(world, friend, '989121110000');
    expect(await balance(world)).toBe(0);
    await deliver(world, friend, '989129990000');
    expect(await balance(world)).toBe(0);
    expect((await world.shop.referrals.report(30, 8)).referrers).toMatchObject([{ void: 1, earned: 0 }]);
  });

  test('the same phone ends it for good also if the friend was first', async () => {
    const world = await open();
    await deliver(world, friend, '989121110000');
    expect(await balance(world)).toBe(1_500);
    await deliver(world, referrer, '989121110000');
    const spent = await balance(world);
    await deliver(world, friend, '989129990000');
    expect(await balance(world)).toBe(spent);
    expect((await world.shop.referrals.report(30, 8)).referrers).toMatchObject([{ void: 1, earned: 1_500 }]);
  });

  test('the same payment card ends it for good', async () => {
    const world = await open();
    for (const personId of [referrer, friend])
      await place.database.db
        .insertInto('payments')
        .values({
          ...{ id: `payment ${personId}`, source: `s${personId}`, person_id: personId, method: 'zibal', amount: 1 },
          ...{ state: 'paid', payer_card: '603799******1112', created_at: 1, expires_at: 1, updated_at: 1 },
        })
        .execute();
    await deliver(world);
    expect(await balance(world)).toBe(0);
    expect((await world.shop.referrals.report(30, 8)).referrers).toMatchObject([{ void: 1, earned: 0 }]);
  });

  test('many deliveries at once, of people who invited each other in a row, are all booked', async () => {
    const world = await open();
    await meet(world, stranger, await linkOf(world, friend));
    const buyers = [referrer, friend, stranger].flatMap((id) => [id, id, id, id]);
    for (const [nth, buyer] of buyers.entries()) await world.buy({ buyer, item, mobile: `98912111${1_000 + nth}` });
    const second = await world.another();
    await Promise.all([world.purchaseWorker.runOnce(), second.purchaseWorker.runOnce()]);
    expect(await world.shop.referrals.summary(referrer)).toEqual({ people: 1, earned: 4 * 1_500 });
    expect(await world.shop.referrals.summary(friend)).toEqual({ people: 1, earned: 4 * 1_500 });
    await expectNothingHalfWritten(world);
  });
});
