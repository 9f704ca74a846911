import { describe, expect, test } from 'vitest';
import { dayOf } from '#domain/calendar.ts';
import { noticeAt } from '#domain/schedule.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import { at, delivered, openPlannedWorld } from '#test/shop/returning/plans/planned.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { buyerId, openWorld, ownerId, subscriber, useDatabase } from '#test/support/shop.ts';

const item = { kind: 'offer', code: '40100', type: 'DATA' } as const;
const endOf = (order: Order) => dayOf(order.endedAt ?? 0) + (order.days ?? 0);

describe.each(sampledDatabases())('after a reversal on %s', (kind) => {
  const place = useDatabase(kind);

  test('My orders still shows every order', async () => {
    const world = await openWorld(place.database);
    const bought: Order[] = [];
    for (let nth = 0; nth < 6; nth += 1) {
      world.clock.pass(minute);
      bought.push(await world.buy());
    }
    await settleAll(world);
    const pages = async () => {
      const first = await world.shop.orders.ofBuyer(buyerId, 0);
      const ids = first.orders.map(({ id }) => id);
      for (let page = 1; page < first.pages; page += 1)
        ids.push(...(await world.shop.orders.ofBuyer(buyerId, page)).orders.map(({ id }) => id));
      return new Set(ids);
    };
    const all = new Set(bought.map(({ id }) => id));
    expect(await pages()).toEqual(all);
    expect((await world.shop.reverse(bought[5]?.id ?? '', ownerId)).ok).toBe(true);
    expect(await pages()).toEqual(all);
  });

  test('later pages skip no order and show none twice, over several days', async () => {
    const world = await openWorld(place.database);
    const bought: Order[] = [];
    for (let day = 0; day < 3; day += 1) {
      for (let nth = 0; nth < 4; nth += 1) {
        world.clock.pass(minute);
        bought.push(await world.buy());
      }
      await settleAll(world);
      world.clock.pass(24 * hour);
    }
    for (const order of bought.slice(8)) await world.shop.reverse(order.id, ownerId);
    const ids: string[] = [];
    for (let page = 0; page < 3; page += 1)
      ids.push(...(await world.shop.orders.ofBuyer(buyerId, page)).orders.map(({ id }) => id));
    expect(ids).toHaveLength(bought.length);
    expect(new Set(ids)).toEqual(new Set(bought.map(({ id }) => id)));
  });

  test('a package that was taken back is not reminded of', async () => {
    const world = await openPlannedWorld(place.database);
    const order = await delivered(world, { item });
    await world.shop.reverse(order.id, ownerId);
    await at(world, noticeAt(endOf(order)));
    expect(world.messages.filter(({ alert }) => alert.kind === 'package-ending')).toEqual([]);
  });

  test('a package that was taken back does not stand for a renewal', async () => {
    const world = await openPlannedWorld(place.database);
    const first = await delivered(world, { item });
    world.clock.pass(5 * 24 * hour);
    const second = await delivered(world, { item });
    await world.shop.reverse(second.id, ownerId);
    await at(world, noticeAt(endOf(first)));
    expect(world.messages.filter(({ alert }) => alert.kind === 'package-ending')).toHaveLength(1);
  });

  test('what came back is not spent: the daily limit is free again', async () => {
    const world = await openWorld(place.database, { dailyLimits: { customer: 11_000, agent: null } });
    const order = await world.buy();
    await settleAll(world);
    await world.shop.reverse(order.id, ownerId);
    expect(await world.shop.dailyLimit.today(buyerId)).toMatchObject({ left: 11_000 });
  });

  test('no warning that the same was bought minutes ago', async () => {
    const world = await openWorld(place.database);
    const order = await world.buy();
    await settleAll(world);
    await world.shop.reverse(order.id, ownerId);
    const again = await world.quote({ mobile: subscriber });
    expect((await world.shop.orders.beforeConfirming(again)).recentDuplicate).toBeNull();
  });
});
