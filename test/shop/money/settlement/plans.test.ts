import { describe, expect, test } from 'vitest';
import { dueAt, noticeAt, readSchedule } from '#domain/schedule.ts';
import { settlementPause } from '#domain/settlement.ts';
import { agent, buy, move, openAgentWorld } from '#test/shop/money/settlement/agent.ts';
import { value } from '#test/shop/returning/plans/planned.ts';
import { hour, minute } from '#test/support/clock.ts';
import { sampledDatabases } from '#test/support/length.ts';
import { settleAll } from '#test/support/settling.ts';
import { type ShopWorld, useDatabase } from '#test/support/shop.ts';

describe.each(sampledDatabases())('plans of an agent whose statement was paid late, on %s', (kind) => {
  const place = useDatabase(kind);
  async function at(world: ShopWorld, time: number): Promise<void> {
    world.clock.pass(time - world.clock.now());
    for (let times = 0; times < 2; times += 1) {
      await world.settlementWorker.runOnce();
      await world.planWorker.runOnce();
      await settleAll(world);
      await world.alertWorker.runOnce();
    }
  }

  test('go on when selling does', async () => {
    const world = await openAgentWorld(place.database, { graceDays: 1 });
    const order = await buy(world, 500_000);
    const schedule = readSchedule('d3');
    if (!schedule) throw new Error('No schedule.');
    const made = { by: agent, orderId: order.id, follows: 'same', schedule, ceiling: 600_000 } as const;
    const { id, nextDay } = value(await world.shop.plans.create(made));
    await at(world, noticeAt(nextDay) - 23 * hour);
    await at(world, noticeAt(nextDay));
    await at(world, noticeAt(nextDay) + 2 * hour);
    await at(world, dueAt(nextDay) + minute);
    expect((await world.shop.people.find(agent))?.pausedWhy).toBe(settlementPause);
    // An hour later the agent pays: "selling continues by itself within seconds".
    await move(world, 'pay', 500_000);
    await at(world, dueAt(nextDay) + hour);
    expect((await world.shop.people.find(agent))?.pausedWhy).toBeNull();
    await at(world, dueAt(nextDay) + 2 * hour);
    const plan = value(await world.shop.plans.own(agent, id));
    const { cycles } = await world.shop.plans.cycles(id, 0, 8);
    expect({ state: plan.state, why: plan.why, cycle: cycles[0]?.state }).toEqual({
      state: 'active',
      why: null,
      cycle: 'ordered',
    });
  });
});
