import { describe, expect, test } from 'vitest';
import { dueAt, noticeAt } from '#domain/schedule.ts';
import { noteGateway } from '#shop/buying/orders/note-gateway.ts';
import { countOpenOrders } from '#storage/order-states.ts';
import { at, grant, openPlannedWorld, plan, today, work } from '#test/shop/returning/plans/planned.ts';
import { createUnevenClock, hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { openSandbox } from '#test/support/sandbox-gateway.ts';
import { openWorld, type ShopWorld, useDatabase } from '#test/support/shop.ts';

const one = 'https://one.example/api/';
const two = 'https://two.example/api';
const note = ({ shop }: ShopWorld, gatewayUrl: string) => noteGateway({ ...shop, gatewayUrl });

describe.each(sampledDatabases())('an outage that no order can end, on %s', (kind) => {
  const place = useDatabase(kind);

  async function open() {
    const clock = createUnevenClock();
    const first = await openPlannedWorld(place.database, { clock, gatewayUrl: one });
    await note(first, one);
    await grant(first, 1_000_000);
    await plan(first, 'd7', { ceiling: 50_000 });
    const due = today(first) + 7;
    await at(first, noticeAt(due));
    for (let nth = 0; nth < 6; nth += 1) await first.buy();
    await first.sandbox.fault('purchase', 'cut-before', 10_000);
    for (let round = 0; round < 4; round += 1) {
      await first.purchaseWorker.runOnce();
      clock.pass(minute);
    }
    expect(await first.shop.outage.since()).not.toBe(null);
    return { clock, first, due };
  }

  async function untilNextDay(world: ShopWorld, due: number) {
    await at(world, dueAt(due));
    for (let hours = 0; hours < 30; hours += 1) {
      world.clock.pass(hour);
      await work(world);
    }
    return world.database.db.selectFrom('plan_cycles').select(['state', 'problem']).execute();
  }

  test('the owner changed the gateway: its plans are bought at the new one', async () => {
    const { clock, due } = await open();
    const other = await openSandbox();
    const later = await openWorld(place.database, { clock, sandbox: other, gatewayUrl: two });
    await note(later, two);
    const cycles = await untilNextDay(later, due);
    expect({ outage: await later.shop.outage.since(), sold: await other.sold(), cycles }).toMatchObject({
      outage: null,
      sold: 1,
    });
  });

  test('all its orders are in review: plans are bought once the gateway answers', async () => {
    const { clock, first, due } = await open();
    // For more than a day the gateway answers nothing.
    for (let rounds = 0; rounds < 25 * 12; rounds += 1) {
      await first.purchaseWorker.runOnce();
      clock.pass(5 * minute);
    }
    expect(await countOpenOrders(first.database.db)).toBe(0);
    await first.sandbox.fault('purchase', null);
    const before = await first.sandbox.sold();
    const cycles = await untilNextDay(first, due);
    expect({
      outage: await first.shop.outage.since(),
      sold: (await first.sandbox.sold()) - before,
      cycles,
    }).toMatchObject({ outage: null, sold: 1 });
  });
});
