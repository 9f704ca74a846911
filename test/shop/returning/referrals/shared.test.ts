import { describe, expect, test } from 'vitest';
import { sampledDatabases } from '#test/support/length.ts';
import { makePromo } from '#test/support/promo-codes.ts';
import { settleAll } from '#test/support/settling.ts';
import { newUpdate, openWorld, ownerId, rangedTopUpId, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const [referrer, friend] = [300, 301];
const item = { kind: 'product', productId: rangedTopUpId, amount: 100_000 } as const;
const [shared, other] = ['989121110000', '989121110009'];

/** docs/prices.md: two people who bought for the same mobile number are taken for one; it earns nothing, for good. */
describe.each(sampledDatabases())('an invitation of someone with the same phone, on %s', (kind) => {
  const place = useDatabase(kind);
  const meet = (world: ShopWorld, id: number, referralCode?: string) =>
    world.shop.people.loadOrCreate({ id, name: `Person ${id}`, language: 'fa', referralCode });
  async function buy(world: ShopWorld, buyer: number, mobile: string): Promise<void> {
    await world.buy({ buyer, mobile, item });
    await settleAll(world);
  }
  async function open(isOn: boolean): Promise<ShopWorld> {
    const world = await openWorld(place.database);
    await meet(world, referrer);
    await world.shop.referrals.change(ownerId, { isOn, points: 1_000, days: 30 });
    await meet(world, friend, await world.shop.referrals.link(referrer));
    await buy(world, referrer, shared);
    return world;
  }
  const earned = async (world: ShopWorld) => (await world.shop.referrals.summary(referrer)).earned;

  test('earns nothing after both bought for it', async () => {
    const world = await open(true);
    await buy(world, friend, shared);
    await buy(world, friend, other);
    expect(await earned(world)).toBe(0);
  });

  test('earns nothing, also when the program was off at that time', async () => {
    const world = await open(false);
    await buy(world, friend, shared);
    await world.shop.referrals.change(ownerId, { isOn: true });
    await buy(world, friend, other);
    expect(await earned(world)).toBe(0);
  });

  test('earns nothing after the data of its maker was deleted, which hides the phone', async () => {
    const world = await open(true);
    expect(await world.shop.deletion.run(referrer)).toMatchObject({ ok: true });
    await buy(world, friend, shared);
    await buy(world, friend, other);
    expect(await earned(world)).toBe(0);
    // It is not said to be a phone of both.
    expect((await world.shop.referrals.report(30, 5)).referrers).toMatchObject([{ id: referrer, people: 1, void: 0 }]);
  });

  test('earns nothing, also when that purchase was free by a code', async () => {
    const world = await open(true);
    await makePromo(world, { value: { kind: 'percent', points: 10_000 } });
    const wanted = { item, mobile: shared, simType: 'prepaid' } as const;
    const quoted = await world.shop.orders.quote({
      idempotencySource: newUpdate(),
      buyerId: friend,
      wanted,
      promo: 'NOWRUZ',
    });
    if (!quoted.ok) throw new Error(quoted.error.code);
    const press = { orderId: quoted.value.id, by: friend, idempotencySource: newUpdate(), messageId: null };
    expect(await world.shop.orders.confirm(press)).toMatchObject({ ok: true, value: { charge: 0 } });
    await settleAll(world);
    await buy(world, friend, other);
    expect(await earned(world)).toBe(0);
  });
});
