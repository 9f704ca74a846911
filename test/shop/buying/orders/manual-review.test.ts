import { describe, expect, test } from 'vitest';
import type { Order } from '#shop/buying/orders/order.ts';
import { minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, openWorld, ownerId, type ShopWorld, strangerId, useDatabase } from '#test/support/shop.ts';

const helperId = 300;

/** Every answer of this gateway goes to review. */
const unrecognised = { successPattern: /was delivered/ };

async function inReview(world: ShopWorld, buyer = buyerId): Promise<Order> {
  const order = await world.buy({ buyer });
  await world.purchaseWorker.runOnce();
  return world.stands(order);
}

describe.each(sampledDatabases())('manual review on %s', (kind) => {
  const place = useDatabase(kind);

  /** A member of the staff that may decide. */
  async function hire({ shop }: ShopWorld, id = helperId): Promise<void> {
    await shop.people.loadOrCreate({ id, name: 'Helper', language: 'en' });
    const invited = await shop.staff.invite(`hire:${id}`, ownerId, { role: 'support', dailyCredit: 0, decides: true });
    if (!invited.ok) return expect.fail(invited.error.code);
    await shop.staff.join(invited.value.code, id);
  }

  test('lists the oldest first, page by page', async () => {
    const world = await openWorld(place.database, unrecognised);
    const { manualReview } = world.shop;
    expect(await manualReview.inReview(0, 2)).toEqual({ orders: [], more: false });
    const ids: string[] = [];
    for (let nth = 0; nth < 3; nth += 1) {
      world.clock.pass(minute);
      ids.push((await inReview(world)).id);
    }
    await world.quote();
    const pages = [await manualReview.inReview(0, 2), await manualReview.inReview(1, 2)];
    expect(pages.map(({ orders, more }) => [orders.map(({ id }) => id), more])).toEqual([
      [ids.slice(0, 2), true],
      [ids.slice(2), false],
    ]);
    expect(await manualReview.reviews()).toBe(3);
  });

  test('is for owners and for staff that decide', async () => {
    const world = await openWorld(place.database, unrecognised);
    const { id: orderId } = await inReview(world);
    await hire(world);
    const decide = (by: number) => world.shop.manualReview.decide({ orderId, by, to: 'delivered', why: 'asked' });
    for (const by of [strangerId, buyerId])
      expect(await decide(by)).toEqual({ ok: false, error: { code: 'not-allowed' } });
    await world.shop.staff.change(ownerId, helperId, { decides: false });
    expect(await decide(helperId)).toEqual({ ok: false, error: { code: 'not-allowed' } });
    expect(await world.shop.manualReview.reviews()).toBe(1);
    await world.shop.staff.change(ownerId, helperId, { decides: true });
    expect(await decide(helperId)).toMatchObject({ ok: true, value: { state: 'delivered' } });
  });

  test('of their own orders staff decide nothing', async () => {
    const world = await openWorld(place.database, unrecognised);
    await hire(world, buyerId);
    const { id: orderId } = await inReview(world);
    const before = await world.shop.wallet.read(buyerId);
    const decision = { orderId, by: buyerId, to: 'rejected', why: 'mine' } as const;
    expect(await world.shop.manualReview.decide(decision)).toEqual({ ok: false, error: { code: 'own-wallet' } });
    expect(await world.shop.manualReview.reviews()).toBe(1);
    expect(await world.shop.wallet.read(buyerId)).toEqual(before);
  });

  test('the first decision stands, and is in the audit trail', async () => {
    const world = await openWorld(place.database, unrecognised);
    await hire(world);
    const { id: orderId, code, total } = await inReview(world);
    const decide = (by: number, to: 'delivered' | 'rejected', why: string) =>
      world.shop.manualReview.decide({ orderId, by, to, why });
    expect(await decide(helperId, 'rejected', 'not at the operator')).toMatchObject({ value: { state: 'rejected' } });
    expect(await decide(ownerId, 'delivered', 'too late')).toMatchObject({ ok: true, value: { state: 'rejected' } });
    expect(await world.shop.wallet.read(buyerId)).toMatchObject({ balance: total, held: 0 });
    const { entries } = await world.shop.audit.list(0, 10, { actions: ['decide'] });
    const why = 'not at the operator';
    expect(entries).toMatchObject([
      { actorId: helperId, personId: buyerId, details: { order: orderId, code, to: 'rejected', why } },
    ]);
    expect((await world.shop.orders.events(orderId)).at(-1)).toMatchObject({ actor: `person:${helperId}`, why });
  });

  test('decides no order that is not in review', async () => {
    const world = await openWorld(place.database);
    const quoted = await world.quote();
    const decide = (orderId: string) =>
      world.shop.manualReview.decide({ orderId, by: ownerId, to: 'delivered', why: 'asked' });
    expect(await decide(quoted.id)).toMatchObject({ ok: true, value: { state: 'quoted' } });
    expect(await decide('none')).toEqual({ ok: false, error: { code: 'order-unknown' } });
    expect(await world.stands(quoted)).toEqual(quoted);
  });
});
