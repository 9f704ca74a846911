import { describe, expect, test } from 'vitest';
import { dayOf, startOf } from '#domain/calendar.ts';
import { noticeAt } from '#domain/schedule.ts';
import type { Order } from '#shop/buying/orders/order.ts';
import {
  at,
  delivered,
  grant,
  kinds,
  openPlannedWorld,
  plan,
  value,
  work,
} from '#test/shop/returning/plans/planned.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { buyerId, type ShopWorld, strangerId, subscriber, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('a reminder on %s', (kind) => {
  const suite = useDatabase(kind);
  const open = () => openPlannedWorld(suite.database);
  /** Of 7 days: every subscriber of operator 2 is offered it. */
  const item = { kind: 'offer', code: '40100', type: 'DATA' } as const;
  const bought = (world: ShopWorld, asked: { mobile?: string; buyer?: number } = {}): Promise<Order> =>
    delivered(world, { item, ...asked });
  const endOf = (order: Order) => dayOf(order.endedAt ?? 0) + (order.days ?? 0);
  const howDone = async (order: Order) =>
    (
      await suite.database.db
        .selectFrom('reminders')
        .select('done_how')
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow()
    ).done_how;

  test('comes the day before a package ends, once', async () => {
    const world = await open();
    const order = await bought(world);
    const endsOn = endOf(order);
    await at(world, noticeAt(endsOn) - minute);
    expect(world.messages).toEqual([]);
    await at(world, noticeAt(endsOn));
    expect(world.messages).toEqual([{ to: buyerId, alert: { kind: 'package-ending', orderId: order.id, endsOn } }]);
    await (await world.another()).planWorker.runOnce();
    await at(world, noticeAt(endsOn) + 25 * hour);
    expect(world.messages).toHaveLength(1);
  });

  test('does not come for a top-up, nor when the number has got another package since', async () => {
    const world = await open();
    await delivered(world);
    const first = await bought(world);
    world.clock.pass(5 * 24 * hour);
    await world.shop.people.loadOrCreate({ id: strangerId, name: 'Ali', language: 'en' });
    const second = await bought(world, { buyer: strangerId });
    await at(world, noticeAt(endOf(first)));
    expect(world.messages).toEqual([]);
    expect(await howDone(first)).toBe('renewed');
    await at(world, noticeAt(endOf(second)));
    expect(world.messages.map(({ to }) => to)).toEqual([strangerId]);
  });

  test('does not come for a mobile package of a TD-LTE number, and no plan buys it again', async () => {
    const world = await open();
    const order = await bought(world);
    const modem = '989411234567';
    for (const table of ['orders', 'reminders'] as const)
      await suite.database.db.updateTable(table).set({ mobile: modem }).execute();
    const schedule = { every: 'days', count: 7 } as const;
    const wanted = { by: buyerId, orderId: order.id, follows: 'same', schedule, ceiling: order.charge } as const;
    expect(await world.shop.plans.create(wanted)).toEqual({ ok: false, error: { code: 'number-only-tdlte' } });
    await at(world, noticeAt(endOf(order)));
    expect(world.messages).toEqual([]);
    expect(await howDone(order)).toBe('not-for-number');
  });

  test('does not come when it is turned off, for a muted number, or when a plan buys for it', async () => {
    const world = await open();
    const off = await bought(world, { mobile: '989351234561' });
    const planned = await bought(world, { mobile: '989351234563' });
    const { reminders, plans } = world.shop;
    await reminders.mute(buyerId, '989351234562', true);
    expect(await reminders.mutedNumbers(buyerId, 8)).toEqual(['989351234562']);
    const schedule = { every: 'days', count: planned.days ?? 0 } as const;
    value(await plans.create({ by: buyerId, orderId: planned.id, follows: 'same', schedule, ceiling: planned.charge }));
    await reminders.set(buyerId, { on: false });
    expect((await reminders.settings(buyerId)).on).toBe(false);
    await at(world, noticeAt(endOf(off)));
    expect(await howDone(off)).toBe('off');
    await reminders.set(buyerId, { on: true });
    const loud = await bought(world, { mobile: '989351234561' });
    const muted = await bought(world, { mobile: '989351234562' });
    const again = await bought(world, { mobile: '989351234563' });
    await at(world, noticeAt(endOf(loud)));
    expect([await howDone(loud), await howDone(muted), await howDone(again)]).toEqual(['sent', 'muted', 'planned']);
    const ending = world.messages.flatMap(({ alert }) => (alert.kind === 'package-ending' ? [alert.orderId] : []));
    expect(ending).toEqual([loud.id]);
  });

  test('that could not be sent in time is not sent late', async () => {
    const world = await open();
    const order = await bought(world);
    await at(world, noticeAt(endOf(order)) + 25 * hour);
    expect(world.messages).toEqual([]);
    expect(await howDone(order)).toBe('late');
  });

  test('waits for the end of quiet hours', async () => {
    const world = await open();
    const order = await bought(world);
    const day = endOf(order) - 1;
    // These cannot be chosen: the hour of plans is among them.
    await world.shop.reminders.set(buyerId, { quiet: { from: 9, to: 13 } });
    await at(world, noticeAt(endOf(order)));
    expect(world.messages).toEqual([]);
    await at(world, startOf(day) + 13 * hour - minute);
    expect(world.messages).toEqual([]);
    await at(world, startOf(day) + 13 * hour);
    expect(kinds(world.messages)).toEqual(['package-ending']);
  });

  test('of an agent is one message for all customers, and so is the notice of tomorrow’s plans', async () => {
    const world = await open();
    await suite.database.db.updateTable('people').set({ role: 'agent' }).where('id', '=', buyerId).execute();
    const numbers = ['989351234561', '989351234562', '989351234563'];
    const orders: Order[] = [];
    for (const mobile of numbers) orders.push(await bought(world, { mobile }));
    const [first] = orders;
    if (!first) throw new Error('Nothing was bought.');
    await at(world, noticeAt(endOf(first)));
    expect(world.messages).toEqual([
      {
        to: buyerId,
        alert: {
          kind: 'packages-ending',
          personId: buyerId,
          sentAt: world.clock.now(),
          endsOn: endOf(first),
          count: 3,
        },
      },
    ]);
    const { packages, more } = await world.shop.reminders.ofDigest(buyerId, world.clock.now(), 0, 2);
    expect({ count: packages.length, more }).toEqual({ count: 2, more: true });
    expect((await world.shop.reminders.ofDigest(strangerId, world.clock.now(), 0, 2)).packages).toEqual([]);

    await grant(world, 1_000_000);
    for (const mobile of [...numbers, subscriber]) await plan(world, 'd7', { asked: { mobile } });
    world.messages.length = 0;
    const day = dayOf(world.clock.now()) + 7;
    await at(world, noticeAt(day));
    await work(world);
    expect(world.messages).toEqual([{ to: buyerId, alert: { kind: 'plans-tomorrow', personId: buyerId, day } }]);
    expect(await world.shop.plans.ofDay(buyerId, day)).toHaveLength(4);
  });
});
